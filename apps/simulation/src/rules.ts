import type { PackageId } from '@bonisa/domain/packages/package-catalogue';
import { entitlement } from '@bonisa/domain/subscription/entitlement';
import type { RetrySchedule } from '@bonisa/domain/subscription/retry-schedule';
import type { SubscriptionStatus } from '@bonisa/domain/subscription/subscription';
import type { CarrierRecords, Payment } from './carrier-records.ts';
import type { Population } from './person.ts';
import type { Life, ReadModel } from './read-model.ts';
import type { SeededCarrier, ToldMessage } from './seeded-carrier.ts';

/**
 * What must hold on every day, by name:
 * - `paid_once`: no period is paid twice, unless the overpayment is given back; nothing is asked
 *   for
 *   while the time before is still paid.
 * - `live_consent`: nothing is taken without a consent record and without somebody having agreed,
 *   before it was asked for.
 * - `price_agreed`: nothing is taken above the price of that consent.
 * - `nothing_after_stop`: nothing is asked for after STOP, cancelling or a block was confirmed, and
 *   nobody is subscribed after STOP ALL; what was in flight and is taken
 *   afterwards is given back.
 * - `unpaid_unserved`: nobody is served but by what was given or paid, by grace, or while the
 *   carrier has not answered; also at each visit.
 * - `grace_once`: grace lasts as long as its rule says, and a number has it again only after a
 *   whole period that was paid in time.
 * - `paid_days`: each payment moves the end of a number's paid time by its days, whatever ended and
 *   began in between.
 * - `code_matches_offer`: before each opt-in a message with a code was sent to that number, which
 *   named the price and said whether the first day is free.
 * - `code_once`: each such message stands for one opt-in.
 * - `guessing_fails`: wrong codes let nobody in, and no more of them are judged than the
 *   limits of a network allow.
 * - `paid_is_served`: nobody pays and is not served.
 * - `every_cent`: every cent that the carrier took or gave back is in the ledger, or is a named
 *   reconciliation exception, or is unknown within its time; and nothing else is.
 * - `ledger_balances`: each entry, all of it, and what the carrier owes.
 * - `unknown_ends`: what is unknown is looked up, goes to people in time, and is known in the end.
 * - `monthly_limit`: no more than R200 in a month without a further consent.
 * - `tries_a_day`: no more tries in a day than the retry schedule has steps.
 * - `notices_sent`: a subscriber gets a welcome, and a reminder of price and stop route within 30
 *   days and in every month.
 * - `free_day_once`: an owner of a number gets one free day, whoever had the number before.
 * - `no_failure`: nothing fails that nothing was done to.
 */
export const INVARIANTS = [
  'paid_once',
  'live_consent',
  'price_agreed',
  'nothing_after_stop',
  'unpaid_unserved',
  'grace_once',
  'paid_days',
  'code_matches_offer',
  'code_once',
  'guessing_fails',
  'paid_is_served',
  'every_cent',
  'ledger_balances',
  'unknown_ends',
  'monthly_limit',
  'tries_a_day',
  'notices_sent',
  'free_day_once',
  'no_failure',
] as const;

export type Invariant = (typeof INVARIANTS)[number];

export interface Finding {
  readonly invariant: Invariant;
  readonly words: string;
  readonly subscriptionId?: string;
}

/** What a rule looks at: the product's books, the carrier's, and what people remember. */
export interface Scene {
  readonly readModel: ReadModel;
  readonly carrierRecords: CarrierRecords;
  readonly told: ReadonlyMap<string, ToldMessage>;
  readonly population: Population;
  /** The messages with codes that reached each number. */
  readonly codesTo: SeededCarrier['codesTo'];
  /**
   * When the carrier was asked about codes that were wrong, and when one of them let somebody in.
   */
  readonly wrongCodes: readonly number[];
  readonly guessedAt: readonly number[];
  /** Now, in milliseconds since 1970. */
  readonly at: number;
  /** What happened before was inspected already: rules about single things may leave it out. */
  readonly from: number;
  /** The last day: nothing may be open any more. */
  readonly isLast: boolean;
  /**
   * The product leaves the carrier alone now, since it did not answer or asked for it: what would
   * take or give money waits.
   */
  readonly leftAlone: boolean;
  /** By which the product itself says who is served. */
  readonly retrySchedule: RetrySchedule;
  /** Payments that were taken, by our reference. */
  readonly taken: ReadonlyMap<string, Payment>;
  /** The same by number, in the order in which they were taken. */
  readonly takenFrom: ReadonlyMap<string, readonly Payment[]>;
}

export type Rule = (scene: Scene) => Finding[];

/** An instant as it is printed: South African time. */
export function shown(at: number): string {
  return new Date(at + 2 * 60 * 60_000).toISOString().slice(0, 19).replace('T', ' ');
}

/** For each subscription. */
export function ofSubscriptions(scene: Scene, rule: (life: Life) => Finding[]): Finding[] {
  return [...scene.readModel.lives.values()].flatMap(rule);
}

/** Whether this subscription is served now, as the product itself says. */
export function isServed(
  { at, retrySchedule }: Pick<Scene, 'at' | 'retrySchedule'>,
  { subscription }: Life,
): boolean {
  const { status, packageId, tries } = subscription;
  const paidUntil = dateOf(subscription.paidUntil);
  const graceUntil = dateOf(subscription.graceUntil);
  const state = {
    status: status as SubscriptionStatus,
    packageId: packageId as PackageId,
    paidUntil,
    tries,
    graceUntil,
  };
  return entitlement(state, new Date(at), retrySchedule).entitled;
}

function dateOf(at: number | null): Date | null {
  return at === null ? null : new Date(at);
}
