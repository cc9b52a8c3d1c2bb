import type {
  BillingPort,
  RefundDenialReason,
  RefundInput,
  RefundOutcome,
} from '@bonisa/carriers/billing.port';
import { CarrierUnavailableError } from '@bonisa/carriers/carrier-outcome';
import type { CarrierNotices } from './carrier-notices.ts';
import {
  type CarrierRecords,
  listedRefund,
  refundOutcomeOf,
  type SimulatedRefund,
} from './carrier-records.ts';
import type { Fault } from './faults.ts';
import { type Handsets, HOUR_MS, MINUTE_MS } from './handsets.ts';
import type { Random, RandomSource } from './random.ts';
import type { VirtualClock } from './virtual-clock.ts';

export interface SeededRefundsParts {
  readonly records: CarrierRecords;
  readonly randomOf: RandomSource;
  readonly randomFor: (operation: string, msisdn: string) => Random;
  readonly inject: (fault: Fault, random: Random, probability: number, name?: string) => boolean;
  readonly outage: () => boolean;
  readonly clock: VirtualClock;
  readonly handsets: Handsets;
  readonly notices: CarrierNotices;
  readonly schedule: (at: number, name: string, run: () => Promise<void>) => void;
}

/**
 * Giving money back, with the same faults as taking it: lost before and after, slow, refused, said
 * late and twice.
 */
export function createSeededRefunds(
  parts: SeededRefundsParts,
): Pick<BillingPort, 'refund' | 'findRefund' | 'listRefunds'> {
  const { records, randomFor, inject, outage, clock, handsets, notices, schedule } = parts;

  const record = (refund: SimulatedRefund, status: 'succeeded' | 'denied'): void => {
    refund.status = status;
    refund.decidedAt = clock.at();
    if (status === 'succeeded')
      handsets.load(refund.payment.input.msisdn, clock.at(), refund.amount);
  };

  const submit = (input: RefundInput, slow: boolean): SimulatedRefund | RefundDenialReason => {
    const payment = records.payment(input.carrierPaymentId);
    if (!payment) return 'payment_not_found';
    if (payment.status !== 'succeeded') return 'payment_not_taken';
    const left = records.left(payment);
    const amount = input.part?.amountCents ?? left;
    if (left === 0) return 'not_eligible';
    if (amount > left || amount < 1) return 'amount_not_allowed';
    const refund: SimulatedRefund = {
      id: `refund-${records.refunds.size + 1}`,
      input,
      payment,
      amount,
      createdAt: clock.at(),
      status: 'processing',
      decidedAt: null,
    };
    records.addRefund(refund);
    if (!slow) record(refund, 'succeeded');
    return refund;
  };

  const decideLater = (refund: SimulatedRefund, random: Random): void => {
    const takes = random.chance(0.08)
      ? random.between(40, 70) * HOUR_MS
      : random.between(0.1, 240) * MINUTE_MS;
    schedule(clock.at() + Math.round(takes), 'a slow refund', async () => {
      record(refund, random.chance(0.1) ? 'denied' : 'succeeded');
      notices.tellRefund(refund, random);
    });
  };

  const refund = async (input: RefundInput): Promise<RefundOutcome> => {
    const payment = records.payment(input.carrierPaymentId);
    const random = randomFor('refund', payment?.input.msisdn ?? input.carrierPaymentId);
    if (outage())
      return random.chance(0.5)
        ? { outcome: 'unavailable', cause: 'not_connected' }
        : { outcome: 'unknown', cause: 'carrier_error' };
    if (inject('refund', random, 0.05, 'refund: not connected'))
      return { outcome: 'unavailable', cause: 'not_connected' };
    if (inject('refund', random, 0.05, 'refund: timeout before'))
      return { outcome: 'unknown', cause: 'timed_out' };
    if (records.refundSubmitted(input)) return { outcome: 'unknown', cause: 'already_submitted' };
    if (inject('refund', random, 0.03, 'refund: denied'))
      return { outcome: 'denied', reason: 'refused', detail: 'as the carrier says it' };
    const slow = inject('refund', random, 0.1, 'refund: slow');
    const made = submit(input, slow);
    if (typeof made === 'string') return { outcome: 'denied', reason: made, detail: '' };
    if (slow) decideLater(made, random);
    else notices.tellRefund(made, random);
    if (inject('refund', random, 0.06, 'refund: timeout after'))
      return { outcome: 'unknown', cause: 'timed_out' };
    return refundOutcomeOf(made);
  };

  return {
    refund,
    findRefund: async ({ carrierPaymentId, reference, correlator, carrierRefundId }) => {
      const payment = records.payment(carrierPaymentId);
      const random = randomFor('find refund', payment?.input.msisdn ?? carrierPaymentId);
      if (outage() || inject('lookup', random, 0.05, 'look-up fails'))
        return { outcome: 'unavailable', cause: 'timed_out' };
      const found = records
        .refundsOf(carrierPaymentId)
        .find(({ id, input }) =>
          carrierRefundId
            ? id === carrierRefundId
            : input.reference === reference || input.correlator === correlator,
        );
      return found ? { outcome: 'found', refund: listedRefund(found) } : { outcome: 'not_found' };
    },
    async *listRefunds({ carrierPaymentId }) {
      if (outage()) throw new CarrierUnavailableError('carrier_error');
      for (const one of records.refundsOf(carrierPaymentId)) yield listedRefund(one);
    },
  };
}
