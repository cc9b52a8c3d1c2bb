import { monthOf } from '@bonisa/domain/south-african-time';
import { canGiveBack } from '@bonisa/domain/staff/exception-choices';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { AppError } from '@bonisa/kit/http/app-error';
import type { NewId } from '@bonisa/kit/ids';
import type { DecidedException, WriteOffAct, WriteOffs } from '../../ledger/write-off.service.ts';
import {
  intendPaymentRefund,
  type Refund,
  type RefundRepository,
} from '../refunds/refund.repository.ts';
import type { ReconciliationException } from './exception.repository.ts';
import type { ExceptionPosting } from './exception-posting.ts';
import { amountTaken } from './proposals.ts';

export interface GivingBackDependencies {
  readonly db: Database;
  readonly posting: ExceptionPosting;
  readonly refunds: Pick<RefundRepository, 'within' | 'ofExceptions'>;
  readonly writeOffs: Pick<WriteOffs, 'askForException'>;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** Writes who decided, in the transaction of what is done; not called where nothing is. */
type Record = (tx: Database) => Promise<void>;

export type GivingBack = ReturnType<typeof createGivingBack>;

/**
 * Gives back payments that are no charges here, by the carrier's id of them. The intent is written
 * under the lock on the exception, and sent by the job of refunds; the carrier's answer closes the
 * exception. The same again changes nothing.
 */
export function createGivingBack(dependencies: GivingBackDependencies) {
  const { db, posting, refunds, writeOffs, clock, newId } = dependencies;

  /** The refund of an exception's payment that succeeded or is under way. */
  const refundOf = async (tx: Database, id: string): Promise<Refund | undefined> =>
    (await refunds.within(tx).ofExceptions([id])).find(isNotDenied);

  /** Locks a payment that can be given back; `isAsked`: it is, or is about to be. */
  const lockPayment = async (tx: Database, id: string) => {
    const found = await posting.lockOpen(tx, id, 'applied', 'returned');
    const { amount, vat } = amountTaken(found.proposal.lines);
    const { kind, carrierPaymentId } = found;
    const hasPaymentId = carrierPaymentId !== null;
    if (!hasPaymentId || !canGiveBack({ kind, posts: amount, hasPaymentId }))
      throw new AppError(
        'conflict',
        'The carrier cannot be asked to give this back: it is no payment that we lack, or we have no id of it at the carrier.',
      );
    const isAsked = found.state === 'returned' || (await refundOf(tx, id)) !== undefined;
    if (!isAsked) await posting.refuseStale(tx, found);
    return { found, carrierPaymentId, amount, vat, isAsked };
  };

  /** Writes the intent to give a payment back, and posts the payment where it is not posted yet. */
  const giveBackWithin = async (
    tx: Database,
    id: string,
    why: string,
    record: Record,
  ): Promise<ReconciliationException> => {
    const { found, carrierPaymentId, amount, vat, isAsked } = await lockPayment(tx, id);
    if (isAsked) return found;
    await record(tx);
    const posted = found.state === 'open' ? await posting.postProposal(tx, found) : found;
    const payment = { exceptionId: id, carrierId: found.carrierId, carrierPaymentId };
    await intendPaymentRefund(tx, payment, { amount, vat, why }, { at: clock.now(), newId });
    return posted;
  };

  return {
    refundOf,

    /** The refunds that succeeded or are under way, by their exceptions. */
    refundsOf: async (ids: readonly string[]): Promise<ReadonlyMap<string | null, Refund>> => {
      const found = (await refunds.ofExceptions(ids)).filter(isNotDenied);
      return new Map(found.map((refund) => [refund.exceptionId, refund]));
    },

    /** Writes the intent, after a record of who decided. */
    giveBack: (id: string, why: string, record: Record): Promise<ReconciliationException> =>
      db.transaction((tx) => giveBackWithin(tx, id, why, record)),

    /** Asks a second person to approve that. */
    ask: async (id: string, act: WriteOffAct): Promise<void> => {
      await writeOffs.askForException(id, act, async (tx) => {
        const { found, amount, vat, isAsked } = await lockPayment(tx, id);
        if (isAsked)
          throw new AppError('conflict', 'The carrier is asked to give this back already.');
        const month = (await posting.monthOfException(tx, found)) ?? monthOf(found.createdAt);
        return { carrier: found.carrierId, month, amount, vat, givesBack: true };
      });
    },

    /** Writes the intent of a request that the second person approved. */
    approved: (async (tx, { exceptionId, reason }) => {
      if (exceptionId === null) throw new Error('a payment to give back without its exception');
      await giveBackWithin(tx, exceptionId, reason, async () => undefined);
    }) satisfies DecidedException,
  };
}

function isNotDenied({ state }: Refund): boolean {
  return state !== 'denied';
}
