import { denialReport, moneyReport, unknownReport } from '@bonisa/contract/studio/reports.calls';
import { carrierName } from '../calls/settings.ts';
import { useRead } from '../calls/use-calls.ts';
import { count, counted } from '../design/money.ts';
import { Page } from '../design/page.tsx';
import { Loading, Problem } from '../design/states.tsx';
import { day } from '../design/time.ts';
import { Figure, Figures } from '../reports/figure.tsx';
import { axisDay, fileOf, RangeBar, useReportInput } from '../reports/range.tsx';
import {
  cents,
  money,
  nameOf,
  reasonWords,
  share,
  shortCount,
  shortMoney,
} from '../reports/words.ts';

/** What was taken, denied, is unknown and went back, by day, carrier and package. */
export default function MoneyScreen() {
  const [input, change] = useReportInput();
  const byDay = useRead(moneyReport, { query: { ...input, by: 'day' } });
  const range = { from: input.from, to: input.to };
  const carriers = useRead(moneyReport, { query: { ...range, by: 'carrier' } });
  const packages = useRead(moneyReport, { query: { ...range, by: 'package' } });
  const { data } = byDay;
  return (
    <Page
      title="Money"
      intro="Charges by the day on which they were asked for. A late answer or refund corrects its day."
    >
      <RangeBar
        input={input}
        onChange={change}
        carriers={carriers.data?.data.map(({ key }) => key) ?? []}
        packages={packages.data?.data ?? []}
        countedUntil={data?.counted_until}
      />
      {byDay.error && <Problem error={byDay.error} onRetry={byDay.refetch} />}
      {byDay.isPending && <Loading />}
      {data && (
        <Figures>
          <Taken report={data} file={fileOf('money/files/money', input)} />
          <Denied input={input} />
          <Unknown input={input} />
          <Returned report={data} file={fileOf('money/files/money', input)} />
          <Disputed report={data} />
          <Groups input={input} by="package" />
          <Groups input={input} by="carrier" />
        </Figures>
      )}
    </Page>
  );
}

type Input = ReturnType<typeof useReportInput>[0];
type Report = (typeof moneyReport)['reply']['_output'];

/**
 * What decided reconciliation exceptions add, where they do; nothing where the report is of one
 * package.
 */
function byExceptions(amount: string | null): string {
  return amount === null || cents(amount) === 0 ? '' : ` Decided exceptions add ${money(amount)}.`;
}

function ofExceptions(amount: string | null): string {
  return amount === null ? '–' : money(amount);
}

function Taken({ report, file }: { readonly report: Report; readonly file: string }) {
  const { total, data } = report;
  return (
    <Figure
      question="How much was taken each day?"
      isEmpty={total.asked === 0 && !byExceptions(total.exceptions_taken_amount)}
      answer={
        (total.asked === 0
          ? 'No charge was asked for in this range.'
          : `${money(total.taken_amount)} in ${counted(total.taken, 'charge')}, ${money(total.recovered_amount)} of it (${share(cents(total.recovered_amount), cents(total.taken_amount))}) recovered by retries.`) +
        byExceptions(total.exceptions_taken_amount)
      }
      file={file}
      picture={{
        labels: data.map(({ key }) => axisDay(key)),
        kind: 'bars',
        format: shortMoney,
        series: [
          {
            label: 'Taken at the first try',
            values: data.map((row) => cents(row.taken_amount) - cents(row.recovered_amount)),
          },
          {
            label: 'Recovered by retries',
            values: data.map((row) => cents(row.recovered_amount)),
          },
        ],
      }}
      rows={data}
      keyOf={({ key }) => key}
      columns={[
        { head: 'Day', cell: ({ key }) => day(key) },
        { head: 'Asked', align: 'right', cell: ({ asked }) => count(asked) },
        { head: 'Taken', align: 'right', cell: ({ taken }) => count(taken) },
        { head: 'Amount', align: 'right', cell: (row) => money(row.taken_amount) },
        { head: 'Recovered', align: 'right', cell: (row) => money(row.recovered_amount) },
        {
          head: 'By exceptions',
          align: 'right',
          cell: (row) => ofExceptions(row.exceptions_taken_amount),
        },
        { head: 'Denied', align: 'right', cell: ({ denied }) => count(denied) },
        { head: 'Unknown', align: 'right', cell: ({ unknown }) => count(unknown) },
      ]}
    />
  );
}

function Denied({ input }: { readonly input: Input }) {
  const { data, error } = useRead(denialReport, { query: input });
  if (error) return <Problem error={error} />;
  if (!data) return <Loading />;
  const days = [...new Set(data.data.map((row) => row.day))];
  const shown = data.reasons.slice(0, 6);
  const [most] = data.reasons;
  return (
    <Figure
      question="Why were charges denied?"
      isEmpty={!most}
      answer={
        most
          ? `${counted(data.denied, 'charge')} of ${count(data.asked)} (${share(data.denied, data.asked)}), most of them: ${reasonWords(most.reason).toLowerCase()}.`
          : 'No charge was denied in this range.'
      }
      file={fileOf('money/files/denials', input)}
      picture={{
        labels: days.map(axisDay),
        kind: 'bars',
        format: shortCount,
        series: shown.map(({ reason }) => ({
          label: reasonWords(reason),
          values: days.map(
            (of) => data.data.find((row) => row.day === of && row.reason === reason)?.denied ?? 0,
          ),
        })),
      }}
      rows={data.reasons}
      keyOf={({ reason }) => reason}
      columns={[
        { head: 'Reason', cell: ({ reason }) => reasonWords(reason) },
        { head: 'Denied', align: 'right', cell: ({ denied }) => count(denied) },
        { head: 'Share', align: 'right', cell: ({ denied }) => share(denied, data.denied) },
        { head: 'Amount', align: 'right', cell: ({ amount }) => money(amount) },
      ]}
    />
  );
}

const AGES = {
  today: 'Of today',
  one_day: 'Of yesterday',
  two_to_seven_days: 'Two to seven days',
  over_seven_days: 'Over seven days',
} as const;

function Unknown({ input }: { readonly input: Input }) {
  const { carrier, package: held } = input;
  const query = { ...(carrier ? { carrier } : {}), ...(held ? { package: held } : {}) };
  const { data, error } = useRead(unknownReport, { query });
  if (error) return <Problem error={error} />;
  if (!data) return <Loading />;
  const old = data.data.filter(({ age }) => age.endsWith('seven_days'));
  const waiting = old.reduce((sum, { unknown }) => sum + unknown, 0);
  return (
    <Figure
      question="Which charges have no outcome yet?"
      isEmpty={data.unknown === 0}
      answer={
        data.unknown === 0
          ? 'Every charge has an outcome.'
          : `${counted(data.unknown, 'charge')} of ${money(data.amount)}; ${count(waiting)} older than a day: ask the carrier.`
      }
      file={fileOf('money/files/unknown', query)}
      rows={data.data}
      keyOf={({ age, carrier: of, reason }) => `${age} ${of} ${reason}`}
      columns={[
        { head: 'Age', cell: ({ age }) => AGES[age] },
        { head: 'Carrier', cell: (row) => carrierName(row.carrier) },
        { head: 'Why', cell: ({ reason }) => reasonWords(reason) },
        { head: 'Charges', align: 'right', cell: ({ unknown }) => count(unknown) },
        { head: 'Amount', align: 'right', cell: ({ amount }) => money(amount) },
      ]}
    />
  );
}

function Returned({ report, file }: { readonly report: Report; readonly file: string }) {
  const { total, data } = report;
  const more = byExceptions(total.exceptions_refunded_amount);
  const any = total.refunded + total.refunds_waiting + total.refunds_refused > 0 || more !== '';
  return (
    <Figure
      question="How much was given back?"
      isEmpty={!any}
      answer={
        any
          ? `${money(total.refunded_amount)} in ${counted(total.refunded, 'refund')}; ${count(total.refunds_waiting)} wait for the carrier, and ${count(total.refunds_refused)} were refused.${more}`
          : 'No refund was asked for in this range.'
      }
      file={file}
      picture={{
        labels: data.map(({ key }) => axisDay(key)),
        kind: 'bars',
        format: shortMoney,
        series: [{ label: 'Given back', values: data.map((row) => cents(row.refunded_amount)) }],
      }}
      rows={data}
      keyOf={({ key }) => key}
      columns={[
        { head: 'Day', cell: ({ key }) => day(key) },
        { head: 'Refunds', align: 'right', cell: ({ refunded }) => count(refunded) },
        { head: 'Amount', align: 'right', cell: (row) => money(row.refunded_amount) },
        {
          head: 'By exceptions',
          align: 'right',
          cell: (row) => ofExceptions(row.exceptions_refunded_amount),
        },
        { head: 'Waiting', align: 'right', cell: (row) => count(row.refunds_waiting) },
        { head: 'Refused', align: 'right', cell: (row) => count(row.refunds_refused) },
      ]}
    />
  );
}

function Disputed({ report }: { readonly report: Report }) {
  const { total, data } = report;
  const rows = data.filter(({ disputed }) => disputed > 0);
  return (
    <Figure
      question="How many charges are disputed?"
      isEmpty={total.disputed === 0}
      answer={
        total.disputed === 0
          ? 'No caller disputed a charge in this range.'
          : `${counted(total.disputed, 'charge')}, ${share(total.disputed, total.taken)} of those taken; ${count(total.disputes_open)} wait for a decision.`
      }
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        { head: 'Day', cell: ({ key }) => day(key) },
        { head: 'Disputed', align: 'right', cell: ({ disputed }) => count(disputed) },
        { head: 'Undecided', align: 'right', cell: (row) => count(row.disputes_open) },
      ]}
    />
  );
}

const GROUPS = {
  carrier: { head: 'Carrier', question: 'Which carrier brings the money?' },
  package: { head: 'Package', question: 'Which package brings the money?' },
} as const;

interface GroupsProps {
  readonly input: Input;
  readonly by: keyof typeof GROUPS;
}

/** The money by carrier or package, within the chosen carrier and package. */
function Groups({ input, by }: GroupsProps) {
  const { head, question } = GROUPS[by];
  const { data, error } = useRead(moneyReport, { query: { ...input, by } });
  if (error) return <Problem error={error} />;
  if (!data) return <Loading />;
  const best = data.data.toSorted((a, b) => cents(b.taken_amount) - cents(a.taken_amount))[0];
  return (
    <Figure
      question={question}
      isEmpty={!best}
      answer={
        best
          ? `${nameOf(best)}: ${money(best.taken_amount)}, ${share(cents(best.taken_amount), cents(data.total.taken_amount))} of all.`
          : 'No charge was asked for in this range.'
      }
      file={fileOf('money/files/money', { ...input, by })}
      rows={data.data}
      keyOf={({ key }) => key}
      columns={[
        { head, cell: nameOf },
        { head: 'Taken', align: 'right', cell: ({ taken }) => count(taken) },
        { head: 'Amount', align: 'right', cell: (row) => money(row.taken_amount) },
        { head: 'Recovered', align: 'right', cell: (row) => money(row.recovered_amount) },
        { head: 'Denied', align: 'right', cell: (row) => share(row.denied, row.asked) },
        { head: 'Given back', align: 'right', cell: (row) => money(row.refunded_amount) },
      ]}
    />
  );
}
