import { careOpenFeedback } from '@bonisa/contract/studio/care.calls';
import { FEEDBACK_KINDS, feedbackFile, listFeedback } from '@bonisa/contract/studio/feedback.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import type { FormEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useMay } from '../calls/person.tsx';
import { studio } from '../calls/studio.ts';
import { useRead } from '../calls/use-calls.ts';
import { useOpenNumber } from '../care/use-open-number.ts';
import { Button } from '../design/button.tsx';
import { SelectField, TextField } from '../design/fields.tsx';
import { FileLink } from '../design/file-link.tsx';
import { count, counted } from '../design/money.ts';
import { Page } from '../design/page.tsx';
import { Pager } from '../design/pager.tsx';
import { Badge, EmptyState, Loading, Problem } from '../design/states.tsx';
import { type Column, Table } from '../design/table.tsx';
import { dateTime } from '../design/time.ts';

type Feedback = StudioReplyOf<typeof listFeedback>;
type Entry = Feedback['data'][number];
type Filters = Readonly<Record<string, string>>;

const KINDS: Readonly<Record<(typeof FEEDBACK_KINDS)[number], string>> = {
  general: 'The service',
  video: 'Video',
  payment: 'Payment',
  other: 'Something else',
};
const RATINGS = ['very bad', 'bad', 'fair', 'good', 'very good'];
const TONES = ['problem', 'problem', 'warning', 'good', 'good'] as const;
const RANGES = [
  { value: '1-2', label: 'Bad (1 and 2)' },
  { value: '3-3', label: 'Fair (3)' },
  { value: '4-5', label: 'Good (4 and 5)' },
];

const INTRO =
  'What viewers wrote in their profile. It names nobody: phone numbers in it are left out.';

/** What viewers wrote about the service: how many are content, and the words of each. */
export default function FeedbackScreen() {
  const [params, setParams] = useSearchParams();
  const mayOpen = useMay('care:read');
  const query = Object.fromEntries(params);
  const { before, ...filters } = query;
  const { data, error, isPending, refetch } = useRead(listFeedback, { query });
  const setFilters = (given: Filters): void => setParams({ ...given });
  return (
    <Page
      title="Feedback"
      intro={mayOpen ? `${INTRO} Care opens the number behind one, for a reason.` : INTRO}
    >
      <FilterForm filters={filters} onFilter={setFilters} />
      {error && <Problem error={error} onRetry={refetch} />}
      {isPending && <Loading />}
      {data?.data.length === 0 && (
        <EmptyState title={params.size === 0 ? 'Nobody has written yet' : 'Nothing matches'} />
      )}
      {data && data.data.length > 0 && (
        <>
          <div className="mb-3 flex flex-wrap items-center gap-x-5 gap-y-2">
            <p className="font-semibold">{summaryWords(data.by_rating)}</p>
            <FileLink
              href={`${feedbackFile.path}?${new URLSearchParams(filters)}`}
              label="Save what is filtered as CSV"
            />
          </div>
          <Entries rows={data.data} mayOpen={mayOpen} />
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
    </Page>
  );
}

/** `120 ratings, 3.8 on average: 40 very good, 50 good, …`. */
function summaryWords(byRating: readonly number[]): string {
  const all = byRating.reduce((sum, n) => sum + n, 0);
  const points = byRating.reduce((sum, n, at) => sum + n * (at + 1), 0);
  const parts = byRating.flatMap((n, at) => (n === 0 ? [] : [`${count(n)} ${RATINGS[at]}`]));
  return `${counted(all, 'rating')}, ${(points / all).toFixed(1)} on average: ${parts.toReversed().join(', ')}.`;
}

function FilterForm({
  filters,
  onFilter,
}: {
  readonly filters: Filters;
  readonly onFilter: (filters: Filters) => void;
}) {
  const { least, most } = filters;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const [from, to] = String(given.get('rating') ?? '').split('-');
    const chosen = {
      kind: String(given.get('kind')),
      words_only: given.get('words_only') ? 'yes' : '',
      from: String(given.get('from')),
      to: String(given.get('to')),
      least: from ?? '',
      most: to ?? '',
    };
    onFilter(Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== '')));
  };
  return (
    <search>
      <form
        key={JSON.stringify(filters)}
        onSubmit={submit}
        className="mb-2 grid items-start gap-x-4 grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))]"
      >
        <SelectField
          label="About"
          name="kind"
          empty="Anything"
          choices={FEEDBACK_KINDS.map((value) => ({ value, label: KINDS[value] }))}
          defaultValue={filters.kind ?? ''}
        />
        <SelectField
          label="Rating"
          name="rating"
          empty="Any"
          choices={RANGES}
          defaultValue={least && most ? `${least}-${most}` : ''}
        />
        <SelectField
          label="Words"
          name="words_only"
          empty="With and without"
          choices={[{ value: 'yes', label: 'With words only' }]}
          defaultValue={filters.words_only ?? ''}
        />
        <TextField label="From" name="from" type="date" defaultValue={filters.from} />
        <TextField label="To" name="to" type="date" defaultValue={filters.to} />
        <div className="flex gap-2 pt-7">
          <Button type="submit" tone="action">
            Filter
          </Button>
          <Button onClick={() => onFilter({})}>All</Button>
        </div>
      </form>
    </search>
  );
}

function Entries({
  rows,
  mayOpen,
}: {
  readonly rows: readonly Entry[];
  readonly mayOpen: boolean;
}) {
  const { open, error } = useOpenNumber();
  const openBehind = ({ id, at }: Entry): Promise<void> =>
    open(
      {
        title: 'Open the number behind this feedback?',
        text: `It was written ${dateTime(at)}.`,
      },
      (body) => studio.call(careOpenFeedback, { params: { id }, body }),
    );
  return (
    <>
      {error !== undefined && <Problem error={error} />}
      <EntryTable rows={rows} onOpen={mayOpen ? openBehind : undefined} />
    </>
  );
}

function EntryTable({
  rows,
  onOpen,
}: {
  readonly rows: readonly Entry[];
  readonly onOpen: ((entry: Entry) => void) | undefined;
}) {
  const opening: Column<Entry> = {
    head: 'Number',
    cell: (entry) => (
      <Button
        size="small"
        aria-label={`Open the number behind the feedback of ${dateTime(entry.at)}`}
        onClick={() => onOpen?.(entry)}
      >
        Open
      </Button>
    ),
  };
  return (
    <Table
      caption="Feedback"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { head: 'When', cell: ({ at }) => dateTime(at) },
        {
          head: 'Rating',
          cell: ({ experience }) => (
            <Badge tone={TONES[experience - 1] ?? 'plain'}>
              {experience}: {RATINGS[experience - 1]}
            </Badge>
          ),
        },
        { head: 'About', cell: ({ kind }) => KINDS[kind] },
        {
          head: 'Words',
          cell: ({ words }) => (
            <span className="block max-w-[40rem] whitespace-pre-wrap break-words">{words}</span>
          ),
        },
        {
          head: 'From',
          wideOnly: true,
          cell: ({ platform, site_version: version }) =>
            [platform, version].filter((one) => one !== null).join(' '),
        },
        ...(onOpen ? [opening] : []),
      ]}
    />
  );
}
