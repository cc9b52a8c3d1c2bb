import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import { catalogueDeleted, catalogueReturn } from '@bonisa/contract/studio/deleted.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { type FormEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useMay } from '../calls/person.tsx';
import { useAct, useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { CheckField, SelectField, TextField } from '../design/fields.tsx';
import { counted } from '../design/money.ts';
import { Page } from '../design/page.tsx';
import { EmptyState, Loading, Notice, Problem } from '../design/states.tsx';
import { Table } from '../design/table.tsx';
import { exactTime } from '../design/time.ts';
import { entryAddress, KINDS } from './kinds.ts';
import { NotBack } from './not-back.tsx';
import { Paging } from './paging.tsx';

type Deleted = StudioReplyOf<typeof catalogueDeleted>['data'][number];
type Returned = StudioReplyOf<typeof catalogueReturn>;

const PER_PAGE = 50;
const KIND_CHOICES = Object.values(KINDS).map(({ kind, many }) => ({ value: kind, label: many }));

/** What was deleted, by whom and when, and its way back. */
export default function DeletedScreen() {
  const mayWrite = useMay('catalogue:write');
  const [filters, setFilters] = useSearchParams();
  const [chosen, setChosen] = useState<Deleted>();
  const [returned, setReturned] = useState<Returned>();
  const page = Number(filters.get('page') ?? '1') || 1;
  const asked = { search: filters.get('search') ?? '', kind: filters.get('kind') ?? '' };
  const { data, error, isPending, refetch } = useRead(catalogueDeleted, {
    query: { search: asked.search, kind: asked.kind as EntryKind, page, limit: PER_PAGE },
  });
  const hasFilter = asked.search !== '' || asked.kind !== '';
  return (
    <Page
      title="Deleted entries"
      intro="What was deleted, the latest first. Each can come back with what hung on it."
    >
      <Filters key={filters.toString()} {...asked} onChange={setFilters} />
      {returned && <Done returned={returned} />}
      {error && <Problem error={error} onRetry={refetch} />}
      {isPending && !error && <Loading />}
      {data?.data.length === 0 && (
        <EmptyState title={hasFilter ? 'Nothing matches' : 'Nothing is deleted'}>
          {hasFilter
            ? 'Try other words, or fewer filters.'
            : 'What is deleted is listed here, and can be restored.'}
        </EmptyState>
      )}
      {data && data.data.length > 0 && (
        <>
          <Table
            caption="Deleted entries"
            rows={data.data}
            keyOf={({ kind, key }) => `${kind} ${key}`}
            columns={[
              {
                head: 'Title',
                cell: ({ title, slug, key }) => (
                  <>
                    <span className="font-semibold">{title}</span>
                    <div className="text-small text-muted">{slug ?? key}</div>
                  </>
                ),
              },
              { head: 'Kind', cell: ({ kind }) => KINDS[kind].one },
              { head: 'Deleted', cell: ({ at }) => exactTime(at) },
              { head: 'By', cell: ({ by }) => by.name },
              { head: 'With it', cell: (entry) => <With entry={entry} /> },
              ...(mayWrite
                ? [
                    {
                      head: 'What to do',
                      cell: (entry: Deleted) => (
                        <Button size="small" onClick={() => setChosen(entry)}>
                          Restore<span className="sr-only"> {entry.title}</span>
                        </Button>
                      ),
                    },
                  ]
                : []),
            ]}
          />
          <Paging
            page={data.page}
            total={data.total}
            perPage={PER_PAGE}
            what="deleted entry"
            many="deleted entries"
            onChange={(to) => setFilters({ ...withoutEmpty(asked), page: String(to) })}
          />
        </>
      )}
      {chosen && (
        <RestoreDialog
          entry={chosen}
          onClose={() => setChosen(undefined)}
          onDone={(done) => {
            setChosen(undefined);
            setReturned(done);
          }}
        />
      )}
    </Page>
  );
}

function With({ entry: { with: of, contents } }: { readonly entry: Deleted }) {
  if (of)
    return (
      <span>
        went with the {KINDS[of.kind].one} {of.key}
      </span>
    );
  return contents > 0 ? counted(contents, 'other entry', 'other entries') : 'nothing';
}

function Filters({
  search,
  kind,
  onChange,
}: {
  readonly search: string;
  readonly kind: string;
  readonly onChange: (filters: Record<string, string>) => void;
}) {
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const of = (name: string): string => String(form.get(name) ?? '').trim();
    onChange(withoutEmpty({ search: of('search'), kind: of('kind') }));
  };
  return (
    <search>
      <form
        onSubmit={submit}
        className="mb-1 grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-x-4"
      >
        <TextField
          label="Search"
          name="search"
          type="search"
          placeholder="Title, address or key"
          defaultValue={search}
        />
        <SelectField
          label="Kind"
          name="kind"
          empty="Any"
          choices={KIND_CHOICES}
          defaultValue={kind}
        />
        <div className="flex items-start gap-2 pt-7">
          <Button type="submit">Find</Button>
          {(search || kind) && <Button onClick={() => onChange({})}>Show everything</Button>}
        </div>
      </form>
    </search>
  );
}

function withoutEmpty(filters: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
}

function RestoreDialog({
  entry,
  onClose,
  onDone,
}: {
  readonly entry: Deleted;
  readonly onClose: () => void;
  readonly onDone: (returned: Returned) => void;
}) {
  const mayPublish = useMay('catalogue:publish');
  const [asItWas, setAsItWas] = useState(false);
  const [contents, setContents] = useState(true);
  const { act, error, isBusy } = useAct(catalogueReturn, { done: `${entry.title} is back.` });
  const { kind, key, title } = entry;
  const wasSeen = entry.was_published || entry.contents > 0;
  const hasChoice = wasSeen && mayPublish;
  const restore = async (): Promise<void> => {
    const state = hasChoice && asItWas ? 'as_it_was' : 'draft';
    const done = await act({ body: { kind, key, state, contents } });
    if (done) onDone(done);
  };
  return (
    <Dialog title={`Restore ${title}?`} onClose={onClose}>
      {error && <Problem error={error} />}
      <p className="mb-4">
        It comes back under its address, with its fields, its pictures and its place on shelves and
        in credits.
      </p>
      {entry.contents > 0 && (
        <CheckField
          label={`With ${counted(entry.contents, 'entry', 'entries')} that went with it`}
          checked={contents}
          onChange={({ target }) => setContents(target.checked)}
        />
      )}
      {hasChoice && (
        <CheckField
          label="As it was: published, where it was published"
          hint="Viewers see it at once. Otherwise all of it comes back as drafts."
          checked={asItWas}
          onChange={({ target }) => setAsItWas(target.checked)}
        />
      )}
      {wasSeen && !mayPublish && (
        <p className="mb-4 text-muted">It comes back as a draft, which a publisher publishes.</p>
      )}
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button tone="action" disabled={isBusy} onClick={restore}>
          Restore
        </Button>
      </div>
    </Dialog>
  );
}

/** What is back, and what could not come back. */
function Done({ returned: { kind, key, restored, without } }: { readonly returned: Returned }) {
  const all = Object.values(restored).reduce((sum, many) => sum + many, 0);
  return (
    <Notice tone={without.length > 0 ? 'warning' : 'good'}>
      <p>
        {counted(all, 'entry is', 'entries are')} back.{' '}
        <Link to={entryAddress(kind, key)} className="text-mark underline">
          Open the {KINDS[kind].one}
        </Link>
      </p>
      {without.length > 0 && (
        <div className="mt-2">
          <NotBack without={without} />
        </div>
      )}
    </Notice>
  );
}
