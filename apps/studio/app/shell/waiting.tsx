import { accounts } from '@bonisa/contract/studio/accounts.calls';
import { careApprovals, careDisputes } from '@bonisa/contract/studio/care.calls';
import { catalogueList } from '@bonisa/contract/studio/lists.calls';
import { liveIngestSessions } from '@bonisa/contract/studio/live.calls';
import { serviceState } from '@bonisa/contract/studio/service.calls';
import { listExceptions } from '@bonisa/contract/studio/settlement.calls';
import { listWriteOffs } from '@bonisa/contract/studio/write-off.calls';
import { Link } from 'react-router-dom';
import { useMay } from '../calls/person.tsx';
import { useRead } from '../calls/use-calls.ts';
import { count } from '../design/money.ts';
import { Problem } from '../design/states.tsx';

interface Work {
  readonly to: string;
  /** How many wait; `undefined` while they are counted, or where the person may not see them. */
  readonly many: number | undefined;
  readonly one: string;
  readonly more: string;
}

/** What waits for a person, counted, each with the screen on which it is done. */
export default function Waiting() {
  const { works, error } = useWaiting();
  const waiting = works.filter(({ many }) => many !== undefined && many > 0);
  const isCounted = works.some(({ many }) => many !== undefined);
  if (error) return <Problem error={error} />;
  if (!isCounted) return null;
  return (
    <section aria-labelledby="waiting" className="mb-8">
      <h2 id="waiting" className="mb-3 text-heading">
        Waits for you
      </h2>
      {waiting.length === 0 ? (
        <p className="text-muted">Nothing waits.</p>
      ) : (
        <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-4">
          {waiting.map(({ to, many = 0, one, more }) => (
            <li key={one}>
              <Link
                to={to}
                className="block h-full rounded-card border border-rule bg-sheet p-5 hover:bg-shade"
              >
                <strong className="block text-title tabular-nums">{count(many)}</strong>
                <span className="text-mark underline">{many === 1 ? one : more}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Refunds and disputes, for those who may decide them. */
function useCare() {
  const mayApprove = useMay('refund:approve');
  const mayAct = useMay('care:act');
  const approvals = useRead(
    careApprovals,
    { query: { state: 'waiting', limit: 1 } },
    { enabled: mayApprove },
  );
  const disputes = useRead(
    careDisputes,
    { query: { state: 'undecided', limit: 1 } },
    { enabled: mayAct },
  );
  const works: readonly Work[] = [
    {
      to: '/care/approvals',
      many: approvals.data?.may_decide,
      one: 'refund to approve',
      more: 'refunds to approve',
    },
    {
      to: '/care/disputes?state=undecided',
      many: disputes.data?.undecided,
      one: 'dispute to decide',
      more: 'disputes to decide',
    },
  ];
  return { reads: [approvals, disputes], works };
}

/** Reads only what the person may see: a call that is refused would be no count. */
function useWaiting(): { readonly works: readonly Work[]; readonly error: Error | null } {
  const care = useCare();
  const mayMoney = useMay('money:read');
  const mayCatalogue = useMay('catalogue:read');
  const mayLive = useMay('live:read');
  const mayOperate = useMay('operations:read');
  const exceptions = useRead(
    listExceptions,
    { query: { state: 'open', limit: 1 } },
    { enabled: mayMoney },
  );
  const drafts = useRead(
    catalogueList,
    { params: { kind: 'video' }, query: { state: 'draft', limit: 1 } },
    { enabled: mayCatalogue },
  );
  const filmless = useRead(
    catalogueList,
    { params: { kind: 'video' }, query: { media_missing: true, limit: 1 } },
    { enabled: mayCatalogue },
  );
  const failed = useRead(
    catalogueList,
    { params: { kind: 'video' }, query: { media_failed: true, limit: 1 } },
    { enabled: mayCatalogue },
  );
  const mayApproveWriteOffs = useMay('writeoff:approve');
  const writeOffs = useRead(
    listWriteOffs,
    { query: { state: 'waiting', limit: 1 } },
    { enabled: mayApproveWriteOffs },
  );
  const mayManage = useMay('staff:manage');
  const staff = useRead(accounts, undefined, { enabled: mayManage });
  const service = useRead(serviceState, undefined, { enabled: mayOperate });
  const onAir = useRead(liveIngestSessions, undefined, { enabled: mayLive });
  const reads = [
    ...care.reads,
    exceptions,
    drafts,
    filmless,
    failed,
    writeOffs,
    staff,
    service,
    onAir,
  ];
  return {
    error: reads.find(({ error }) => error !== null)?.error ?? null,
    works: [
      {
        to: '/service-health',
        many: service.data?.problems.length,
        one: 'problem of the service',
        more: 'problems of the service',
      },
      {
        to: '/on-air',
        many: onAir.data?.open.length,
        one: 'live input on air',
        more: 'live inputs on air',
      },
      {
        to: '/write-offs',
        many: writeOffs.data?.may_decide,
        one: 'write-off to approve',
        more: 'write-offs to approve',
      },
      ...care.works,
      {
        to: '/accounts',
        many: staff.data?.data.filter(({ link }) => link === 'to_show').length,
        one: 'link of an account to hand over',
        more: 'links of accounts to hand over',
      },
      {
        to: '/accounts',
        many: staff.data?.changes.filter(({ own }) => !own).length,
        one: 'change of an account by somebody else',
        more: 'changes of accounts by others',
      },
      {
        to: '/reconciliation-exceptions',
        many: exceptions.data?.total,
        one: 'reconciliation exception to decide',
        more: 'reconciliation exceptions to decide',
      },
      {
        to: '/videos?filter={"state":"draft"}',
        many: drafts.data?.total,
        one: 'video is a draft',
        more: 'videos are drafts',
      },
      {
        to: '/videos?filter={"media_failed":"yes"}',
        many: failed.data?.total,
        one: 'film of a video failed',
        more: 'films of videos failed',
      },
      {
        to: '/videos?filter={"media_missing":"yes"}',
        many: filmless.data?.total,
        one: 'video has no film',
        more: 'videos have no film',
      },
    ],
  };
}
