import { catalogueList, catalogueMove } from '@bonisa/contract/studio/lists.calls';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAct, useRead } from '../calls/use-calls.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { TextField } from '../design/fields.tsx';
import { count } from '../design/money.ts';
import { Page } from '../design/page.tsx';
import { SortableList } from '../design/sortable-list.tsx';
import { Loading, Problem } from '../design/states.tsx';
import type { KindView } from './kinds.ts';
import { Paging } from './paging.tsx';
import { StateBadge } from './state-badge.tsx';

const PER_PAGE = 100;

/** The order of all entries of a kind, changed by hand: within a page, or to any place. */
export function EntryOrderScreen({ view }: { readonly view: KindView }) {
  const { kind } = view;
  const navigate = useNavigate();
  const [page, setPage] = useState(1);
  const [order, setOrder] = useState<readonly string[]>();
  const [moving, setMoving] = useState<{ readonly key: string; readonly title: string }>();
  const { data, error, isPending, refetch } = useRead(catalogueList, {
    params: { kind },
    query: { sort: 'position', limit: PER_PAGE, page },
  });
  const save = useAct(catalogueMove, { done: 'The order is saved.' });
  const byKey = new Map(data?.data.map((entry) => [entry.key, entry]));
  const shown = (order ?? [...byKey.keys()]).flatMap((key) => byKey.get(key) ?? []);
  const before = (page - 1) * PER_PAGE;
  const total = data?.total ?? 0;
  const submit = async (): Promise<void> => {
    const keys = shown.map(({ key }) => key);
    if (!(await save.act({ params: { kind }, body: { keys, to: before } }))) return;
    setOrder(undefined);
    if (total <= PER_PAGE) navigate(view.path);
  };
  return (
    <Page
      title={`Order of ${view.many.toLowerCase()}`}
      intro="Drag by the handle, or press Space on it and use the arrow keys."
      trail={[{ to: view.path, label: view.many }]}
      actions={
        <>
          {order && <Button onClick={() => setOrder(undefined)}>As it was</Button>}
          <ButtonLink to={view.path}>Back to the list</ButtonLink>
          <Button tone="action" disabled={!order || save.isBusy} onClick={submit}>
            Save the order
          </Button>
        </>
      }
    >
      {error && <Problem error={error} onRetry={refetch} />}
      {save.error && <Problem error={save.error} />}
      {isPending && <Loading />}
      {shown.length > 0 && (
        <SortableList
          label={view.many}
          items={shown.map((entry) => ({ ...entry, id: entry.key, label: entry.title }))}
          onChange={(items) => setOrder(items.map(({ id }) => id))}
          row={(entry) => (
            <span className="flex flex-wrap items-center justify-between gap-3">
              <span>
                <span className="mr-2 text-small text-muted tabular-nums">
                  {count(before + shown.findIndex(({ key }) => key === entry.key) + 1)}
                </span>
                <strong>{entry.title}</strong>{' '}
                <span className="text-small text-muted">{entry.of}</span>
              </span>
              <span className="flex items-center gap-3">
                <StateBadge entry={entry} />
                <Button
                  size="small"
                  disabled={order !== undefined}
                  aria-label={`Send to place: ${entry.title}`}
                  onClick={() => setMoving(entry)}
                >
                  Send to place
                </Button>
              </span>
            </span>
          )}
        />
      )}
      {data && (
        <Paging
          {...{ page, total, perPage: PER_PAGE, what: view.one }}
          disabled={order !== undefined}
          onChange={setPage}
        />
      )}
      {order && total > PER_PAGE && (
        <p className="mt-2 text-small text-muted">
          Save the order of this page before you go to another one.
        </p>
      )}
      {moving && (
        <MoveDialog view={view} total={total} entry={moving} onClose={() => setMoving(undefined)} />
      )}
    </Page>
  );
}

/** Asks for the place of an entry among all of its kind. */
function MoveDialog({
  view: { kind },
  total,
  entry: { key, title },
  onClose,
}: {
  readonly view: KindView;
  readonly total: number;
  readonly entry: { readonly key: string; readonly title: string };
  readonly onClose: () => void;
}) {
  const [place, setPlace] = useState('');
  const [problem, setProblem] = useState<string>();
  const move = useAct(catalogueMove, { done: `${title} is moved.` });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const wanted = Number(place);
    if (!Number.isInteger(wanted) || wanted < 1 || wanted > total) {
      setProblem(`must be a number from 1 to ${count(total)}`);
      return;
    }
    if (await move.act({ params: { kind }, body: { keys: [key], to: wanted - 1 } })) onClose();
  };
  return (
    <Dialog title={`Send ${title} to a place`} onClose={onClose}>
      {move.error && <Problem error={move.error} />}
      <form onSubmit={submit} noValidate>
        <TextField
          label="Place"
          hint={`1 is the first of ${count(total)}.`}
          problem={problem}
          inputMode="numeric"
          value={place}
          onChange={(event) => setPlace(event.target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="action" disabled={move.isBusy}>
            Send
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
