import type { Live } from '../sim/live.ts';
import type { Clock } from '../store/clock.ts';
import type { Database } from '../store/database.ts';
import type { HandsetsRepository } from '../store/handsets.repository.ts';
import type { Payment, PaymentsRepository } from '../store/payments.repository.ts';
import type { Refund, RefundsRepository } from '../store/refunds.repository.ts';
import { refundEventOf } from './carrier-billing-refund.replies.ts';
import type { CloudEvents } from './cloud-events.ts';
import type { Due } from './due.ts';
import { CamaraError, isCamaraErrorCode } from './errors.ts';
import { refusalFor } from './payment-judging.ts';
import type { PaymentNews } from './payment-news.ts';

/** How long a fault with a late outcome keeps a payment or refund in process. */
export const LATE_MS = 30_000;

interface Deps {
  database: Database;
  handsets: HandsetsRepository;
  payments: PaymentsRepository;
  refunds: RefundsRepository;
  news: PaymentNews;
  events: CloudEvents;
  clock: Clock;
  live: Live;
}

/**
 * Decides payments and refunds in process at their due times, and notifies their sinks unless a
 * fault prevents it.
 */
export function createLateOutcomes(deps: Deps): Due {
  const { database, handsets, payments, refunds, news, events, clock, live } = deps;

  function decidePayment(payment: Payment, at: Date): void {
    const refusal =
      refusalOf(payment.refusal) ??
      strangersRefusal(payment) ??
      refusalFor({ ...deps, clock: stillAt(at) }, payment);
    const outcome = refusal
      ? { status: 'denied' as const, paidAt: null, denialReason: refusal.message }
      : { status: 'succeeded' as const, paidAt: at, denialReason: null };
    payments.record(payment.id, {
      status: outcome.status,
      ...(outcome.paidAt && { paidAt: outcome.paidAt }),
      ...(outcome.denialReason !== null && { denialReason: outcome.denialReason }),
    });
    if (payment.notifySink) news.moved({ ...payment, ...outcome }, false);
    else news.changed(payment.msisdn);
  }

  /** A new owner of the number does not pay for the former one. */
  function strangersRefusal({ msisdn, createdAt }: Payment): CamaraError | undefined {
    const { recycledAt } = handsets.find(msisdn);
    if (recycledAt === null || recycledAt < createdAt) return undefined;
    return new CamaraError(
      'CARRIER_BILLING.PAYMENT_DENIED',
      'Payment denied by business. The number has gone to another subscriber.',
    );
  }

  function decideRefund(refund: Refund, at: Date): void {
    const refusal = refusalOf(refund.refusal);
    const payment = payments.find(refund.paymentId, refund.clientId);
    const outcome = refusal
      ? { status: 'denied' as const, decidedAt: at, denialReason: refusal.message }
      : { status: 'succeeded' as const, decidedAt: at, denialReason: null };
    if (!refusal && payment)
      handsets.giveBack({ msisdn: payment.msisdn, takenAt: payment.createdAt }, refund.cents);
    refunds.record(refund.id, {
      status: outcome.status,
      decidedAt: at,
      ...(outcome.denialReason !== null && { denialReason: outcome.denialReason }),
    });
    if (refund.notifySink) events.send(refund, refundEventOf({ ...refund, ...outcome }), false);
    live.tell('handset', payment?.msisdn);
    live.tell('charges', payment?.msisdn);
  }

  return {
    fallDue() {
      for (const payment of payments.expired(clock.now())) {
        if (payment.status === 'processing')
          database.transaction(() => decidePayment(payment, payment.expiresAt ?? clock.now()));
      }
      for (const refund of refunds.due(clock.now())) {
        database.transaction(() => decideRefund(refund, refund.dueAt ?? clock.now()));
      }
    },
  };
}

function refusalOf(code: string | null): CamaraError | undefined {
  return code !== null && isCamaraErrorCode(code) ? new CamaraError(code) : undefined;
}

/** The carrier decides at the due time and not at the time of the check. */
function stillAt(at: Date): Pick<Clock, 'now'> {
  return { now: () => at };
}
