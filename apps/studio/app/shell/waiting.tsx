import { careApprovals } from '@bonisa/contract/studio/care.calls';
import { catalogueList } from '@bonisa/contract/studio/lists.calls';
import { listCases } from '@bonisa/contract/studio/settlement.calls';
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
            <li key={to}>
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

/** Reads only what the person may see: a call that is refused would be no count. */
function useWaiting(): { readonly works: readonly Work[]; readonly error: Error | null } {
  const mayCare = useMay('care:read');
  const mayMoney = useMay('money:read');
  const mayCatalogue = useMay('catalogue:read');
  const approvals = useRead(careApprovals, { query: { state: 'waiting' } }, { enabled: mayCare });
  const cases = useRead(listCases, { query: { state: 'open', page: 1 } }, { enabled: mayMoney });
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
  return {
    error: approvals.error ?? cases.error ?? drafts.error ?? filmless.error,
    works: [
      {
        to: '/care/approvals',
        many: approvals.data?.data.length,
        one: 'refund to approve',
        more: 'refunds to approve',
      },
      { to: '/cases', many: cases.data?.total, one: 'case to decide', more: 'cases to decide' },
      {
        to: '/videos?filter={"state":"draft"}',
        many: drafts.data?.total,
        one: 'video is a draft',
        more: 'videos are drafts',
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
