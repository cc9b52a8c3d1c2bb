import type {
  BillingPort,
  CarrierCharge,
  ChargeInput,
  ChargeOutcome,
  FindChargeOutcome,
} from '@bonisa/carriers/billing.port';
import type { Carrier } from '@bonisa/carriers/carrier.port';
import { CarrierUnavailableError } from '@bonisa/carriers/carrier-outcome';
import type { MessageInput } from '@bonisa/carriers/messages.port';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { dayOf } from '@bonisa/domain/south-african-time';
import type { CarrierNotices } from './carrier-notices.ts';
import { createOutages } from './carrier-outages.ts';
import {
  type CarrierRecords,
  createCarrierRecords,
  listed,
  outcomeOf,
  type Payment,
} from './carrier-records.ts';
import { count, type Tally } from './crash-injector.ts';
import type { Fault } from './faults.ts';
import { type Handsets, HOUR_MS, MINUTE_MS } from './handsets.ts';
import type { Random, RandomSource } from './random.ts';
import { createSeededRefunds } from './seeded-refunds.ts';
import type { VirtualClock } from './virtual-clock.ts';

export interface SeededCarrierParts {
  readonly randomOf: RandomSource;
  readonly faults: ReadonlySet<Fault>;
  readonly clock: VirtualClock;
  readonly handsets: Handsets;
  readonly notices: CarrierNotices;
  /** What is injected is counted here. */
  readonly injected: Tally;
  /** Nothing is injected any more: the last days of a run. */
  readonly faultsAreOff: () => boolean;
  /** Has something happen at a later instant. */
  readonly schedule: (at: number, name: string, run: () => Promise<void>) => void;
  /** Somebody may say STOP at this very moment: while the carrier is asked for their money. */
  readonly whileAsked: (msisdn: Msisdn, moment: 'before' | 'after') => Promise<void>;
}

export interface ToldMessage extends MessageInput {
  readonly at: number;
}

/** A message with a code, as the handset shows it. */
export interface SentCode {
  readonly at: number;
  readonly text: string;
}

export interface SeededCarrier extends Carrier {
  /** The messages with codes that reached a number, the oldest first. */
  readonly codesTo: ReadonlyMap<string, readonly SentCode[]>;
  /** When it was asked about codes that were wrong. */
  readonly wrongCodes: readonly number[];
  readonly records: CarrierRecords;
  /** Messages that reached a handset, by our reference. */
  readonly told: ReadonlyMap<string, ToldMessage>;
  /** The newest code that a handset got. */
  codeOf(msisdn: string): string;
}

/** How often what happens to a call for money, of all calls. */
const CHARGE_FAULTS: Partial<Record<Fault, number>> = {
  error: 0.03,
  'timeout-before': 0.015,
  'timeout-after': 0.02,
  stray: 0.01,
  slow: 0.04,
  rate: 0.004,
  refused: 0.01,
  unreadable: 0.005,
  limit: 0.01,
};
/**
 * A payment that was made may be missing in the carrier's lists for a while: less than the product
 * takes for decided.
 */
const LISTED_LATE_MS = 30_000;

/**
 * A carrier in memory that does to every call whatever the seed says, and keeps true books of what
 * it took.
 */
export function createSeededCarrier(parts: SeededCarrierParts): SeededCarrier {
  const {
    randomOf,
    faults,
    clock,
    handsets,
    notices,
    injected,
    faultsAreOff,
    schedule,
    whileAsked,
  } = parts;
  const records = createCarrierRecords();
  const told = new Map<string, ToldMessage>();
  const codes = new Map<string, { id: string; code: string; used: boolean }>();
  const codesTo = new Map<string, SentCode[]>();
  const wrongCodes: number[] = [];
  const turns = new Map<string, number>();
  const isDown = createOutages(randomOf, injected);

  /** Drawn by number and turn: whoever is asked before or after another draws the same. */
  const randomFor = (operation: string, msisdn: string): Random => {
    const turn = (turns.get(`${operation} ${msisdn}`) ?? 0) + 1;
    turns.set(`${operation} ${msisdn}`, turn);
    return randomOf(operation, msisdn, turn);
  };
  const inject = (
    fault: Fault,
    random: Random,
    probability: number,
    name: string = fault,
  ): boolean => {
    if (!random.chance(probability) || faultsAreOff() || !faults.has(fault)) return false;
    count(injected, name);
    return true;
  };
  const outage = (): boolean => faults.has('outage') && !faultsAreOff() && isDown(clock.at());
  const faultOf = (random: Random): Fault | undefined => {
    const drawn = random.weighted(CHARGE_FAULTS);
    return drawn && faults.has(drawn) && !faultsAreOff() ? drawn : undefined;
  };

  /**
   * The request has arrived: the carrier makes the payment, whoever learns of it. Nothing for one
   * that it has already.
   */
  const submit = (
    input: ChargeInput,
    { limited = false, slow = false, visibleFrom = clock.at() } = {},
  ): Payment | undefined => {
    if (records.submitted(input)) return undefined;
    const payment: Payment = {
      id: `payment-${records.payments.length + 1}`,
      input,
      createdAt: clock.at(),
      status: 'processing',
      reason: undefined,
      takenAt: null,
      visibleFrom,
    };
    records.addPayment(payment);
    if (limited) Object.assign(payment, { status: 'denied', reason: 'spending_limit' });
    else if (!slow) record(payment);
    return payment;
  };

  const record = (payment: Payment): void => {
    const { msisdn, amountCents } = payment.input;
    payment.reason = handsets.take(msisdn, clock.at(), amountCents);
    payment.status = payment.reason ? 'denied' : 'succeeded';
    if (payment.status === 'succeeded') payment.takenAt = clock.at();
  };

  /** Mostly within an hour; a few take days, so that people are asked before it is known. */
  const decideLater = (payment: Payment, random: Random): void => {
    const takes = random.chance(0.04)
      ? random.between(40, 80) * HOUR_MS
      : random.chance(0.5)
        ? random.between(3_000, 90_000)
        : random.between(1, 90) * MINUTE_MS;
    schedule(clock.at() + Math.round(takes), 'a slow payment', async () => {
      record(payment);
      notices.tell(payment, random);
    });
  };

  /**
   * A request that was lost on the way in arrives after all: mostly soon, sometimes when nobody
   * waits for it any more.
   */
  const stray = (input: ChargeInput, random: Random): void => {
    const takes = random.chance(0.6)
      ? random.between(2_000, 35_000)
      : random.between(2, 240) * MINUTE_MS;
    schedule(clock.at() + Math.round(takes), 'a stray request', async () => {
      const payment = submit(input);
      if (payment) notices.tell(payment, random);
    });
  };

  const charge = async (input: ChargeInput): Promise<ChargeOutcome> => {
    const random = randomFor('charge', input.msisdn);
    const fault = faultOf(random);
    await whileAsked(input.msisdn, 'before');
    if (outage())
      return random.chance(0.5)
        ? { outcome: 'unavailable', cause: 'not_connected' }
        : { outcome: 'unknown', cause: 'carrier_error' };
    if (fault) count(injected, fault);
    switch (fault) {
      case 'refused':
        return { outcome: 'unavailable', cause: 'not_connected' };
      case 'rate':
        return {
          outcome: 'unavailable',
          cause: 'too_many_requests',
          retryAfterSeconds: random.whole(1, 40),
        };
      case 'timeout-before':
        return { outcome: 'unknown', cause: 'timed_out' };
      case 'stray':
        stray(input, random);
        return { outcome: 'unknown', cause: random.chance(0.5) ? 'timed_out' : 'connection_lost' };
      case 'error':
        if (random.chance(0.5)) return { outcome: 'unknown', cause: 'carrier_error' };
    }
    const late = inject('lookup', random, 0.1, 'listed late')
      ? clock.at() + random.whole(1_000, LISTED_LATE_MS)
      : clock.at();
    const payment = submit(input, {
      limited: fault === 'limit',
      slow: fault === 'slow',
      visibleFrom: late,
    });
    if (!payment) return { outcome: 'unknown', cause: 'already_submitted' };
    if (payment.status === 'processing') decideLater(payment, random);
    else await notices.tellAtOnce(payment, random);
    await whileAsked(input.msisdn, 'after');
    if (fault === 'timeout-after') return { outcome: 'unknown', cause: 'timed_out' };
    if (fault === 'unreadable') return { outcome: 'unknown', cause: 'unreadable_reply' };
    if (fault === 'error') return { outcome: 'unknown', cause: 'carrier_error' };
    return outcomeOf(payment);
  };

  const findCharge: BillingPort['findCharge'] = async ({
    reference,
    correlator,
    msisdn,
    from,
    to,
    carrierPaymentId,
  }): Promise<FindChargeOutcome> => {
    const asked = records.submitted({ reference, correlator });
    const random = randomFor('find', msisdn ?? asked?.input.msisdn ?? '');
    if (outage()) return { outcome: 'unavailable', cause: 'carrier_error' };
    if (inject('lookup', random, 0.05, 'look-up fails'))
      return { outcome: 'unavailable', cause: 'timed_out' };
    // A list shows what was made in the window, and of a number only that number's.
    const isListed =
      asked &&
      asked.createdAt >= from.getTime() &&
      asked.createdAt <= to.getTime() &&
      (!msisdn || asked.input.msisdn === msisdn);
    const known =
      (carrierPaymentId && records.payment(carrierPaymentId)) || (isListed ? asked : undefined);
    if (!known || known.visibleFrom > clock.at()) return { outcome: 'not_found' };
    return { outcome: 'found', charge: listed(known), decided: outcomeOf(known) };
  };

  /**
   * One entry as the list has it, where that is not as it is: left out, of another amount, or with
   * an invented one beside it.
   */
  const wrongly = (payment: Payment): CarrierCharge[] => {
    const entry = listed(payment);
    const random = randomOf('list', payment.input.msisdn, payment.createdAt);
    const wrong =
      faults.has('list') && !faultsAreOff()
        ? random.weighted({ 'left out': 0.002, 'other amount': 0.002, invented: 0.002 })
        : undefined;
    if (!wrong) return [entry];
    count(injected, `list: ${wrong}`);
    if (wrong === 'left out') return [];
    if (wrong === 'other amount') return [{ ...entry, amountCents: entry.amountCents + 100 }];
    const invented = {
      carrierPaymentId: `invented-${payment.id}`,
      reference: `NOT-OURS-${payment.id}`,
      correlator: `invented-${payment.id}`,
    };
    return [entry, { ...entry, ...invented, status: 'succeeded', paidAt: entry.createdAt }];
  };

  async function* listCharges({
    from,
    to,
  }: {
    from: Date;
    to: Date;
  }): AsyncIterable<CarrierCharge> {
    const random = randomOf('list fails', clock.at());
    if (outage() || inject('list', random, 0.05, 'list fails'))
      throw new CarrierUnavailableError('carrier_error');
    for (const payment of records.payments) {
      if (payment.createdAt < from.getTime() || payment.createdAt > to.getTime()) continue;
      yield* wrongly(payment);
    }
  }

  const sendMessage: Carrier['sendMessage'] = async (message) => {
    const random = randomFor('message', message.msisdn);
    if (outage()) return { outcome: 'unavailable', cause: 'not_connected' };
    if (inject('message', random, 0.015, 'message: 429'))
      return { outcome: 'unavailable', cause: 'too_many_requests', retryAfterSeconds: 5 };
    if (inject('message', random, 0.015, 'message: lost'))
      return { outcome: 'unknown', cause: 'timed_out' };
    if (!told.has(message.reference)) told.set(message.reference, { ...message, at: clock.at() });
    if (inject('message', random, 0.02, 'message: answer lost'))
      return { outcome: 'unknown', cause: 'timed_out' };
    return { outcome: 'accepted', messageId: `message-${message.reference}` };
  };

  return {
    records,
    told,
    codeOf: (msisdn) => codes.get(msisdn)?.code ?? '',
    codesTo,
    wrongCodes,
    sendCode: async ({ msisdn, message }) => {
      if (outage()) return { outcome: 'unavailable', cause: 'not_connected' };
      const code = String(randomFor('code', msisdn).whole(1000, 9999));
      const id = `authentication ${msisdn} ${turns.get(`code ${msisdn}`)}`;
      codes.set(id, { id, code, used: false });
      codes.set(msisdn, { id, code, used: false });
      codesTo.set(msisdn, [
        ...(codesTo.get(msisdn) ?? []),
        { at: clock.at(), text: message.replace('{{code}}', code) },
      ]);
      return { outcome: 'sent', authenticationId: id };
    },
    validateCode: async ({ authenticationId, code }) => {
      const known = codes.get(authenticationId);
      if (!known || known.used) return { outcome: 'expired' };
      if (known.code !== code) {
        wrongCodes.push(clock.at());
        return { outcome: 'invalid' };
      }
      known.used = true;
      return { outcome: 'valid' };
    },
    contentLock: async (msisdn) =>
      outage()
        ? { outcome: 'unavailable', cause: 'not_connected' }
        : { outcome: 'known', locked: handsets.isLocked(msisdn) },
    onNetwork: async () =>
      outage()
        ? { outcome: 'unavailable', cause: 'not_connected' }
        : { outcome: 'known', onNetwork: true },
    numberRecycled: async ({ msisdn, since }) => {
      if (outage()) return { outcome: 'unavailable', cause: 'not_connected' };
      const at = handsets.recycledAt(msisdn);
      // A carrier knows days only: a change on that very day is not told.
      return { outcome: 'known', recycled: at !== null && dayOf(new Date(at)) > dayOf(since) };
    },
    charge,
    findCharge,
    listCharges,
    ...createSeededRefunds({
      records,
      randomOf,
      randomFor,
      inject,
      outage,
      clock,
      handsets,
      notices,
      schedule,
    }),
    sendMessage,
    close: async () => undefined,
  };
}
