import { audit } from '@bonisa/contract/studio/staff.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { TextField } from '../design/fields.tsx';
import { Facts, Page } from '../design/page.tsx';
import { EmptyState, Loading, Problem } from '../design/states.tsx';
import { Table } from '../design/table.tsx';
import { exactTime } from '../design/time.ts';
import { Subject, useKnownThings } from './audit-subject.tsx';

type Entry = StudioReplyOf<typeof audit>['data'][number];

const FILTERS = [
  { name: 'action', label: 'What was done', hint: 'Press an act below to take it' },
  { name: 'subject', label: 'What it concerned', hint: 'All of it, such as catalogue' },
  { name: 'actor_id', label: 'Who (id)', hint: 'Press a name below to take it' },
] as const;

/** Who did what, when and why. Nothing of it can be changed. */
export default function AuditScreen() {
  const [filters, setFilters] = useSearchParams();
  const [shown, setShown] = useState<Entry>();
  const query = Object.fromEntries(filters);
  const { data, error, isPending, refetch } = useRead(audit, { query });
  const known = useKnownThings(data?.data ?? []);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const given = [...new FormData(event.currentTarget)].map(([name, value]) => [
      name,
      String(value).trim(),
    ]);
    setFilters(Object.fromEntries(given.filter(([, value]) => value !== '')));
  };
  return (
    <Page title="Audit" intro="Who did what, when and why, newest first. Nothing can be changed.">
      <search>
        <form
          // Another filter, such as a name that was pressed, is another form.
          key={filters.toString()}
          onSubmit={submit}
          className="mb-2 grid items-start gap-x-4 grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))]"
        >
          {FILTERS.map(({ name, label, hint }) => (
            <TextField
              key={name}
              name={name}
              label={label}
              hint={hint}
              defaultValue={filters.get(name) ?? ''}
            />
          ))}
          <div className="flex gap-2 pt-7">
            <Button type="submit" tone="action">
              Filter
            </Button>
            <Button onClick={() => setFilters({})}>All</Button>
          </div>
        </form>
      </search>
      {error && <Problem error={error} onRetry={refetch} />}
      {isPending && <Loading />}
      {data?.data.length === 0 && <EmptyState title="Nothing matches" />}
      {data && data.data.length > 0 && (
        <Table
          caption="Audit"
          rows={data.data}
          keyOf={({ id }) => id}
          columns={[
            { head: 'When', cell: ({ at }) => exactTime(at) },
            {
              head: 'Who',
              cell: ({ actor, actor_id, actor_kind }) => (
                <>
                  <Button
                    tone="quiet"
                    size="small"
                    className="px-0!"
                    onClick={() => setFilters({ actor_id })}
                  >
                    {actor}
                  </Button>
                  <div className="text-small text-muted">{actor_kind}</div>
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
                  onClick={() => setFilters({ action })}
                >
                  {inWords(action)}
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
                  aria-label={`More of ${inWords(entry.action)} at ${exactTime(entry.at)}`}
                  onClick={() => setShown(entry)}
                >
                  More
                </Button>
              ),
            },
          ]}
        />
      )}
      {data && (
        <div className="mt-4 flex justify-end gap-2">
          {filters.has('before') && (
            <Button onClick={() => setFilters(without(query))}>Newest</Button>
          )}
          {data.next !== null && (
            <Button onClick={() => setFilters({ ...query, before: data.next ?? '' })}>
              Earlier
            </Button>
          )}
        </div>
      )}
      {shown && <EntryDialog entry={shown} onClose={() => setShown(undefined)} />}
    </Page>
  );
}

function EntryDialog({ entry, onClose }: { readonly entry: Entry; readonly onClose: () => void }) {
  return (
    <Dialog title={inWords(entry.action)} onClose={onClose} wide>
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

/** `studioCatalogueBatch`: catalogue batch. */
function inWords(action: string): string {
  const words = action
    .replace(/^studio/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.trim();
}

function without({ before: _, ...rest }: Readonly<Record<string, string>>) {
  return rest;
}
