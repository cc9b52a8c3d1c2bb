import { audit, auditFile } from '@bonisa/contract/studio/audit.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { FileLink } from '../design/file-link.tsx';
import { Facts, Page } from '../design/page.tsx';
import { Pager } from '../design/pager.tsx';
import { EmptyState, Loading, Problem } from '../design/states.tsx';
import { Table } from '../design/table.tsx';
import { exactTime } from '../design/time.ts';
import { AuditFilterForm, type AuditFilters } from './audit-filters.tsx';
import { Subject, useKnownThings } from './audit-subject.tsx';
import { actorFilter, actWords } from './audit-words.ts';

type Entry = StudioReplyOf<typeof audit>['data'][number];

/** Who did what, when and why. Nothing of it can be changed. */
export default function AuditScreen() {
  const [params, setParams] = useSearchParams();
  const [shown, setShown] = useState<Entry>();
  const query = Object.fromEntries(params);
  const { before, ...filters } = query;
  const { data, error, isPending, refetch } = useRead(audit, { query });
  const setFilters = (given: AuditFilters): void => setParams({ ...given });
  return (
    <Page
      title="Audit"
      intro="Who did what, when and why, newest first, in South African time. Nothing can be changed."
    >
      <AuditFilterForm filters={filters} onFilter={setFilters} />
      {error && <Problem error={error} onRetry={refetch} />}
      {isPending && <Loading />}
      {data?.data.length === 0 && <EmptyState title="Nothing matches" />}
      {data && data.data.length > 0 && (
        <>
          <div className="mb-3">
            <FileLink
              href={`${auditFile.path}?${new URLSearchParams(filters)}`}
              label="Save what is filtered as CSV"
            />
          </div>
          <Entries
            entries={data.data}
            onFilter={(more) => setFilters({ ...filters, ...more })}
            onShow={setShown}
          />
        </>
      )}
      {data && (
        <Pager
          isNewest={before === undefined}
          next={data.next}
          onNewest={() => setFilters(filters)}
          onEarlier={(earlier) => setParams({ ...query, before: earlier })}
        />
      )}
      {shown && <EntryDialog entry={shown} onClose={() => setShown(undefined)} />}
    </Page>
  );
}

function Entries({
  entries,
  onFilter,
  onShow,
}: {
  readonly entries: readonly Entry[];
  readonly onFilter: (more: AuditFilters) => void;
  readonly onShow: (entry: Entry) => void;
}) {
  const known = useKnownThings(entries);
  return (
    <Table
      caption="Audit"
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        { head: 'When', cell: ({ at }) => exactTime(at) },
        {
          head: 'Who',
          cell: (entry) => (
            <>
              <Button
                tone="quiet"
                size="small"
                className="px-0!"
                onClick={() => onFilter({ actor_id: actorFilter(entry) })}
              >
                {entry.actor}
              </Button>
              <div className="text-small text-muted">{entry.actor_kind}</div>
            </>
          ),
        },
        {
          head: 'Did',
          cell: ({ action }) => (
            <Button
              tone="quiet"
              size="small"
              className="px-0!"
              onClick={() => onFilter({ action })}
            >
              {actWords(action)}
            </Button>
          ),
        },
        { head: 'What', cell: (entry) => <Subject entry={entry} known={known} /> },
        { head: 'Why', cell: ({ reason }) => reason ?? '' },
        {
          head: 'More',
          cell: (entry) => (
            <Button
              size="small"
              tone="quiet"
              aria-label={`More of ${actWords(entry.action)} at ${exactTime(entry.at)}`}
              onClick={() => onShow(entry)}
            >
              More
            </Button>
          ),
        },
      ]}
    />
  );
}

function EntryDialog({ entry, onClose }: { readonly entry: Entry; readonly onClose: () => void }) {
  return (
    <Dialog title={actWords(entry.action)} onClose={onClose} wide>
      <Facts
        facts={[
          { name: 'When', value: exactTime(entry.at) },
          { name: 'Who', value: `${entry.actor} (${entry.actor_kind}, ${entry.actor_id})` },
          { name: 'Call', value: entry.action },
          { name: 'What', value: entry.subject },
          { name: 'Why', value: entry.reason ?? 'no reason was asked' },
          { name: 'Request', value: entry.correlation_id ?? 'none: a command' },
        ]}
      />
      {entry.details && (
        <pre className="mt-4 max-h-96 overflow-auto rounded-mark bg-paper p-3 font-mono text-small whitespace-pre-wrap">
          {JSON.stringify(entry.details, null, 2)}
        </pre>
      )}
    </Dialog>
  );
}
