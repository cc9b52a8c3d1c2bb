import { formatRand } from '@bonisa/domain/money/rand';
import { type ChargeWords, careTime, chargeWords } from '@bonisa/domain/staff/care-words';
import { type AgreementEvent, consentInForce } from '@bonisa/domain/subscription/consent-in-force';
import type { Charge } from '@bonisa/money/billing/charges/charge.repository';
import type { Consent } from '@bonisa/money/consent/consent.repository';
import type { NameOfPackage, NumberRecords } from './number-records.service.ts';

/** What is told of one charge, gathered from the records of its number. */

const PROOF_WORDS = {
  otp: 'The carrier sent a one-time code to the phone, and the code was entered on our page.',
  header_enrichment: "The carrier's network named the number of the phone itself.",
  session: 'The browser was signed in with this number, which was proven before.',
} as const;

/** How a number was proven, in a sentence. */
export function proofWords(proof: Consent['proof']): string {
  return PROOF_WORDS[proof];
}

/** What was accepted, as the package was called then, and at which price. */
export function acceptedWords(
  { packageId, price, servicePeriod, at }: Consent,
  nameOf: NameOfPackage,
): string {
  return `${nameOf(packageId, at)} at R${formatRand(price)}/${servicePeriod}`;
}

/** The outcome of a charge on the wire. */
export const CHARGE_OUTCOME = {
  intended: 'unknown',
  unknown: 'unknown',
  succeeded: 'succeeded',
  denied: 'denied',
  refunded: 'refunded',
} as const;

type Records = Pick<NumberRecords, 'events' | 'charges' | 'consents' | 'refunds'>;

/** What may still be given back of a charge, in cents. */
export function leftOf(charge: Pick<Charge, 'state' | 'amount' | 'refunded'>): number {
  return charge.state === 'succeeded' || charge.state === 'refunded'
    ? charge.amount - charge.refunded
    : 0;
}

/** A charge with its outcome, as a timeline entry and its answer carry it. */
export function chargeRef(charge: Charge) {
  return {
    reference: charge.reference,
    amount: formatRand(charge.amount),
    left: formatRand(leftOf(charge)),
    outcome: CHARGE_OUTCOME[charge.state],
  };
}

/** The event that a charge led to: what it bought, or when it is tried again. */
function eventOf(records: Pick<Records, 'events'>, charge: Charge, type: string) {
  return records.events.find((event) => {
    const data = event.data as { period?: number };
    return (
      event.type === type &&
      event.subscriptionId === charge.subscriptionId &&
      data.period === charge.period &&
      event.at >= charge.createdAt
    );
  });
}

/** The end of the time that a charge bought; null if it bought none. */
export function boughtUntil(records: Pick<Records, 'events'>, charge: Charge): Date | null {
  if (charge.isOverpayment || leftOf(charge) + charge.refunded === 0) return null;
  const until = (eventOf(records, charge, 'charge_succeeded')?.data as { until?: string })?.until;
  return until === undefined ? null : new Date(until);
}

/** The carrier's answer to a charge in plain words. */
export function wordsOf(records: Pick<Records, 'events'>, charge: Charge): ChargeWords {
  const denied = eventOf(records, charge, 'charge_denied')?.data as
    | { nextTryAt?: string | null }
    | undefined;
  const nextTry = denied?.nextTryAt;
  return chargeWords({
    state: charge.state,
    reason: charge.reason,
    amount: charge.amount,
    refunded: charge.refunded,
    isOverpayment: charge.isOverpayment,
    onHoldUntil: charge.onHoldUntil,
    boughtUntil: boughtUntil(records, charge),
    nextTryAt: nextTry == null ? nextTry : new Date(nextTry),
  });
}

/** Which try of its period a charge is: 1 for the first. */
export function tryOf(records: Pick<Records, 'charges'>, charge: Charge): number {
  return records.charges.filter(
    (one) =>
      one.subscriptionId === charge.subscriptionId &&
      one.period === charge.period &&
      one.createdAt <= charge.createdAt,
  ).length;
}

/** The opt-in that a charge rests on: the consent in force when the charge was made. */
export function optInOf(
  { consents, events }: Pick<Records, 'consents' | 'events'>,
  { subscriptionId, packageId, createdAt }: Charge,
): Consent | undefined {
  const own = <One extends { readonly subscriptionId: string }>(all: readonly One[]): One[] =>
    all.filter((one) => one.subscriptionId === subscriptionId);
  const agreed = own(events).map(agreementEventOf);
  return consentInForce(own(consents), agreed, { packageId, at: createdAt });
}

/** An event as the rules of consents read it: instants in recorded data are texts. */
function agreementEventOf({ type, at, data }: Records['events'][number]): AgreementEvent {
  const { from, ...known } = data as Omit<AgreementEvent, 'from'> & { readonly from?: string };
  return { ...known, type, at, from: from === undefined ? undefined : new Date(from) };
}

/** When the subscription of a charge had been stopped before the charge was made. */
export function stoppedBefore(records: Pick<Records, 'events'>, charge: Charge): Date | null {
  const stop = records.events.find(
    ({ type, subscriptionId, at }) =>
      (type === 'cancelled' || type === 'blocked') &&
      subscriptionId === charge.subscriptionId &&
      at < charge.createdAt,
  );
  return stop?.at ?? null;
}

/** Facts of a list: those with a value. */
export function factsOf(
  facts: Readonly<Record<string, string | number | Date | null | undefined>>,
): { name: string; value: string }[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    if (value === null || value === undefined || value === '') return [];
    return [{ name, value: value instanceof Date ? careTime(value) : String(value) }];
  });
}
