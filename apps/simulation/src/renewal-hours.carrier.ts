import type { BillingPort, ChargeInput, ChargeOutcome } from '@bonisa/carriers/billing.port';
import type { Carrier } from '@bonisa/carriers/carrier.port';
import type { Timers } from '@bonisa/carriers/permit';
import { count, type Tally } from './crash-injector.ts';
import type { Random } from './random.ts';

/** What happens to a call in place of an answer that the money was taken, equally often. */
const FAULTS = [
  'lost before the carrier had it',
  'taken, and the answer lost',
  'taken, and the answer unreadable',
  'not connected',
  'denied',
] as const;
type Fault = (typeof FAULTS)[number];

const ANSWER_MS = { from: 60, to: 140 };
const TIMEOUT_MS = 10_000;

/** What the carrier knows at the end, which the product cannot see. */
export interface CarrierAccount {
  readonly calls: number;
  readonly lookups: number;
  /** The most calls in any second. */
  readonly mostInSecond: number;
  /** Cents. */
  readonly taken: number;
  readonly payments: number;
  /** Numbers from which money was taken more than once. */
  readonly takenTwice: number;
  /** When the last due number was first charged; `null`: some were not. */
  readonly allAskedAt: number | null;
}

export interface HoursCarrier extends Pick<Carrier, keyof BillingPort> {
  account(): CarrierAccount;
}

export interface HoursCarrierParts {
  readonly time: Timers;
  readonly random: Random;
  /** The share of calls that something happens to. */
  readonly faults: number;
  /** The first number, how many there are, and how many of them are due. */
  readonly numbers: { readonly first: number; readonly count: number; readonly due: number };
  readonly injected: Tally;
}

/**
 * A carrier in memory for millions of numbers: it answers after a while, has a share of faults, and
 * notes for each number how often it took money.
 */
export function createHoursCarrier(parts: HoursCarrierParts): HoursCarrier {
  const { time, random, faults, numbers, injected } = parts;
  const takenOf = new Uint8Array(numbers.count);
  const asked = new Uint8Array(numbers.count);
  /** Payments whose answer was lost, by correlator: only those are looked up. */
  const unanswered = new Map<string, ChargeOutcome & { outcome: 'succeeded' }>();
  let [calls, lookups, taken, payments, takenTwice, askedCount] = [0, 0, 0, 0, 0, 0];
  let [second, inSecond, mostInSecond] = [0, 0, 0];
  let allAskedAt: number | null = null;

  const arrive = (): void => {
    calls++;
    const at = Math.floor(time.now() / 1000);
    if (at !== second) [second, inSecond] = [at, 0];
    mostInSecond = Math.max(mostInSecond, ++inSecond);
  };

  const noteAsked = (index: number): void => {
    if (asked[index]) return;
    asked[index] = 1;
    if (++askedCount === numbers.due) allAskedAt = time.now();
  };

  const take = ({ amountCents, correlator }: ChargeInput, index: number, fault?: Fault) => {
    const before = takenOf[index] ?? 0;
    takenOf[index] = before + 1;
    if (before === 1) takenTwice++;
    taken += amountCents;
    payments++;
    const at = new Date(time.now());
    const made = { outcome: 'succeeded', carrierPaymentId: `p-${payments}`, at } as const;
    if (fault) unanswered.set(correlator, made);
    return made;
  };

  const charge = async (input: ChargeInput): Promise<ChargeOutcome> => {
    const index = Number(input.msisdn) - numbers.first;
    const fault = random.chance(faults) ? random.pick(FAULTS) : undefined;
    if (fault) count(injected, fault);
    noteAsked(index);
    if (fault === 'not connected') return { outcome: 'unavailable', cause: 'not_connected' };
    arrive();
    const made = fault?.startsWith('taken') || !fault ? take(input, index, fault) : undefined;
    const isLost = fault?.includes('lost') ?? false;
    await time.sleep(isLost ? TIMEOUT_MS : random.between(ANSWER_MS.from, ANSWER_MS.to));
    if (isLost) return { outcome: 'unknown', cause: 'timed_out' };
    if (fault === 'taken, and the answer unreadable')
      return { outcome: 'unknown', cause: 'unreadable_reply' };
    return made ?? { outcome: 'denied', reason: 'insufficient_airtime', detail: 'no airtime' };
  };

  const findCharge: BillingPort['findCharge'] = async ({ correlator, reference, amountCents }) => {
    lookups++;
    await time.sleep(random.between(ANSWER_MS.from, ANSWER_MS.to));
    const decided = unanswered.get(correlator);
    if (!decided) return { outcome: 'not_found' };
    const { carrierPaymentId, at } = decided;
    const times = { createdAt: at, paidAt: at };
    const entry = { carrierPaymentId, correlator, reference, amountCents, ...times };
    return { outcome: 'found', decided, charge: { ...entry, status: 'succeeded' } };
  };

  return {
    charge,
    findCharge,
    // The comparison of a day is no part of these hours, and nothing is refunded in them.
    async *listCharges() {},
    async *listRefunds() {},
    refund: async () => ({ outcome: 'unavailable', cause: 'not_connected' }),
    findRefund: async () => ({ outcome: 'not_found' }),
    account: () => ({ calls, lookups, mostInSecond, taken, payments, takenTwice, allAskedAt }),
  };
}
