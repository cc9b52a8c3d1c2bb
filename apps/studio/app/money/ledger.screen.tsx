import { ledgerReport, moneyReport, vatReport } from '@bonisa/contract/studio/reports.calls';
import { carrierName, productNow } from '../calls/settings.ts';
import { useRead } from '../calls/use-calls.ts';
import { Page } from '../design/page.tsx';
import { Loading, Problem } from '../design/states.tsx';
import { dayValue } from '../design/time.ts';
import { Figure, Figures } from '../reports/figure.tsx';
import { axisDay, fileOf, RangeBar, useReportInput } from '../reports/range.tsx';
import {
  accountName,
  cents,
  money,
  monthCell,
  monthsWords,
  shortMoney,
  unfinishedWords,
} from '../reports/words.ts';

/** The ledger's accounts with their balances, and the VAT of each month. */
export default function LedgerScreen() {
  const [input, change] = useReportInput();
  const query = {
    from: input.from,
    to: input.to,
    ...(input.carrier ? { carrier: input.carrier } : {}),
  };
  const ledger = useRead(ledgerReport, { query });
  const carriers = useRead(moneyReport, {
    query: { from: input.from, to: input.to, by: 'carrier' },
  });
  return (
    <Page
      title="Ledger and VAT"
      intro="Double entry: a debit is positive, a credit negative, and all accounts add up to nothing."
    >
      <RangeBar
        input={input}
        onChange={change}
        carriers={carriers.data?.data.map(({ key }) => key) ?? []}
        countedUntil={ledger.data?.counted_until}
      />
      {ledger.error && <Problem error={ledger.error} onRetry={ledger.refetch} />}
      {ledger.isPending && <Loading />}
      {ledger.data && (
        <Figures>
          <Owed report={ledger.data} file={fileOf('money/files/ledger', query)} />
          <Vat query={query} />
        </Figures>
      )}
    </Page>
  );
}

type Report = (typeof ledgerReport)['reply']['_output'];

function Owed({ report, file }: { readonly report: Report; readonly file: string }) {
  const owed = report.accounts.find(({ account }) => account === 'carrier_receivable');
  const days = report.data.filter(({ account }) => account === 'carrier_receivable');
  return (
    <>
      <Figure
        question="What do the carriers owe us?"
        isEmpty={!owed}
        answer={
          owed
            ? `${money(owed.closing)} at the end of the range, ${money(owed.opening)} before it. A carrier’s share of a month is in it until a payment or write-off of the month is posted.`
            : 'Nothing was posted in this range.'
        }
        file={file}
        picture={{
          labels: days.map((row) => axisDay(row.day)),
          kind: 'lines',
          format: shortMoney,
          series: [{ label: 'Owed', values: days.map(({ balance }) => cents(balance)) }],
        }}
        rows={days}
        keyOf={(row) => row.day}
        columns={[
          { head: 'Day', cell: (row) => axisDay(row.day) },
          { head: 'Debit', align: 'right', cell: ({ debit }) => money(debit) },
          { head: 'Credit', align: 'right', cell: ({ credit }) => money(credit) },
          { head: 'Balance', align: 'right', cell: ({ balance }) => money(balance) },
        ]}
      />
      <Figure
        question="What is the balance of each account?"
        isEmpty={report.accounts.length === 0}
        answer={
          report.accounts.length === 0
            ? 'Nothing was posted yet.'
            : `All accounts together: ${money(sumOf(report))}.`
        }
        file={file}
        rows={report.accounts}
        keyOf={({ account }) => account}
        columns={[
          { head: 'Account', cell: ({ account }) => accountName(account) },
          { head: 'Before', align: 'right', cell: ({ opening }) => money(opening) },
          { head: 'Debit', align: 'right', cell: ({ debit }) => money(debit) },
          { head: 'Credit', align: 'right', cell: ({ credit }) => money(credit) },
          { head: 'After', align: 'right', cell: ({ closing }) => money(closing) },
        ]}
      />
    </>
  );
}

function sumOf({ accounts }: Report): string {
  return String(accounts.reduce((sum, { closing }) => sum + cents(closing), 0) / 100);
}

function Vat({ query }: { readonly query: { from: string; to: string; carrier?: string } }) {
  const { data, error } = useRead(vatReport, { query });
  if (error) return <Problem error={error} />;
  if (!data) return <Loading />;
  const due = data.data.reduce((sum, row) => sum + cents(row.vat_due), 0) / 100;
  const today = dayValue(productNow());
  const counted = `${monthsWords(data, query)}${unfinishedWords(data, today)}`;
  return (
    <Figure
      question="How much VAT is due?"
      isEmpty={data.data.length === 0}
      answer={
        data.data.length === 0
          ? 'Nothing was posted in this range.'
          : `${money(String(due))} for what was taken and given back.${counted}`
      }
      file={fileOf('money/files/vat', query)}
      rows={data.data}
      keyOf={({ month, carrier }) => `${month} ${carrier}`}
      columns={[
        { head: 'Month', cell: ({ month }) => monthCell(month, today) },
        { head: 'Carrier', cell: ({ carrier }) => carrierName(carrier) },
        { head: 'Taken', align: 'right', cell: ({ taken }) => money(taken) },
        { head: 'Given back', align: 'right', cell: ({ refunded }) => money(refunded) },
        { head: 'VAT taken', align: 'right', cell: (row) => money(row.vat_taken) },
        { head: 'VAT given back', align: 'right', cell: (row) => money(row.vat_refunded) },
        { head: 'VAT due', align: 'right', cell: (row) => money(row.vat_due) },
      ]}
    />
  );
}
