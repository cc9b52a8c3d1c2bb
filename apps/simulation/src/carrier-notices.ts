import type { Sink } from '@bonisa/carriers/billing.port';
import type { Payment, SimulatedRefund } from './carrier-records.ts';
import { count, type Tally } from './crash-injector.ts';
import type { Fault } from './faults.ts';
import { HOUR_MS, MINUTE_MS } from './handsets.ts';
import type { Random } from './random.ts';
import type { VirtualClock } from './virtual-clock.ts';

/**
 * A CloudEvent as it is posted to the sink of a payment, with the token that was handed out for it.
 */
export interface Notification {
  readonly token: string;
  readonly event: Record<string, unknown>;
}

export interface CarrierNoticesParts {
  readonly faults: ReadonlySet<Fault>;
  readonly clock: VirtualClock;
  readonly injected: Tally;
  readonly faultsAreOff: () => boolean;
  /** How many of the payments that need no notification have one, as a share of the usual. */
  readonly share: number;
  readonly schedule: (at: number, name: string, run: () => Promise<void>) => void;
  /** Brings it to the sink; throws nothing: a carrier that is not listened to goes on. */
  readonly deliver: (notification: Notification) => Promise<void>;
}

export type CarrierNotices = ReturnType<typeof createCarrierNotices>;

const PAYMENT = 'org.camaraproject.carrier-billing.v0.payment-';
const REFUND = 'org.camaraproject.carrier-billing-refund.v0.refund-';
/** Payments that are answered at once need no notification; some are told all the same. */
const TOLD_AT_ONCE = 0.12;

/**
 * What the carrier tells of payments and refunds by itself: in time, late, twice, before its own
 * answer, or never.
 */
export function createCarrierNotices(parts: CarrierNoticesParts) {
  const { faults, clock, injected, faultsAreOff, share, schedule, deliver } = parts;

  const howTold = (random: Random): 'in time' | 'late' | 'doubled' | 'lost' => {
    const fault = random.weighted({ late: 0.15, doubled: 0.15, lost: 0.2 });
    if (!fault || !faults.has('notices') || faultsAreOff()) return 'in time';
    count(injected, `notification: ${fault}`);
    return fault;
  };

  const announce = (
    sink: Sink | undefined,
    event: Record<string, unknown>,
    random: Random,
  ): void => {
    if (!sink) return;
    const send = (inMs: number): void =>
      schedule(clock.at() + Math.round(inMs), 'a notification', () =>
        deliver({ token: sink.token, event }),
      );
    const how = howTold(random);
    if (how === 'lost') return;
    send(
      how === 'late' ? random.between(5 * MINUTE_MS, 30 * HOUR_MS) : random.between(200, 20_000),
    );
    if (how === 'doubled') send(random.between(200, 10 * MINUTE_MS));
  };

  return {
    tell: (payment: Payment, random: Random): void =>
      announce(payment.input.sink, eventOf(payment, clock.now()), random),
    /** Of a payment that is being answered: the notification may be there before the answer is. */
    tellAtOnce: async (payment: Payment, random: Random): Promise<void> => {
      const { sink } = payment.input;
      if (!sink || !random.chance(TOLD_AT_ONCE * share)) return;
      if (random.chance(0.3) && faults.has('notices') && !faultsAreOff()) {
        count(injected, 'notification: early');
        return await deliver({ token: sink.token, event: eventOf(payment, clock.now()) });
      }
      announce(sink, eventOf(payment, clock.now()), random);
    },
    tellRefund: (refund: SimulatedRefund, random: Random): void =>
      announce(refund.input.sink, refundEventOf(refund, clock.now()), random),
  };
}

function eventOf({ id, status, reason, takenAt }: Payment, now: Date): Record<string, unknown> {
  const succeeded = status === 'succeeded';
  return {
    ...envelope(`event-${id}`, now),
    type: `${PAYMENT}${succeeded ? 'completed' : 'denied'}`,
    data: {
      paymentId: id,
      status: succeeded ? 'succeeded' : 'failed',
      description: 'the outcome of a payment',
      ...(succeeded
        ? { paymentDate: new Date(takenAt ?? 0).toISOString() }
        : { denialReason: WORDS[reason ?? 'refused'] ?? 'Refused' }),
    },
  };
}

function refundEventOf(
  { id, payment, status }: SimulatedRefund,
  now: Date,
): Record<string, unknown> {
  const succeeded = status === 'succeeded';
  return {
    ...envelope(`event-${id}`, now),
    type: `${REFUND}${succeeded ? 'completed' : 'denied'}`,
    data: {
      paymentId: payment.id,
      refundId: id,
      status: succeeded ? 'succeeded' : 'failed',
      description: 'the outcome of a refund',
    },
  };
}

const envelope = (id: string, now: Date) => ({
  id,
  source: 'the-seeded-carrier',
  specversion: '1.0',
  time: now.toISOString(),
});

const WORDS: Readonly<Record<string, string>> = {
  insufficient_airtime: 'Insufficient balance',
  spending_limit: 'Spending limit exceeded',
  billing_blocked: 'Service blocked',
  not_on_network: 'Unknown subscriber',
};
