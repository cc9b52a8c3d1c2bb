import { careOpenCharge } from '@bonisa/contract/studio/care.calls';
import { exceptionFile } from '@bonisa/contract/studio/list-files.calls';
import {
  askExceptionWriteOff,
  decideException,
  listComparisons,
  listExceptions,
} from '@bonisa/contract/studio/settlement.calls';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useMay } from '../calls/person.tsx';
import { carrierName } from '../calls/settings.ts';
import { studio } from '../calls/studio.ts';
import { useAct, useRead } from '../calls/use-calls.ts';
import { useOpenNumber } from '../care/use-open-number.ts';
import { Button } from '../design/button.tsx';
import { useConfirm } from '../design/confirm.tsx';
import { SelectField, TextField } from '../design/fields.tsx';
import { FileLink } from '../design/file-link.tsx';
import { count, counted } from '../design/money.ts';
import { Card, Facts, Page } from '../design/page.tsx';
import { Badge, EmptyState, Loading, Problem } from '../design/states.tsx';
import { Table } from '../design/table.tsx';
import { dateTime, day } from '../design/time.ts';
import { accountName, money } from '../reports/words.ts';
import { ExceptionGroups } from './exception-groups.tsx';
import { KINDS } from './exception-kinds.ts';

type ReconciliationException = (typeof listExceptions)['reply']['_output']['data'][number];
type State = ReconciliationException['state'];

const STATES: readonly { readonly value: State; readonly label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'applied', label: 'Posted' },
  { value: 'dismissed', label: 'Dismissed or written off' },
  { value: 'returned', label: 'Given back' },
  { value: 'resolved', label: 'Resolved by themselves' },
];

/** What differs between our books and a carrier's, and a person's decision about it. */
export default function ReconciliationExceptionsScreen() {
  const [params, setParams] = useSearchParams();
  const state = (params.get('state') ?? 'open') as State;
  const page = Number(params.get('page') ?? 1);
  const { data, error, isPending, refetch } = useRead(listExceptions, { query: { state, page } });
  return (
    <Page
      title="Reconciliation exceptions"
      intro="Each is a difference that only a person can decide. Nothing is posted before somebody does."
    >
      <div className="max-w-[20rem]">
        <SelectField
          label="Which"
          choices={STATES}
          value={state}
          onChange={(event) => setParams({ state: event.target.value })}
        />
      </div>
      {state === 'open' && data && data.total > 1 && <ExceptionGroups />}
      {error && <Problem error={error} onRetry={refetch} />}
      {isPending && <Loading />}
      {data && data.total === 0 && (
        <EmptyState title={state === 'open' ? 'Nothing to decide' : 'None'}>
          {state === 'open' && 'Our books and the carriers’ agree, as far as they were compared.'}
        </EmptyState>
      )}
      {data && data.total > 0 && (
        <>
          <div className="mb-3 flex flex-wrap items-center gap-3">
            <p className="text-muted">{counted(data.total, 'exception')}, the oldest first.</p>
            <FileLink href={`${exceptionFile.path}?state=${state}`} label="Save all as CSV" />
          </div>
          {data.data.map((one) => (
            <ExceptionCard key={one.id} one={one} />
          ))}
          <nav aria-label="Pages" className="mb-5 flex gap-2">
            {page > 1 && (
              <Button onClick={() => setParams({ state, page: String(page - 1) })}>Before</Button>
            )}
            {page < data.last_page && (
              <Button onClick={() => setParams({ state, page: String(page + 1) })}>Next</Button>
            )}
          </nav>
        </>
      )}
      <Comparisons />
    </Page>
  );
}

/** Choices that need the carrier's own id where we do not know it. */
const NEEDS_ID: readonly string[] = ['taken', 'given_back'];

function ExceptionCard({ one }: { readonly one: ReconciliationException }) {
  const may = useMay('money:act');
  const confirm = useConfirm();
  const decision = useAct(decideException, { done: 'The exception is decided.' });
  const asking = useAct(askExceptionWriteOff, { done: 'It waits for a second person now.' });
  const isBusy = decision.isBusy || asking.isBusy;
  const error = decision.error ?? asking.error;
  const [carrierId, setCarrierId] = useState('');
  const decide = async ({
    choice,
    words,
  }: ReconciliationException['choices'][number]): Promise<void> => {
    const isWriteOff = choice === 'write_off';
    const answer = await confirm({
      title: KINDS[one.kind],
      text: isWriteOff
        ? 'Nothing is posted before a second person approves. The exception stays open until then.'
        : `${words}. This cannot be taken back.`,
      button: isWriteOff ? 'Ask for it' : 'Decide',
      reason: true,
    });
    if (!answer) return;
    if (isWriteOff) {
      await asking.act({ params: { id: one.id }, body: { reason: answer.reason } });
      return;
    }
    const named = carrierId.trim() === '' ? {} : { carrier_payment_id: carrierId.trim() };
    const body = { choice, reason: answer.reason, ...named };
    await decision.act({ params: { id: one.id }, body });
  };
  const asksId =
    one.carrier_payment_id === null && one.choices.some(({ choice }) => NEEDS_ID.includes(choice));
  const side = (which: ReconciliationException['ours']) =>
    which
      ? `${money(which.amount)} (${which.state.replaceAll('_', ' ')}), ${dateTime(which.at)}`
      : 'nothing';
  return (
    <Card title={KINDS[one.kind]} actions={<Badge>{carrierName(one.carrier)}</Badge>}>
      <Facts
        facts={[
          { name: 'Reference', value: one.reference ?? one.carrier_payment_id ?? 'none' },
          { name: 'Ours', value: side(one.ours) },
          { name: 'The carrier’s', value: side(one.theirs) },
          { name: 'Since', value: dateTime(one.created_at) },
          ...(one.write_off
            ? [
                {
                  name: one.write_off.gives_back ? 'Giving it back' : 'Write-off',
                  value: <WaitingRequest {...one.write_off} />,
                },
              ]
            : []),
          ...(one.refund ? [{ name: 'Refund', value: refundWords(one.refund) }] : []),
          ...(one.note ? [{ name: 'Note', value: one.note }] : []),
        ]}
      />
      <p className="my-4 max-w-[46rem]">{one.proposal.words}</p>
      {one.proposal.lines.length > 0 && (
        <div className="mb-4">
          <Table
            caption="What would be posted"
            rows={one.proposal.lines}
            keyOf={({ account }) => account}
            columns={[
              { head: 'Account', cell: ({ account }) => accountName(account) },
              { head: 'Debit', align: 'right', cell: ({ debit }) => money(debit) },
              { head: 'Credit', align: 'right', cell: ({ credit }) => money(credit) },
            ]}
          />
        </div>
      )}
      {one.kind === 'refund_denied' && one.reference && <NumberBehind reference={one.reference} />}
      {error && <Problem error={error} />}
      {may && asksId && (
        <div className="max-w-[24rem]">
          <TextField
            label="The carrier’s id of it"
            hint="If the carrier has told it."
            value={carrierId}
            onChange={(event) => setCarrierId(event.target.value)}
          />
        </div>
      )}
      {may && (
        <div className="flex flex-wrap gap-2">
          {one.choices.map((choice, at) => (
            <Button
              key={choice.choice}
              tone={at === 0 && choice.choice === 'post' ? 'action' : 'plain'}
              className="max-w-full py-1 whitespace-normal!"
              disabled={isBusy}
              onClick={() => decide(choice)}
            >
              {choice.words}
            </Button>
          ))}
        </div>
      )}
    </Card>
  );
}

/** The way from a refused refund to its number: above the limit it is asked for anew in Care. */
function NumberBehind({ reference }: { readonly reference: string }) {
  const { open, error } = useOpenNumber();
  if (!useMay('care:read')) return null;
  const question = {
    title: 'Open the number of this refund in Care?',
    text: `It is about ${reference}.`,
  };
  return (
    <div className="mb-4">
      {error !== undefined && <Problem error={error} />}
      <Button
        onClick={() =>
          open(question, ({ reason }) =>
            studio.call(careOpenCharge, { body: { reference, reason } }),
          )
        }
      >
        Open the number in Care
      </Button>
    </div>
  );
}

function WaitingRequest({
  asked_by: by,
  asked_at: at,
}: NonNullable<ReconciliationException['write_off']>) {
  return (
    <>
      {by} asked for it, {dateTime(at)}. It waits for a{' '}
      <Link to="/write-offs" className="text-mark underline">
        second person
      </Link>
      .
    </>
  );
}

const REFUND_STATES = {
  intended: 'the carrier is about to be asked',
  unknown: 'the carrier is asked, and its answer is awaited',
  succeeded: 'the carrier has given it back',
  denied: 'the carrier has refused it',
} as const;

function refundWords({
  reference,
  state,
  asked_at: at,
}: NonNullable<ReconciliationException['refund']>): string {
  return `${reference}, ${dateTime(at)}: ${REFUND_STATES[state]}`;
}

function Comparisons() {
  const { data, error } = useRead(listComparisons, { query: {} });
  if (error) return <Problem error={error} />;
  if (!data) return <Loading />;
  return (
    <Card title="Which days were compared with the carriers’ lists?">
      {data.data.length === 0 ? (
        <EmptyState title="None yet">Each day is compared on the next morning.</EmptyState>
      ) : (
        <Compared rows={data.data} />
      )}
    </Card>
  );
}

type Comparison = (typeof listComparisons)['reply']['_output']['data'][number];

const agrees = (row: Comparison): boolean =>
  row.missing_here + row.missing_there + row.differing === 0;

/** What differs is shown; lists that agree are counted, and shown when they are asked for. */
function Compared({ rows }: { readonly rows: readonly Comparison[] }) {
  const differing = rows.filter((row) => !agrees(row));
  const agreeing = rows.filter(agrees);
  return (
    <>
      <p className={differing.length > 0 ? 'mb-3 font-semibold' : 'font-semibold'}>
        {differing.length === 0
          ? `All ${counted(rows.length, 'list')} of the last month agree with ours.`
          : `${counted(differing.length, 'list')} of ${count(rows.length)} differ from ours.`}
      </p>
      {differing.length > 0 && <Lists caption="Lists that differ" rows={differing} />}
      {agreeing.length > 0 && (
        <details className="mt-3">
          <summary className="w-fit cursor-pointer text-mark underline">
            The lists that agree
          </summary>
          <div className="mt-3">
            <Lists caption="Lists that agree" rows={agreeing} />
          </div>
        </details>
      )}
    </>
  );
}

function Lists({
  caption,
  rows,
}: {
  readonly caption: string;
  readonly rows: readonly Comparison[];
}) {
  return (
    <Table
      caption={caption}
      rows={rows}
      keyOf={(row) => `${row.date} ${row.carrier} ${row.source}`}
      columns={[
        { head: 'Day', cell: ({ date }) => day(date) },
        { head: 'Carrier', cell: ({ carrier }) => carrierName(carrier) },
        { head: 'By', cell: ({ source }) => source, wideOnly: true },
        { head: 'Agree', align: 'right', cell: ({ matched }) => count(matched) },
        { head: 'Missing here', align: 'right', cell: (row) => count(row.missing_here) },
        { head: 'Missing there', align: 'right', cell: (row) => count(row.missing_there) },
        { head: 'Differ', align: 'right', cell: ({ differing }) => count(differing) },
      ]}
    />
  );
}
