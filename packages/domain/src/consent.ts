import { formatMsisdn, type Msisdn } from './msisdn.ts';
import type { Package } from './package-catalogue.ts';
import { formatRand } from './rand.ts';

/** Moves when a word of the opt-in changes: a consent record says which words were agreed to. */
export const CONSENT_VERSION = '2026-11-1';

export interface ConsentTerms {
  readonly service: string;
  readonly package: Package;
  readonly trial: boolean;
  readonly supportNumber: string;
}

/** The price as it stands beside Accept: `R5.00/day`. */
export function priceLine(one: Pick<Package, 'price' | 'period'>): string {
  return `R${formatRand(one.price)}/${one.period}`;
}

/** A package as the list of packages labels it (row S2): `Daily (R5.00/day)`. */
export function packageLabel(one: Package): string {
  return `${one.name} (${priceLine(one)})`;
}

/** A package as an OTP was sent for it: `Daily at R5.00/day`. */
export function packageAtPrice(one: Package): string {
  return `${one.name} at ${priceLine(one)}`;
}

/**
 * The sentences that stand around the Accept button (row S3) and in the consent record: the same
 * function writes both, so that what is kept is what was shown. Price and period first, when it is
 * taken, how to stop, who may accept (WASPA Code: price and frequency beside the call to action,
 * 'subscription service', bill-payer's permission).
 */
export function consentWords(terms: ConsentTerms): readonly string[] {
  const price = priceLine(terms.package);
  const first = terms.trial
    ? `first day FREE, then ${price} is taken from your airtime until you stop.`
    : `R${formatRand(terms.package.price)} is taken now from your airtime, then ${price} until you stop.`;
  return [
    `${terms.service} ${terms.package.name} subscription service: ${first}`,
    'Prices include VAT. To stop at any time, reply STOP to our messages or use your profile; stopping is free.',
    `By pressing Accept you confirm that you are 18 or older or have the bill payer's permission. Help: ${terms.supportNumber}.`,
  ];
}

/**
 * As {@link consentWords}, around the Accept of a change to another package: it begins when the
 * paid time ends, so nothing is taken now.
 */
export function changeWords(terms: Omit<ConsentTerms, 'trial'>): readonly string[] {
  return [
    `${terms.service} ${terms.package.name} subscription service: when your paid time ends, ${priceLine(terms.package)} is taken from your airtime until you stop. Nothing is taken now.`,
    'Prices include VAT. To stop at any time, reply STOP to our messages or use your profile; stopping is free.',
    `By pressing Accept you confirm that you are 18 or older or have the bill payer's permission. Help: ${terms.supportNumber}.`,
  ];
}

/**
 * As {@link consentWords}, around the Accept of a dearer package that begins at once: it is taken
 * now, and nothing that was paid is lost.
 */
export function upgradeWords(terms: Omit<ConsentTerms, 'trial'>): readonly string[] {
  const [taken, ...rest] = consentWords({ ...terms, trial: false });
  return [`${taken} What is left of your paid time is added.`, ...rest];
}

/**
 * The message that the carrier sends with a code; `{{code}}` is filled in by the carrier (CAMARA
 * one-time-password-sms). At most 160 characters. What it says is what the code approves: price and
 * free day of an opt-in, or without `asked` nothing but signing in.
 */
export function otpMessage(
  service: string,
  asked: { readonly package: Package; readonly freeDay: boolean } | undefined,
): string {
  const what = asked
    ? ` for ${priceLine(asked.package)}${asked.freeDay ? ', first day FREE' : ''}`
    : ' to sign in';
  return `{{code}} is your ${service} OTP${what}. Only enter it on our page; never tell it to anyone.`;
}

/** What an ACTIVE number is told that it has. */
export function activeDescription(msisdn: Msisdn, service: string, one: Package): string {
  return `${formatMsisdn(msisdn)} already has ${service} ${one.name} at ${priceLine(one)}.`;
}
