import {
  bookPayment,
  enterStatement,
  listSettlements,
} from '@bonisa/contract/studio/settlement.calls';
import { type FormEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useMay } from '../calls/person.tsx';
import { carrierName, productNow } from '../calls/settings.ts';
import { useAct, useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { DropField } from '../design/drop-field.tsx';
import { SelectField, TextArea, TextField } from '../design/fields.tsx';
import { counted } from '../design/money.ts';
import { Card, Page } from '../design/page.tsx';
import { saveCsv } from '../design/save-csv.ts';
import { Badge, EmptyState, Loading, Notice, Problem } from '../design/states.tsx';
import { Table } from '../design/table.tsx';
import { dateTime, dayValue, monthWords } from '../design/time.ts';
import { money } from '../reports/words.ts';

type Settlement = (typeof listSettlements)['reply']['_output']['data'][number];
const FIGURES = [
  ['gross', 'Taken, VAT included'],
  ['refunds', 'Given back'],
  ['vat', 'VAT in it'],
  ['carrier_share', 'The carrier’s share'],
  ['to_be_paid', 'To be paid to us'],
] as const;

/** A carrier's file has a line for each month; what is larger is another file. */
const LARGEST_FILE = 60_000;

/** Our figures of a month beside each carrier's statement, and what was paid. */
export default function SettlementScreen() {
  const [params, setParams] = useSearchParams();
  const month = params.get('month') ?? dayValue(productNow()).slice(0, 7);
  const { data, error, isPending, refetch } = useRead(listSettlements, { query: { month } });
  const may = useMay('money:act');
  return (
    <Page
      title="Settlement"
      intro="What each carrier must pay for a month, what its own statement says, and what it paid."
    >
      <div className="flex flex-wrap items-end gap-x-4">
        <TextField
          label="Month"
          type="month"
          value={month}
          onChange={(event) => event.target.value && setParams({ month: event.target.value })}
        />
        {data && data.data.length > 0 && (
          <Button
            className="mb-4"
            onClick={() => saveCsv(`settlement-${month}`, linesOf(data.data))}
          >
            Save as CSV
          </Button>
        )}
      </div>
      {error && <Problem error={error} onRetry={refetch} />}
      {isPending && <Loading />}
      {data?.data.map((one) => (
        <Month key={one.carrier} one={one} />
      ))}
      {may && data && <Enter month={month} carriers={data.data.map(({ carrier }) => carrier)} />}
    </Page>
  );
}

/** A line for each carrier and figure, in rand. */
function linesOf(settlements: readonly Settlement[]): (string | null)[][] {
  const head = ['carrier', 'month', 'figure', 'ours', 'theirs', 'difference'];
  const rows = settlements.flatMap(({ carrier, month, ours, theirs, differences, ...one }) => [
    ...FIGURES.map(([figure]) => {
      const found = differences.find((difference) => difference.figure === figure);
      const difference = theirs ? (found?.difference ?? '0.00') : null;
      return [carrier, month, figure, ours[figure], theirs?.[figure] ?? null, difference];
    }),
    [carrier, month, 'open_exceptions', one.open_exceptions.amount, null, null],
    [carrier, month, 'written_off_charges', one.written_off_charges, null, null],
    [carrier, month, 'written_off', one.written_off, null, null],
    [carrier, month, 'paid', one.paid, null, null],
    [carrier, month, 'outstanding', one.outstanding, null, null],
  ]);
  return [head, ...rows];
}

function Month({ one }: { readonly one: Settlement }) {
  const { ours, theirs, differences } = one;
  return (
    <Card
      title={`${carrierName(one.carrier)}, ${monthWords(one.month)}`}
      actions={
        theirs ? (
          <Badge tone={differences.length === 0 ? 'good' : 'warning'}>
            {differences.length === 0 ? 'agrees' : counted(differences.length, 'difference')}
          </Badge>
        ) : (
          <Badge>no statement yet</Badge>
        )
      }
    >
      <Table
        caption={`The figures of ${carrierName(one.carrier)} for ${monthWords(one.month)}`}
        rows={FIGURES}
        keyOf={([figure]) => figure}
        columns={[
          { head: 'Figure', cell: ([, words]) => words },
          { head: 'Ours', align: 'right', cell: ([figure]) => money(ours[figure]) },
          {
            head: 'The carrier’s',
            align: 'right',
            cell: ([figure]) => (theirs ? money(theirs[figure]) : '–'),
          },
          {
            head: 'Difference',
            align: 'right',
            // Without a statement nothing was compared: a zero would say that the two agree.
            cell: ([figure]) =>
              theirs
                ? money(differences.find((found) => found.figure === figure)?.difference ?? '0.00')
                : '–',
          },
        ]}
      />
      {differences.length > 0 && (
        <div className="mt-4">
          <Notice tone="warning">
            <ul>
              {differences.map(({ figure, words }) => (
                <li key={figure}>{words}</li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      {one.open_exceptions.count > 0 && (
        <p className="mt-4">
          ‘To be paid to us’ leaves out{' '}
          <Link to="/reconciliation-exceptions" className="text-mark underline">
            {counted(one.open_exceptions.count, 'open exception')},{' '}
            {money(one.open_exceptions.amount)}
          </Link>
          .
        </p>
      )}
      <p className="mt-4 font-semibold">
        Paid: {money(one.paid)}.{' '}
        {isSome(one.written_off) && <>Written off: {money(one.written_off)}. </>}
        Outstanding: {money(one.outstanding)}.
      </p>
      {isSome(one.written_off_charges) && (
        <p className="mt-2 text-muted">
          Charges of {money(one.written_off_charges)} were written off: our figures are without
          them.
        </p>
      )}
      {one.posted_elsewhere && (
        <p className="mt-2 text-muted">
          {money(one.posted_elsewhere.amount)} of this month was posted in another one, last on{' '}
          {dateTime(one.posted_elsewhere.last_at)}: a late answer, or an exception.
        </p>
      )}
      {one.payments.length > 0 && (
        <ul className="mt-2 text-muted">
          {one.payments.map(({ reference, paid, at }) => (
            <li key={reference}>
              {money(paid)} on {dateTime(at)} ({reference})
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function isSome(amount: string): boolean {
  return Number(amount) !== 0;
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

function Enter({ month, carriers }: { readonly month: string; readonly carriers: string[] }) {
  const payment = useAct(bookPayment, { done: 'The payment is posted.' });
  const [carrier = ''] = carriers;
  if (carrier === '') return <EmptyState title="No carrier" />;
  const pay = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const body = {
      carrier: textOf(given, 'carrier'),
      month,
      paid: textOf(given, 'paid'),
      reference: textOf(given, 'reference'),
      reason: textOf(given, 'reason'),
    };
    if (await payment.act({ body })) form.reset();
  };
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <EnterStatement carrier={carrier} month={month} />
      <Card title="Post a payment">
        <form onSubmit={pay}>
          <SelectField
            label="Carrier"
            name="carrier"
            choices={carriers.map((value) => ({ value, label: carrierName(value) }))}
          />
          <TextField
            label="Amount in rand"
            name="paid"
            inputMode="decimal"
            pattern="[0-9]+(\.[0-9]{1,2})?"
            required
          />
          <TextField label="The payment’s reference" name="reference" maxLength={100} required />
          <TextField label="Reason" name="reason" maxLength={500} required />
          {payment.error && <Problem error={payment.error} />}
          <Button type="submit" tone="action" disabled={payment.isBusy}>
            Post
          </Button>
        </form>
      </Card>
    </div>
  );
}

/** Takes a carrier's own file, or lines that are typed; both are seen before they are kept. */
function EnterStatement({ carrier, month }: { readonly carrier: string; readonly month: string }) {
  const header = 'carrier,month,reference,gross,refunds,vat,carrier_share,to_be_paid\n';
  const [csv, setCsv] = useState(header);
  const [refused, setRefused] = useState('');
  const { act, error, isBusy } = useAct(enterStatement, {
    done: 'The statement is kept and compared.',
  });
  const read = async (file: File): Promise<void> => {
    const isTooLarge = file.size > LARGEST_FILE;
    setRefused(isTooLarge ? `${file.name} has more than ${LARGEST_FILE / 1000} kB.` : '');
    if (!isTooLarge) setCsv(await file.text());
  };
  const enter = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (await act({ body: { csv: csv.trim() } })) setCsv(header);
  };
  return (
    <Card title="Enter a carrier’s statement">
      <form onSubmit={enter}>
        <DropField
          button="Choose its CSV file"
          accept=".csv,text/csv"
          onFiles={([file]) => void read(file)}
        />
        {refused && <Notice tone="problem">{refused}</Notice>}
        <TextArea
          label="Lines of its CSV file"
          hint={`A line for each carrier and month, such as ${carrier},${month},ST-1,100.00,0.00,13.04,26.09,73.91. A later statement of the same month replaces the earlier one.`}
          value={csv}
          onChange={(event) => setCsv(event.target.value)}
          rows={4}
          required
          className="font-mono text-small"
        />
        {error && <Problem error={error} />}
        <Button type="submit" tone="action" disabled={isBusy}>
          Compare
        </Button>
      </form>
    </Card>
  );
}
