import { type Month, monthOf } from '@bonisa/domain/south-african-time';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { AppError } from '@bonisa/kit/http/app-error';
import type { LedgerPort, SettlementMonths } from '../../ledger/ledger.port.ts';
import { isPaymentBooked } from './booked-payment.repository.ts';
import type { ExceptionRepository, ReconciliationException } from './exception.repository.ts';
import { sideOf } from './proposals.ts';
import type { ReconciliationRepository } from './reconciliation.repository.ts';

export interface ExceptionPostingDependencies {
  readonly exceptions: ExceptionRepository;
  readonly books: Pick<ReconciliationRepository, 'within'>;
  readonly ledger: LedgerPort & SettlementMonths;
  readonly clock: Clock;
}

export type ExceptionPosting = ReturnType<typeof createExceptionPosting>;

/** The steps of decisions that post what an exception proposes, within their transactions. */
export function createExceptionPosting({
  exceptions,
  books,
  ledger,
  clock,
}: ExceptionPostingDependencies) {
  const lockOpen = async (
    tx: Database,
    id: string,
    ...wanted: readonly ('applied' | 'dismissed' | 'returned')[]
  ): Promise<ReconciliationException> => {
    const found = await exceptions.within(tx).lock(id);
    if (!found) throw new AppError('not_found', 'There is no such reconciliation exception.');
    if (!['open', ...wanted].includes(found.state))
      throw new AppError(
        'conflict',
        `This reconciliation exception is closed: it was ${found.state}.`,
      );
    return found;
  };

  /**
   * A proposal is made from a charge at one time. Posting it after the charge has changed would
   * post what no person has seen, and posting a payment that a charge has booked meanwhile would
   * count it twice.
   */
  const refuseStale = async (tx: Database, one: ReconciliationException): Promise<void> => {
    const { kind, subject, ours } = one;
    if (kind === 'missing_here' && (await isPaymentBooked(tx, one)))
      throw new AppError(
        'conflict',
        'A charge has booked this payment since it was compared: compare that day again first.',
      );
    if (kind !== 'missing_there' && kind !== 'differing') return;
    const now = await books.within(tx).lockCharge(subject);
    const before = ours && { state: ours.state, amount: ours.amount, refunded: ours.refunded ?? 0 };
    if (!now || !before)
      throw new AppError(
        'conflict',
        'The charge of this reconciliation exception is not there any more.',
      );
    const { state, amount, refunded = 0 } = sideOf(now.charge);
    const same = state === before.state && amount === before.amount && refunded === before.refunded;
    if (same && !now.refundUnderWay) return;
    throw new AppError(
      'conflict',
      'The charge of this reconciliation exception has changed since it was compared, or is being refunded: compare that day again first.',
    );
  };

  /**
   * The month of the settlement that an exception corrects: that of its charge, or that of the
   * carrier's payment where no charge of ours is posted.
   */
  const monthOfException = async (
    tx: Database,
    one: ReconciliationException,
  ): Promise<Month | undefined> => {
    const isOfCharge = one.kind === 'missing_there' || one.kind === 'differing';
    const posted = isOfCharge ? await ledger.monthOfCharge(tx, one.subject) : undefined;
    if (posted) return posted;
    const at = one.theirs?.at ?? one.ours?.at;
    return at === undefined ? undefined : monthOf(new Date(at));
  };

  /** Posts the proposal of a locked exception, and closes it as applied. */
  const postProposal = async (
    tx: Database,
    found: ReconciliationException,
  ): Promise<ReconciliationException> => {
    const { lines } = found.proposal;
    if (lines.length === 0)
      throw new AppError(
        'conflict',
        'This reconciliation exception proposes no postings; dismiss it with a note when it is dealt with.',
      );
    await refuseStale(tx, found);
    const at = clock.now();
    const month = await monthOfException(tx, found);
    const entry = { cause: 'case', causeId: found.id, carrierId: found.carrierId, at, lines };
    await ledger.post(tx, [month === undefined ? entry : { ...entry, month }]);
    return await exceptions.within(tx).close(found.id, 'applied', at);
  };

  return { lockOpen, refuseStale, monthOfException, postProposal };
}
