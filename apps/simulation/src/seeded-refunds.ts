import type {
  BillingPort,
  RefundDenialReason,
  RefundInput,
  RefundOutcome,
} from '../../server/src/carriers/billing.port.ts';
import { CarrierUnavailableError } from '../../server/src/carriers/carrier-outcome.ts';
import {
  type CarrierBooks,
  type GivenBack,
  listedRefund,
  refundOutcomeOf,
} from './carrier-books.ts';
import type { CarrierNotices } from './carrier-notices.ts';
import type { Draw, Draws } from './draws.ts';
import type { Fault } from './faults.ts';
import { type Handsets, HOUR_MS, MINUTE_MS } from './handsets.ts';
import type { VirtualClock } from './virtual-clock.ts';

export interface SeededRefundsParts {
  readonly books: CarrierBooks;
  readonly draws: Draws;
  readonly drawFor: (operation: string, msisdn: string) => Draw;
  readonly inject: (fault: Fault, draw: Draw, probability: number, name?: string) => boolean;
  readonly outage: () => boolean;
  readonly clock: VirtualClock;
  readonly handsets: Handsets;
  readonly notices: CarrierNotices;
  readonly later: (at: number, name: string, happen: () => Promise<void>) => void;
}

/**
 * Giving money back, with the same faults as taking it: lost before and after, slow, refused, said
 * late and twice.
 */
export function createSeededRefunds(
  parts: SeededRefundsParts,
): Pick<BillingPort, 'refund' | 'findRefund' | 'listRefunds'> {
  const { books, drawFor, inject, outage, clock, handsets, notices, later } = parts;

  const record = (refund: GivenBack, status: 'succeeded' | 'denied'): void => {
    refund.status = status;
    refund.decidedAt = clock.at();
    if (status === 'succeeded')
      handsets.load(refund.payment.input.msisdn, clock.at(), refund.amount);
  };

  const submit = (input: RefundInput, slow: boolean): GivenBack | RefundDenialReason => {
    const payment = books.payment(input.carrierPaymentId);
    if (!payment) return 'payment_not_found';
    if (payment.status !== 'succeeded') return 'payment_not_taken';
    const left = books.left(payment);
    const amount = input.part?.amountCents ?? left;
    if (left === 0) return 'not_eligible';
    if (amount > left || amount < 1) return 'amount_not_allowed';
    const refund: GivenBack = {
      id: `refund-${books.refunds.size + 1}`,
      input,
      payment,
      amount,
      createdAt: clock.at(),
      status: 'processing',
      decidedAt: null,
    };
    books.addRefund(refund);
    if (!slow) record(refund, 'succeeded');
    return refund;
  };

  const decideLater = (refund: GivenBack, draw: Draw): void => {
    const takes = draw.chance(0.08)
      ? draw.between(40, 70) * HOUR_MS
      : draw.between(0.1, 240) * MINUTE_MS;
    later(clock.at() + Math.round(takes), 'a slow refund', async () => {
      record(refund, draw.chance(0.1) ? 'denied' : 'succeeded');
      notices.tellRefund(refund, draw);
    });
  };

  const refund = async (input: RefundInput): Promise<RefundOutcome> => {
    const payment = books.payment(input.carrierPaymentId);
    const draw = drawFor('refund', payment?.input.msisdn ?? input.carrierPaymentId);
    if (outage())
      return draw.chance(0.5)
        ? { outcome: 'unavailable', cause: 'not_connected' }
        : { outcome: 'unknown', cause: 'carrier_error' };
    if (inject('refund', draw, 0.05, 'refund: not connected'))
      return { outcome: 'unavailable', cause: 'not_connected' };
    if (inject('refund', draw, 0.05, 'refund: timeout before'))
      return { outcome: 'unknown', cause: 'timed_out' };
    if (books.refundSubmitted(input)) return { outcome: 'unknown', cause: 'already_submitted' };
    if (inject('refund', draw, 0.03, 'refund: denied'))
      return { outcome: 'denied', reason: 'refused', detail: 'as the carrier says it' };
    const slow = inject('refund', draw, 0.1, 'refund: slow');
    const made = submit(input, slow);
    if (typeof made === 'string') return { outcome: 'denied', reason: made, detail: '' };
    if (slow) decideLater(made, draw);
    else notices.tellRefund(made, draw);
    if (inject('refund', draw, 0.06, 'refund: timeout after'))
      return { outcome: 'unknown', cause: 'timed_out' };
    return refundOutcomeOf(made);
  };

  return {
    refund,
    findRefund: async ({ carrierPaymentId, reference, correlator, carrierRefundId }) => {
      const payment = books.payment(carrierPaymentId);
      const draw = drawFor('find refund', payment?.input.msisdn ?? carrierPaymentId);
      if (outage() || inject('lookup', draw, 0.05, 'look-up fails'))
        return { outcome: 'unavailable', cause: 'timed_out' };
      const found = books
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
      for (const one of books.refundsOf(carrierPaymentId)) yield listedRefund(one);
    },
  };
}
