import { cohortReport, subscriberReport } from '@bonisa/contract/studio/reports.calls';
import { useRead } from '../calls/use-calls.ts';
import { count, counted } from '../design/money.ts';
import { Page } from '../design/page.tsx';
import { Loading, Problem } from '../design/states.tsx';
import type { Column } from '../design/table.tsx';
import { day } from '../design/time.ts';
import { Figure, Figures } from '../reports/figure.tsx';
import { axisDay, fileOf, RangeBar, useReportInput } from '../reports/range.tsx';
import { nameOf, share, shortCount } from '../reports/words.ts';

type Report = (typeof subscriberReport)['reply']['_output'];
type Input = ReturnType<typeof useReportInput>[0];
interface Part {
  readonly report: Report;
  readonly file: string;
}

/** Who came, paid, went and stays. */
export default function SubscribersScreen() {
  const [input, change] = useReportInput();
  const { data, error, isPending, refetch } = useRead(subscriberReport, {
    query: { ...input, by: 'day' },
  });
  const range = { from: input.from, to: input.to };
  const carriers = useRead(subscriberReport, { query: { ...range, by: 'carrier' } });
  const packages = useRead(subscriberReport, { query: { ...range, by: 'package' } });
  const file = fileOf('audience/files/subscribers', input);
  return (
    <Page
      title="Subscribers"
      intro="A subscription begins with its free day or its first payment, and ends when it will not renew."
    >
      <RangeBar
        input={input}
        onChange={change}
        carriers={carriers.data?.data.map(({ key }) => key) ?? []}
        packages={packages.data?.data ?? []}
        countedUntil={data?.counted_until}
      />
      {error && <Problem error={error} onRetry={refetch} />}
      {isPending && <Loading />}
      {data && (
        <Figures>
          <Held report={data} file={file} />
          <ComingAndGoing report={data} file={file} />
          <Converted report={data} file={file} />
          <Cohorts input={input} />
          <Groups input={input} by="package" />
          <Groups input={input} by="carrier" />
        </Figures>
      )}
    </Page>
  );
}

const ended = (row: Report['total']): number =>
  row.ended_wanted + row.ended_unpaid + row.ended_other;

function Held({ report, file }: Part) {
  const { data } = report;
  const last = data.at(-1);
  const first = data.at(0);
  const isEmpty = data.every(({ held }) => held === 0);
  const change = (last?.held ?? 0) - (first?.held ?? 0);
  return (
    <Figure
      question="How many are subscribed?"
      isEmpty={isEmpty}
      answer={
        isEmpty
          ? 'Nobody was subscribed in this range.'
          : `${count(last?.held ?? 0)} at the end of ${day(last?.key ?? '')}, ${count(last?.on_trial ?? 0)} of them never paid yet; ${change >= 0 ? '+' : ''}${count(change)} since ${day(first?.key ?? '')}.`
      }
      file={file}
      picture={{
        labels: data.map(({ key }) => axisDay(key)),
        kind: 'lines',
        format: shortCount,
        series: [
          { label: 'Subscribed at the end of the day', values: data.map(({ held }) => held) },
          { label: 'Of them never paid yet', values: data.map((row) => row.on_trial) },
        ],
      }}
      rows={data}
      keyOf={({ key }) => key}
      columns={[
        { head: 'Day', cell: ({ key }) => day(key) },
        { head: 'Subscribed', align: 'right', cell: ({ held }) => count(held) },
        { head: 'Never paid yet', align: 'right', cell: (row) => count(row.on_trial) },
      ]}
    />
  );
}

function ComingAndGoing({ report, file }: Part) {
  const { total, data } = report;
  const came = total.trial + total.paid_at_once;
  const went = ended(total);
  const isEmpty = came + went === 0;
  return (
    <Figure
      question="Who came and who went?"
      isEmpty={isEmpty}
      answer={
        isEmpty
          ? 'Nobody came or went in this range.'
          : `${count(came)} came and ${count(went)} went: ${count(total.ended_wanted)} wanted it, ${count(total.ended_unpaid)} did not pay, ${count(total.ended_other)} for another reason.`
      }
      file={file}
      picture={{
        labels: data.map(({ key }) => axisDay(key)),
        kind: 'lines',
        format: shortCount,
        series: [
          { label: 'Came', values: data.map((row) => row.trial + row.paid_at_once) },
          { label: 'Went: wanted', values: data.map((row) => row.ended_wanted) },
          { label: 'Went: not paid', values: data.map((row) => row.ended_unpaid) },
          { label: 'Went: other', values: data.map((row) => row.ended_other) },
        ],
      }}
      rows={data}
      keyOf={({ key }) => key}
      columns={[
        { head: 'Day', cell: ({ key }) => day(key) },
        { head: 'Free day', align: 'right', cell: ({ trial }) => count(trial) },
        { head: 'Paid at once', align: 'right', cell: (row) => count(row.paid_at_once) },
        { head: 'Wanted to go', align: 'right', cell: (row) => count(row.ended_wanted) },
        { head: 'Not paid', align: 'right', cell: (row) => count(row.ended_unpaid) },
        { head: 'Other', align: 'right', cell: (row) => count(row.ended_other) },
      ]}
    />
  );
}

function Converted({ report, file }: Part) {
  const { total, data } = report;
  const isEmpty = total.trial + total.converted + total.refused === 0;
  return (
    <Figure
      question="Do free days become payments?"
      isEmpty={isEmpty}
      answer={
        isEmpty
          ? 'No free day began in this range.'
          : `${counted(total.converted, 'first payment')} after a free day, for ${counted(total.trial, 'free day')} that began (${share(total.converted, total.trial)}); ${counted(total.refused, 'sign-up')} without one could not pay.`
      }
      file={file}
      picture={{
        labels: data.map(({ key }) => axisDay(key)),
        kind: 'lines',
        format: shortCount,
        series: [
          { label: 'Free days that began', values: data.map(({ trial }) => trial) },
          { label: 'First payments after one', values: data.map((row) => row.converted) },
        ],
      }}
      rows={data}
      keyOf={({ key }) => key}
      columns={[
        { head: 'Day', cell: ({ key }) => day(key) },
        { head: 'Free days', align: 'right', cell: ({ trial }) => count(trial) },
        { head: 'First payments', align: 'right', cell: (row) => count(row.converted) },
        { head: 'Could not pay', align: 'right', cell: ({ refused }) => count(refused) },
      ]}
    />
  );
}

/** Weeks after the beginning that are shown. */
const WEEKS = 8;

function Cohorts({ input }: { readonly input: Input }) {
  const { data, error } = useRead(cohortReport, { query: { ...input, grain: 'week' } });
  if (error) return <Problem error={error} />;
  if (!data) return <Loading />;
  const rows = data.data;
  const old = rows.filter(({ kept }) => kept.length > 1);
  const began = old.reduce((sum, row) => sum + row.began, 0);
  const kept = old.reduce((sum, row) => sum + (row.kept[1] ?? 0), 0);
  return (
    <Figure
      question="How many stay?"
      isEmpty={rows.length === 0}
      answer={
        rows.length === 0
          ? 'Nobody began in this range.'
          : old.length === 0
            ? 'The first week is not over yet.'
            : `${share(kept, began)} of those who began are still subscribed at the end of the next week.`
      }
      file={fileOf('audience/files/cohorts', { ...input, grain: 'week' })}
      rows={rows}
      keyOf={({ cohort }) => cohort}
      columns={[
        { head: 'Week of', cell: ({ cohort }) => day(cohort) },
        { head: 'Began', align: 'right', cell: (row) => count(row.began) },
        ...Array.from({ length: WEEKS }, (_, age) => ({
          head: age === 0 ? 'Same week' : `+${age}`,
          align: 'right' as const,
          wideOnly: age > 4,
          cell: (row: (typeof rows)[number]) => {
            const left = row.kept[age];
            return left === undefined ? '' : share(left, row.began);
          },
        })),
      ]}
    />
  );
}

type Row = Report['data'][number];

const MOVES: readonly Column<Row>[] = [
  { head: 'Moved here', align: 'right', cell: (row) => count(row.moved_in) },
  { head: 'Moved away', align: 'right', cell: (row) => count(row.moved_out) },
];
/** A change of package stays at its carrier. */
const GROUPS = {
  carrier: {
    ...{ head: 'Carrier', question: 'Which carrier are they on?', most: 'Most are on' },
    moves: [],
  },
  package: {
    ...{ head: 'Package', question: 'Which package do they hold?', most: 'Most hold' },
    moves: MOVES,
  },
} as const;

interface GroupsProps {
  readonly input: Input;
  readonly by: keyof typeof GROUPS;
}

/** Subscribers by carrier or package, within the chosen carrier and package. */
function Groups({ input, by }: GroupsProps) {
  const { head, question, most, moves } = GROUPS[by];
  const { data, error } = useRead(subscriberReport, { query: { ...input, by } });
  if (error) return <Problem error={error} />;
  if (!data) return <Loading />;
  const [first] = data.data.toSorted((a, b) => b.held - a.held);
  return (
    <Figure
      question={question}
      isEmpty={!first}
      answer={
        first
          ? `${most} ${nameOf(first)}: ${count(first.held)} at the end of the range.`
          : 'Nobody was subscribed in this range.'
      }
      file={fileOf('audience/files/subscribers', { ...input, by })}
      rows={data.data}
      keyOf={({ key }) => key}
      columns={[
        { head, cell: nameOf },
        { head: 'Subscribed', align: 'right', cell: ({ held }) => count(held) },
        { head: 'Came', align: 'right', cell: (row) => count(row.trial + row.paid_at_once) },
        { head: 'Went', align: 'right', cell: (row) => count(ended(row)) },
        ...moves,
      ]}
    />
  );
}
