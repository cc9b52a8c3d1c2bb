import { MOST_SEARCHED } from '@bonisa/contract/studio/lists.calls';
import { useListController } from 'ra-core';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { useMay } from '../calls/person.tsx';
import { Button, ButtonLink } from '../design/button.tsx';
import { CheckField, SelectField, TextField } from '../design/fields.tsx';
import { PlusIcon } from '../design/icons.tsx';
import { count } from '../design/money.ts';
import { Page } from '../design/page.tsx';
import { Badge, EmptyState, Loading, Problem } from '../design/states.tsx';
import { type Column, Table } from '../design/table.tsx';
import { dateTime } from '../design/time.ts';
import { lazyPart } from '../shell/lazy-part.ts';
import { BulkBar } from './bulk-bar.tsx';
import { chosenWith } from './bulk-fields.ts';
import { useTitles } from './bulk-refusal.tsx';
import { EntryPicker } from './entry-picker.tsx';
import { entryAddress, type KindView, SORT_CHOICES, STATE_CHOICES } from './kinds.ts';
import { Paging } from './paging.tsx';
import { type ListedEntry, resourceOf } from './resources.ts';
import { StateBadge } from './state-badge.tsx';

const FilmDrop = lazyPart(() => import('../media/film-drop.tsx'));
const PER_PAGE = 50;
const TYPING_MS = 250;

type Row = Omit<ListedEntry, 'id'> & { id: string };

/** The list of a kind, with search, filters, sorting, paging and bulk work. */
export function EntryListScreen({ view }: { readonly view: KindView }) {
  const mayWrite = useMay('catalogue:write');
  const list = useListController<Row>({
    resource: resourceOf(view.kind),
    perPage: PER_PAGE,
    sort: { field: view.sort, order: 'ASC' },
    disableAuthentication: true,
  });
  const { data, total = 0, isPending, error, filterValues, selectedIds, onSelect } = list;
  const [typed, setTyped] = useState<string>(filterValues.search ?? '');
  const hasFilter = Object.keys(filterValues).length > 0;
  const titles = useTitles(data);
  const isChosen = new Set<string>(selectedIds as string[]);
  const pick = (rows: readonly Row[], all: boolean): void =>
    onSelect(
      chosenWith(
        [...isChosen],
        rows.map(({ key }) => key),
        all,
      ),
    );
  const showEverything = (): void => {
    setTyped('');
    list.setFilters({});
  };
  const newEntry = mayWrite && (
    <ButtonLink to={`${view.path}/new`} tone={view.kind === 'video' ? 'plain' : 'action'}>
      <PlusIcon /> New {view.one}
    </ButtonLink>
  );
  return (
    <Page
      title={view.many}
      intro={view.intro}
      actions={
        <>
          {view.ordered && mayWrite && (
            <ButtonLink to={`${view.path}/order`}>Change the order</ButtonLink>
          )}
          {newEntry}
        </>
      }
    >
      {view.kind === 'video' && mayWrite && (
        <Suspense>
          <FilmDrop />
        </Suspense>
      )}
      <Filters {...{ view, list, typed, setTyped }} />
      {error && <Problem error={error} onRetry={() => list.refetch()} />}
      {isPending && !error && <Loading />}
      {data && data.length > 0 && (
        <>
          {isChosen.size > 0 && (
            <BulkBar {...{ view, titles }} keys={[...isChosen]} onDone={list.onUnselectItems} />
          )}
          <Table
            caption={view.many}
            rows={data}
            keyOf={({ key }) => key}
            columns={columnsOf(view)}
            {...(mayWrite
              ? {
                  before: (row: Row) => (
                    <Choose
                      label={`Choose ${row.title}`}
                      isChosen={isChosen.has(row.key)}
                      onChange={(isOne) => pick([row], isOne)}
                    />
                  ),
                  beforeHead: (
                    <Choose
                      label="Choose all on this page"
                      isChosen={data.every(({ key }) => isChosen.has(key))}
                      onChange={(all) => pick(data, all)}
                    />
                  ),
                }
              : {})}
          />
          <Paging
            page={list.page}
            total={total}
            perPage={PER_PAGE}
            what={view.one}
            many={inSentence(view.many)}
            onChange={(page) => list.setPage(page)}
          />
        </>
      )}
      {data?.length === 0 && (
        <EmptyState
          title={hasFilter ? 'Nothing matches' : `No ${inSentence(view.many)} yet`}
          action={hasFilter ? <Button onClick={showEverything}>Show everything</Button> : newEntry}
        >
          {hasFilter
            ? 'Try other words, or fewer filters.'
            : 'Make one here, or import what you have.'}
        </EmptyState>
      )}
    </Page>
  );
}

function inSentence(words: string): string {
  return words.toLowerCase();
}

function columnsOf(view: KindView): Column<Row>[] {
  const hasState = view.filters.includes('state');
  return [
    {
      head: 'Title',
      cell: (row) => (
        <div className="flex items-center gap-3">
          {PICTURED.has(view.kind) && <Thumbnail src={row.picture} />}
          <div className="min-w-0">
            <Link
              to={entryAddress(view.kind, row.key)}
              className="font-semibold text-mark underline"
            >
              {row.title}
            </Link>
            <div className="truncate text-small text-muted">{row.slug ?? row.key}</div>
          </div>
        </div>
      ),
    },
    ...(view.of ? [{ head: view.of, cell: ({ of }: Row) => of ?? '' }] : []),
    ...(hasState ? [{ head: 'State', cell: (row: Row) => <StateBadge entry={row} /> }] : []),
    ...(view.filters.includes('media')
      ? [
          {
            head: 'Film',
            cell: ({ film }: Row) => <Film film={film} />,
          },
        ]
      : []),
    ...(view.holds
      ? [
          {
            head: view.holds,
            align: 'right' as const,
            cell: ({ holds }: Row) => (holds === null ? '' : count(holds)),
          },
        ]
      : []),
    {
      head: 'Changed',
      wideOnly: true,
      cell: ({ updated_at }) => (updated_at ? dateTime(updated_at) : ''),
    },
  ];
}

function Film({ film }: Pick<Row, 'film'>) {
  if (!film) return <Badge tone="warning">missing</Badge>;
  if (film.state === 'failed')
    return (
      <>
        <Badge tone="problem">Film failed:</Badge> {film.problem}
        {film.plays && <div className="text-small text-muted">The one before it plays.</div>}
      </>
    );
  return film.state === 'ready' ? 'yes' : 'being prepared';
}

const PICTURED = new Set(['channel', 'show', 'video', 'liveChannel']);

function Thumbnail({ src }: { readonly src: string | null }) {
  const look = 'h-12 w-[5.33rem] shrink-0 rounded-mark bg-night object-cover';
  return src ? <img src={src} alt="" loading="lazy" className={look} /> : <div className={look} />;
}

function Choose({
  label,
  isChosen,
  onChange,
}: {
  readonly label: string;
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
}) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      className="size-6 accent-mark"
      checked={isChosen}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

type List = ReturnType<typeof useListController<Row>>;

function Filters({
  view,
  list,
  typed,
  setTyped,
}: {
  readonly view: KindView;
  readonly list: List;
  /** The words in the field, which are searched for a moment later. */
  readonly typed: string;
  readonly setTyped: (typed: string) => void;
}) {
  const { filterValues, setFilters, sort, setSort } = list;
  const set = (changes: Record<string, unknown>): void => {
    const next = Object.entries({ ...filterValues, ...changes });
    setFilters(Object.fromEntries(next.filter(([, value]) => value !== '' && value !== undefined)));
  };
  /** Only typing starts a search; it keeps the filters that are chosen when it begins. */
  const search = useEffectEvent((text: string) => {
    if (text !== (filterValues.search ?? '')) set({ search: text });
  });
  useEffect(() => {
    const timer = setTimeout(() => search(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const pickers: Readonly<Record<string, ReactNode>> = {
    state: (
      <SelectField
        label="State"
        empty="Any"
        choices={STATE_CHOICES}
        value={filterValues.state ?? ''}
        onChange={(event) => set({ state: event.target.value })}
      />
    ),
    media: (
      <div className="self-center pt-2">
        <CheckField
          label="Film is missing"
          checked={filterValues.media_missing === 'yes'}
          onChange={(event) => set({ media_missing: event.target.checked ? 'yes' : undefined })}
        />
        <CheckField
          label="Film failed"
          checked={filterValues.media_failed === 'yes'}
          onChange={(event) => set({ media_failed: event.target.checked ? 'yes' : undefined })}
        />
      </div>
    ),
  };
  return (
    <search className="mb-1 grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-x-4">
      <TextField
        label="Search"
        type="search"
        placeholder="Title, address or key"
        maxLength={MOST_SEARCHED}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {view.filters.map((filter) => (
        <div key={filter}>
          {pickers[filter] ?? (
            <EntryPicker
              kind={filter as 'channel' | 'genre' | 'show'}
              empty="Any"
              label={{ channel: 'Channel', genre: 'Genre', show: 'Show' }[filter as 'show']}
              value={filterValues[filter] ?? ''}
              onChange={(key) => set({ [filter]: key })}
            />
          )}
        </div>
      ))}
      <SelectField
        label="Sort by"
        choices={SORT_CHOICES}
        value={`${sort.field} ${sort.order.toLowerCase()}`}
        onChange={(event) => {
          const [field = 'title', order] = event.target.value.split(' ');
          setSort({ field, order: order === 'desc' ? 'DESC' : 'ASC' });
        }}
      />
    </search>
  );
}
