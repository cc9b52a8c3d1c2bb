import {
  careApprovals,
  careApprove,
  careOpenApproval,
  careRefuse,
} from '@bonisa/contract/studio/care.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useMay } from '../calls/person.tsx';
import { studio } from '../calls/studio.ts';
import { useAct, useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { useConfirm } from '../design/confirm.tsx';
import { CursorPager, useCursorPages } from '../design/cursor-pager.tsx';
import { SelectField } from '../design/fields.tsx';
import { count, counted } from '../design/money.ts';
import { Card, Facts, Page } from '../design/page.tsx';
import { Badge, EmptyState, Loading, Problem } from '../design/states.tsx';
import { dateTime } from '../design/time.ts';
import { BoundNote } from './bound-note.tsx';
import { handOver } from './open-number.ts';

type Approval = StudioReplyOf<typeof careApprovals>['data'][number];
type State = Approval['state'];

const STATES: readonly { readonly value: State; readonly label: string }[] = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'approved', label: 'Approved' },
  { value: 'refused', label: 'Refused' },
  { value: 'expired', label: 'Expired' },
];
const TONES = {
  waiting: 'warning',
  approved: 'good',
  refused: 'problem',
  expired: 'plain',
} as const;

/** Refunds that a second person decides. */
export default function ApprovalsScreen() {
  const [state, setState] = useState<State>('waiting');
  const pages = useCursorPages(state);
  const query = { state, before: pages.before };
  const { data, error, isPending, refetch } = useRead(careApprovals, { query });
  const choose = (value: State): void => {
    setState(value);
    pages.reset();
  };
  return (
    <Page
      title="Refunds to approve"
      intro="Above the limit a refund needs two people. Whoever asked for it cannot decide it, and nobody whose account they made or changed within 7 days can approve it."
    >
      <div className="mb-4 max-w-[14rem]">
        <SelectField
          label="Show"
          value={state}
          choices={STATES}
          onChange={(event) => choose(event.target.value as State)}
        />
      </div>
      {error && <Problem error={error} onRetry={refetch} />}
      {isPending && <Loading what="Reading the requests" />}
      {data?.data.length === 0 && (
        <EmptyState title={state === 'waiting' ? 'No refund waits' : 'None'}>
          A refund above the limit appears here as soon as somebody asks for it.
        </EmptyState>
      )}
      {data && data.data.length > 0 && state === 'waiting' && (
        <p className="mb-3 text-muted">
          {counted(data.waiting, 'refund')} waiting, {count(data.may_decide)} for you to decide.
          Those that expire first come first.
        </p>
      )}
      {data?.data.map((approval) => (
        <ApprovalCard key={approval.id} approval={approval} />
      ))}
      <CursorPager pages={pages} next={data?.next} />
    </Page>
  );
}

function ApprovalCard({ approval }: { readonly approval: Approval }) {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const mayDecide = useMay('refund:approve');
  const approve = useAct(careApprove, { done: 'Approved. The carrier was asked.' });
  const refuse = useAct(careRefuse, { done: 'The refund is refused.' });
  const [opening, setOpening] = useState<unknown>();
  const { id, amount, state, own, bound } = approval;

  const decide = async (isApproval: boolean): Promise<void> => {
    const answer = await confirm({
      title: isApproval ? `Give R${amount} back?` : `Refuse to give R${amount} back?`,
      text: isApproval
        ? 'The carrier is asked at once. A refund cannot be taken back.'
        : 'No money moves. The person who asked sees your reason.',
      button: isApproval ? 'Approve' : 'Refuse',
      danger: !isApproval,
      reason: true,
    });
    if (!answer) return;
    const given = { params: { id }, body: { reason: answer.reason } };
    await (isApproval ? approve.act(given) : refuse.act(given));
  };
  const look = async (): Promise<void> => {
    try {
      handOver(await studio.call(careOpenApproval, { params: { id }, body: {} }));
      navigate('/care/caller');
    } catch (refused) {
      setOpening(refused);
    }
  };

  const error = approve.error ?? refuse.error ?? opening;
  return (
    <Card>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <h2 className="text-heading tabular-nums">R{amount}</h2>
        <Badge tone={TONES[state]}>{state}</Badge>
        {own && <Badge tone="mark">you asked for it</Badge>}
        {bound && <Badge tone="mark">not yours to approve</Badge>}
      </div>
      {error ? <Problem error={error} /> : null}
      {bound && <BoundNote />}
      <Facts facts={factsOf(approval)} />
      {state === 'waiting' && mayDecide && (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button onClick={look}>Look at the evidence</Button>
          {!own && (
            <>
              {!bound && (
                <Button tone="action" disabled={approve.isBusy} onClick={() => decide(true)}>
                  Approve
                </Button>
              )}
              <Button tone="danger" disabled={refuse.isBusy} onClick={() => decide(false)}>
                Refuse
              </Button>
            </>
          )}
        </div>
      )}
    </Card>
  );
}

function factsOf(approval: Approval) {
  const { package_name: name, charged, charged_at: chargedAt, state } = approval;
  return [
    { name: 'Of charge', value: `R${charged} for ${name}, ${dateTime(chargedAt)}` },
    { name: 'Reason', value: approval.reason },
    { name: 'Asked by', value: `${approval.asked_by}, ${dateTime(approval.asked_at)}` },
    ...(state === 'waiting' ? [{ name: 'Until', value: dateTime(approval.expires_at) }] : []),
    ...(approval.decided_at
      ? [
          {
            name: 'Decided by',
            value: `${approval.decided_by}, ${dateTime(approval.decided_at)}: ${approval.decided_reason}`,
          },
        ]
      : []),
    ...(approval.outcome ? [{ name: 'Became', value: approval.outcome }] : []),
  ];
}
