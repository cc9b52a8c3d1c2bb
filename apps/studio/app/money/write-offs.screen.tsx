import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import {
  approveWriteOff,
  askWriteOff,
  listWriteOffs,
  refuseWriteOff,
  WRITE_OFF_STATES,
} from '@bonisa/contract/studio/write-off.calls';
import { type FormEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useMay } from '../calls/person.tsx';
import { carrierName, productNow, studioSettings } from '../calls/settings.ts';
import { useAct, useRead } from '../calls/use-calls.ts';
import { BoundNote } from '../care/bound-note.tsx';
import { Button } from '../design/button.tsx';
import { useConfirm } from '../design/confirm.tsx';
import { CursorPager, useCursorPages } from '../design/cursor-pager.tsx';
import { SelectField, TextArea, TextField } from '../design/fields.tsx';
import { count, counted } from '../design/money.ts';
import { Card, Facts, Page } from '../design/page.tsx';
import { Badge, EmptyState, Loading, Problem } from '../design/states.tsx';
import { dateTime, dayValue, monthWords } from '../design/time.ts';
import { money } from '../reports/words.ts';

type Request = StudioReplyOf<typeof listWriteOffs>['data'][number];

const LABELS: Readonly<Record<Request['state'], string>> = {
  waiting: 'Waiting',
  approved: 'Approved',
  refused: 'Refused',
  expired: 'Expired',
};
const TONES = {
  waiting: 'warning',
  approved: 'good',
  refused: 'problem',
  expired: 'plain',
} as const;

/** What carriers owe and will not pay: one person asks, another one decides. */
export default function WriteOffsScreen() {
  const [params, setParams] = useSearchParams();
  const state = (params.get('state') ?? 'waiting') as Request['state'];
  const pages = useCursorPages(state);
  const mayAsk = useMay('money:act');
  const query = { state, before: pages.before };
  const { data, error, isPending, refetch } = useRead(listWriteOffs, { query });
  const choose = (value: string): void => {
    setParams({ state: value });
    pages.reset();
  };
  return (
    <Page
      title="Write-offs"
      intro={
        <>
          What a carrier owes and will not pay, and larger payments to give back that are no charge
          here. Nothing is posted or asked of the carrier before a second person approves. What each
          carrier owes for a month is in the{' '}
          <Link to="/settlements" className="text-mark underline">
            settlement
          </Link>
          .
        </>
      }
    >
      {mayAsk && <Ask />}
      <div className="max-w-[20rem]">
        <SelectField
          label="Which"
          choices={WRITE_OFF_STATES.map((value) => ({ value, label: LABELS[value] }))}
          value={state}
          onChange={(event) => choose(event.target.value)}
        />
      </div>
      {error && <Problem error={error} onRetry={refetch} />}
      {isPending && <Loading />}
      {data?.data.length === 0 && (
        <EmptyState title={state === 'waiting' ? 'No write-off waits' : 'None'} />
      )}
      {data && data.data.length > 0 && state === 'waiting' && (
        <p className="mb-3 text-muted">
          {counted(data.waiting, 'write-off')} waiting, {count(data.may_decide)} for you to decide.
          Those that expire first come first.
        </p>
      )}
      {data?.data.map((one) => (
        <RequestCard key={one.id} one={one} />
      ))}
      <CursorPager pages={pages} next={data?.next} />
    </Page>
  );
}

function Ask() {
  const { act, error, isBusy } = useAct(askWriteOff, {
    done: 'It waits for a second person now.',
  });
  // The same press twice is one request; another one begins after an answer.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const carriers = Object.keys(studioSettings().carriers);
  const ask = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const body = {
      carrier: String(given.get('carrier')),
      month: String(given.get('month')),
      amount: String(given.get('amount')).trim(),
      reason: String(given.get('reason')).trim(),
      once_key: key,
    };
    if (!(await act({ body }))) return;
    setKey(crypto.randomUUID());
    form.reset();
  };
  return (
    <Card title="Ask for a write-off">
      <form method="post" onSubmit={ask} className="max-w-[34rem]">
        {error && <Problem error={error} />}
        <SelectField
          label="Carrier"
          name="carrier"
          choices={carriers.map((value) => ({ value, label: carrierName(value) }))}
        />
        <TextField
          label="Month"
          name="month"
          type="month"
          defaultValue={dayValue(productNow()).slice(0, 7)}
          required
        />
        <TextField
          label="Amount in rand"
          name="amount"
          inputMode="decimal"
          pattern="[0-9]+(\.[0-9]{1,2})?"
          hint="At most what is outstanding of the month, such as 125.50."
          required
        />
        <TextArea
          label="Reason"
          name="reason"
          hint="Why the carrier will not pay it. The second person and the ledger's readers see it."
          required
          maxLength={500}
          rows={2}
        />
        <Button type="submit" tone="action" disabled={isBusy}>
          Ask for it
        </Button>
      </form>
    </Card>
  );
}

function RequestCard({ one }: { readonly one: Request }) {
  const confirm = useConfirm();
  const mayDecide = useMay('writeoff:approve');
  const approve = useAct(approveWriteOff, {
    done: one.gives_back
      ? 'Approved: the carrier is asked.'
      : 'Approved, and posted to the ledger.',
  });
  const refuse = useAct(refuseWriteOff, { done: 'The request is refused.' });
  const amount = money(one.amount);
  const what = one.gives_back ? `give ${amount} back` : `write ${amount} off`;
  const effect = one.gives_back
    ? `${carrierName(one.carrier)} is asked to give the payment back.`
    : `${carrierName(one.carrier)} then owes that much less. It is posted at once and cannot be taken back.`;
  const decide = async (isApproval: boolean): Promise<void> => {
    const answer = await confirm({
      title: isApproval ? `Approve to ${what}?` : `Refuse to ${what}?`,
      text: isApproval ? effect : 'Nothing is posted. The person who asked sees your reason.',
      button: isApproval ? 'Approve' : 'Refuse',
      danger: true,
      reason: true,
    });
    if (!answer) return;
    const given = { params: { id: one.id }, body: { reason: answer.reason } };
    await (isApproval ? approve.act(given) : refuse.act(given));
  };
  const error = approve.error ?? refuse.error;
  return (
    <Card>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <h2 className="text-heading tabular-nums">{amount}</h2>
        <Badge>{one.gives_back ? 'To give back' : 'To write off'}</Badge>
        <Badge>{carrierName(one.carrier)}</Badge>
        {one.month && <Badge>{monthWords(one.month)}</Badge>}
        <Badge tone={TONES[one.state]}>{LABELS[one.state]}</Badge>
        {one.own && <Badge tone="mark">you asked for it</Badge>}
        {one.bound && <Badge tone="mark">not yours to approve</Badge>}
      </div>
      {error && <Problem error={error} />}
      {one.bound && <BoundNote />}
      <Facts facts={factsOf(one)} />
      {one.state === 'waiting' && mayDecide && !one.own && (
        <div className="mt-4 flex flex-wrap gap-2">
          {!one.bound && (
            <Button tone="action" disabled={approve.isBusy} onClick={() => decide(true)}>
              Approve
            </Button>
          )}
          <Button tone="danger" disabled={refuse.isBusy} onClick={() => decide(false)}>
            Refuse
          </Button>
        </div>
      )}
    </Card>
  );
}

function factsOf(one: Request) {
  const { decided_at: at, decided_by: by, decided_reason: why } = one;
  return [
    { name: 'Reason', value: one.reason },
    ...(one.exception_id
      ? [{ name: one.gives_back ? 'Payment of' : 'Closes', value: 'A reconciliation exception' }]
      : []),
    { name: 'Asked by', value: `${one.asked_by}, ${dateTime(one.asked_at)}` },
    ...(one.state === 'waiting' ? [{ name: 'Until', value: dateTime(one.expires_at) }] : []),
    ...(at ? [{ name: 'Decided by', value: `${by}, ${dateTime(at)}: ${why}` }] : []),
  ];
}
