import type { CarrierRefund } from '@bonisa/carriers/billing.port';
import { CarrierUnavailableError, type UnavailableCause } from '@bonisa/carriers/carrier-outcome';
import type { RoutedBilling } from '@bonisa/carriers/routed-calls';
import { vatInside } from '@bonisa/domain/money/rand';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { NewId } from '@bonisa/kit/ids';
import type { Charge, ChargeRepository } from '../billing/charges/charge.repository.ts';
import {
  GIVEN_BEFORE_RESTORE,
  type RefundRepository,
} from '../billing/refunds/refund.repository.ts';

/** How many payments are asked about at the same time. */
const LANES = 16;
const PAGE = 500;
/** The carrier will say the same about the payment later. */
const LASTING: readonly UnavailableCause[] = ['misconfigured', 'no_answer', 'number_moved'];
/**
 * So many runs leave payments open that the carrier did not answer for, about a quarter of an hour:
 * an operator must be able to release a hold also where it never answers for one of them.
 */
const PATIENT_RUNS = 10;

export interface UnmatchedRefundsDependencies {
  /** The id of the carrier whose refunds these are. */
  readonly carrierId: string;
  readonly charges: ChargeRepository;
  readonly refunds: RefundRepository;
  readonly carrier: Pick<RoutedBilling, 'listRefunds'>;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** What earlier runs have read: a run that the carrier breaks off is continued. */
interface Progress {
  readonly from: Date;
  /** The charges that need not be asked about again. */
  readonly read: Set<string>;
  runs: number;
  written: number;
  unread: boolean;
}

export type UnmatchedRefunds = ReturnType<typeof createUnmatchedRefunds>;

/**
 * Writes refunds that the carrier has and a restored database has not. CAMARA lists refunds by
 * payment only, so the carrier is asked about each successful charge of the time. An unmatched
 * refund is written as sent; its lookup records the outcome as usual.
 */
export function createUnmatchedRefunds({
  carrierId,
  charges,
  refunds,
  carrier,
  clock,
  newId,
}: UnmatchedRefundsDependencies) {
  const refundsOf = async ({ carrierPaymentId }: Charge): Promise<CarrierRefund[]> => {
    const found: CarrierRefund[] = [];
    if (carrierPaymentId === null) return found;
    for await (const refund of carrier.listRefunds({ carrierId, carrierPaymentId }))
      if (refund.status !== 'denied') found.push(refund);
    return found;
  };

  const write = (chargeId: string, found: CarrierRefund): Promise<number> =>
    refunds.db.transaction(async (tx) => {
      const within = refunds.within(tx);
      const [charge] = await charges.within(tx).lockAll([chargeId]);
      if (!charge || (await within.byReference(found.reference))) return 0;
      const left = charge.amount - charge.refunded;
      const amount = Math.min(found.amountCents ?? left, left);
      // No more can be refunded than was taken: reconciliation opens a reconciliation exception.
      if (amount <= 0) return 0;
      const now = clock.now();
      await within.insert({
        id: newId(),
        chargeId,
        exceptionId: null,
        carrierId: charge.carrierId,
        reference: found.reference,
        amount,
        vat: vatInside(amount, charge.vatRate),
        state: 'unknown',
        why: GIVEN_BEFORE_RESTORE,
        reason: null,
        detail: null,
        carrierRefundId: found.carrierRefundId,
        createdAt: found.createdAt,
        sentAt: found.createdAt,
        decidedAt: null,
        lookupAt: now,
        lookups: 0,
        onceKey: null,
      });
      await within.writeCharge({ ...charge, refunded: charge.refunded + amount });
      return 1;
    });

  /**
   * Asks about one payment. Returns why it must be asked about again although others may be read;
   * rejects where the carrier is away, or wants fewer requests.
   */
  const writeOf = async (
    charge: Charge,
    progress: Progress,
  ): Promise<CarrierUnavailableError | undefined> => {
    try {
      for (const found of await refundsOf(charge)) {
        const written = await write(charge.id, found);
        progress.written += written;
      }
    } catch (error) {
      if (!(error instanceof CarrierUnavailableError)) throw error;
      if (!LASTING.includes(error.reason) && progress.runs < PATIENT_RUNS) {
        if (error.reason === 'carrier_error') return error;
        throw error;
      }
      progress.unread = true;
    }
    progress.read.add(charge.id);
    return undefined;
  };

  /** Asks about several payments at the same time; rejects only when each has ended. */
  const writeAll = async (
    asked: readonly Charge[],
    progress: Progress,
  ): Promise<CarrierUnavailableError | undefined> => {
    const ended = await Promise.allSettled(asked.map((charge) => writeOf(charge, progress)));
    let open: CarrierUnavailableError | undefined;
    for (const one of ended) {
      if (one.status === 'rejected') throw one.reason;
      open ??= one.value;
    }
    return open;
  };

  let progress: Progress | undefined;
  const progressSince = (from: Date): Progress => {
    if (progress?.from.getTime() !== from.getTime())
      progress = { from, read: new Set(), runs: 0, written: 0, unread: false };
    progress.runs++;
    return progress;
  };

  return {
    /**
     * Asks about all successful charges since an instant. `unread`: the carrier did not answer for
     * some of them, and will not. Rejects while it may still answer: the next call continues.
     */
    writeSince: async (
      from: Date,
      prolong: () => Promise<void>,
    ): Promise<{ written: number; unread: boolean }> => {
      const now = progressSince(from);
      let open: CarrierUnavailableError | undefined;
      // A charge on hold may have been written long before it was sent again and taken.
      for (const pageOf of [charges.takenSince, charges.takenAgainSince]) {
        for (let after: Charge | undefined; ; ) {
          const page = await pageOf(carrierId, from, after, PAGE);
          after = page.at(-1);
          if (!after) break;
          const asked = page.filter(({ id }) => !now.read.has(id));
          for (let begin = 0; begin < asked.length; begin += LANES)
            open = (await writeAll(asked.slice(begin, begin + LANES), now)) ?? open;
          await prolong();
        }
      }
      if (open) throw open;
      progress = undefined;
      return { written: now.written, unread: now.unread };
    },
  };
}
