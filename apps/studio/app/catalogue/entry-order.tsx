import { catalogueBatch } from '@bonisa/contract/studio/catalogue.calls';
import { catalogueList } from '@bonisa/contract/studio/lists.calls';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAct, useRead } from '../calls/use-calls.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { Page } from '../design/page.tsx';
import { SortableList } from '../design/sortable-list.tsx';
import { Loading, Notice, Problem } from '../design/states.tsx';
import type { KindView } from './kinds.ts';
import { StateBadge } from './state-badge.tsx';

const MOST = 200;

/** The order of all entries of a kind, changed by hand. */
export function EntryOrderScreen({ view }: { readonly view: KindView }) {
  const navigate = useNavigate();
  const [order, setOrder] = useState<readonly string[]>();
  const { data, error, isPending, refetch } = useRead(catalogueList, {
    params: { kind: view.kind },
    query: { sort: 'position', limit: MOST },
  });
  const batch = useAct(catalogueBatch, { done: 'The order is saved.' });
  const byKey = new Map(data?.data.map((entry) => [entry.key, entry]));
  const shown = (order ?? [...byKey.keys()]).flatMap((key) => byKey.get(key) ?? []);
  const save = async (): Promise<void> => {
    const rows = [{ kind: view.kind, order: shown.map(({ key }) => key) }];
    if (await batch.act({ body: { rows } })) navigate(view.path);
  };
  return (
    <Page
      title={`Order of ${view.many.toLowerCase()}`}
      intro="Drag by the handle, or press Space on it and use the arrow keys."
      trail={[{ to: view.path, label: view.many }]}
      actions={
        <>
          <ButtonLink to={view.path}>Cancel</ButtonLink>
          <Button tone="action" disabled={!order || batch.isBusy} onClick={save}>
            Save the order
          </Button>
        </>
      }
    >
      {error && <Problem error={error} onRetry={refetch} />}
      {batch.error && <Problem error={batch.error} />}
      {isPending && <Loading />}
      {data && data.total > MOST && (
        <Notice tone="warning">Only the first {MOST} are ordered by hand.</Notice>
      )}
      {shown.length > 0 && (
        <SortableList
          label={view.many}
          items={shown.map((entry) => ({ ...entry, id: entry.key, label: entry.title }))}
          onChange={(items) => setOrder(items.map(({ id }) => id))}
          row={(entry) => (
            <span className="flex flex-wrap items-center justify-between gap-3">
              <span>
                <strong>{entry.title}</strong>{' '}
                <span className="text-small text-muted">{entry.of}</span>
              </span>
              <StateBadge entry={entry} />
            </span>
          )}
        />
      )}
    </Page>
  );
}
