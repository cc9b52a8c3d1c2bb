import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { Case, CaseKind, CaseRepository, CaseState } from './case.repository.ts';
import { post } from './posting.repository.ts';
import { sideOf } from './proposals.ts';
import type { ReconciliationRepository } from './reconciliation.repository.ts';

export interface CaseDependencies {
  readonly db: Database;
  readonly cases: CaseRepository;
  readonly books: Pick<ReconciliationRepository, 'within'>;
  readonly clock: Clock;
}

export type CaseService = ReturnType<typeof createCaseService>;

/** What people do about cases. Applying and dismissing are final, and doing the same twice changes nothing. */
export function createCaseService({ db, cases, books, clock }: CaseDependencies) {
  const lockOpen = async (tx: Database, id: string, wanted: 'applied' | 'dismissed'): Promise<Case> => {
    const found = await cases.within(tx).lock(id);
    if (!found) throw new AppError('not_found', 'There is no such case.');
    if (found.state !== 'open' && found.state !== wanted) throw new AppError('conflict', `This case is closed: it was ${found.state}.`);
    return found;
  };

  /** A proposal was made from a charge as it was; posting it over another one would post what nobody has looked at. */
  const refuseStale = async (tx: Database, { kind, subject, ours }: Case): Promise<void> => {
    if (kind !== 'missing_there' && kind !== 'differing') return;
    const now = await books.within(tx).lockCharge(subject);
    const before = ours && { state: ours.state, amount: ours.amount, refunded: ours.refunded ?? 0 };
    if (!now || !before) throw new AppError('conflict', 'The charge of this case is not there any more.');
    const { state, amount, refunded = 0 } = sideOf(now.charge);
    const same = state === before.state && amount === before.amount && refunded === before.refunded;
    if (same && !now.refundUnderWay) return;
    throw new AppError('conflict', 'The charge of this case has changed since it was compared, or is being refunded: compare that day again first.');
  };

  return {
    list: (state: CaseState, kind: CaseKind | undefined, page: { limit: number; offset: number }) => cases.list(state, kind, page),

    /** Posts what the case proposes, once. */
    apply: (id: string): Promise<Case> =>
      db.transaction(async (tx) => {
        const found = await lockOpen(tx, id, 'applied');
        if (found.state === 'applied') return found;
        const { lines } = found.proposal;
        if (lines.length === 0) throw new AppError('conflict', 'This case proposes no postings; dismiss it with a note when it is dealt with.');
        await refuseStale(tx, found);
        const at = clock.now();
        await post(tx, { cause: 'case', causeId: found.id, at, lines });
        return await cases.within(tx).close(id, 'applied', at);
      }),

    /** Closes a case without a posting; the note says why. */
    dismiss: (id: string, note: string): Promise<Case> =>
      db.transaction(async (tx) => {
        const found = await lockOpen(tx, id, 'dismissed');
        return found.state === 'dismissed' ? found : await cases.within(tx).close(id, 'dismissed', clock.now(), note);
      }),
  };
}
