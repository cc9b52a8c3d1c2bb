import { vatInside } from '@bonisa/domain/money/rand';
import type { Charge, ChargeRepository } from '../billing/charges/charge.repository.ts';
import {
  GIVEN_BEFORE_RESTORE,
  type RefundRepository,
} from '../billing/refunds/refund.repository.ts';
import type { CarrierRefund } from '../carriers/billing.port.ts';
import { CarrierUnavailableError } from '../carriers/carrier-outcome.ts';
import type { RoutedBilling } from '../carriers/routed-calls.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { NewId } from '../platform/ids.ts';

/** How many payments are asked about at the same time. */
const LANES = 16;
const PAGE = 500;

export interface FoundRefundsDependencies {
  /** The id of the carrier whose refunds these are. */
  readonly carrierId: string;
  readonly charges: ChargeRepository;
  readonly refunds: RefundRepository;
  readonly carrier: Pick<RoutedBilling, 'listRefunds'>;
  readonly clock: Clock;
  readonly newId: NewId;
}

export type FoundRefunds = ReturnType<typeof createFoundRefunds>;

/**
 * Writes refunds that the carrier has and a restored database has not. CAMARA lists refunds by
 * payment only, so the carrier is asked about each successful charge of the time. A found refund is
 * written as sent; its lookup records the outcome as usual.
 */
export function createFoundRefunds({
  carrierId,
  charges,
  refunds,
  carrier,
  clock,
  newId,
}: FoundRefundsDependencies) {
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
      // No more can be refunded than was taken: reconciliation opens a case.
      if (amount <= 0) return 0;
      const now = clock.now();
      await within.insert({
        id: newId(),
        chargeId,
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

  const writeOf = async (charge: Charge): Promise<number> => {
    let written = 0;
    for (const found of await refundsOf(charge)) written += await write(charge.id, found);
    return written;
  };

  return {
    /**
     * Asks about all successful charges since an instant. `unread`: the carrier did not answer for
     * some of them.
     */
    writeSince: async (
      from: Date,
      prolong: () => Promise<void>,
    ): Promise<{ written: number; unread: boolean }> => {
      let written = 0;
      for (let after: Charge | undefined; ; ) {
        const page = await charges.takenSince(carrierId, from, after, PAGE);
        after = page.at(-1);
        if (!after) return { written, unread: false };
        for (let begin = 0; begin < page.length; begin += LANES) {
          try {
            const counts = await Promise.all(page.slice(begin, begin + LANES).map(writeOf));
            written += counts.reduce((sum, count) => sum + count, 0);
          } catch (error) {
            if (error instanceof CarrierUnavailableError) return { written, unread: true };
            throw error;
          }
        }
        await prolong();
      }
    },
  };
}
