import { DEFAULT_LANGUAGE, type Language } from '../languages.ts';
import { type Cents, formatRand } from '../money/rand.ts';
import { NOTICES_REVIEWED, OTP_WORDS } from '../notices/notice-words.ts';
import { formatMsisdn, type Msisdn } from '../numbers/msisdn.ts';
import type { Package } from '../packages/package-catalogue.ts';
import { type Day, dayOf, MONTH_NAMES } from '../south-african-time.ts';
import {
  CONSENT_TRANSLATIONS,
  type ConsentFacts,
  type ConsentTranslation,
} from './consent-translations.ts';

/**
 * The version of the opt-in wording. Change it with the wording: a consent record names the version
 * that was accepted.
 */
export const CONSENT_VERSION = '2026-11-2';

export interface ConsentTerms {
  readonly service: string;
  readonly package: Package;
  readonly trial: boolean;
  readonly supportNumber: string;
  /** The language of the words; English where none is given. */
  readonly language?: Language | undefined;
}

/** The version of the opt-in wording in a language. */
export function consentVersion(language: Language): string {
  return language === 'en' ? CONSENT_VERSION : CONSENT_TRANSLATIONS[language].version;
}

/** The price as shown beside Accept: `R5.00/day`. */
export function priceLine(packageTerms: Pick<Package, 'price' | 'period'>): string {
  return `R${formatRand(packageTerms.price)}/${packageTerms.period}`;
}

/** A package's label in the list of packages (row S2): `Daily (R5.00/day)`. */
export function packageLabel(packageTerms: Package): string {
  return `${packageTerms.name} (${priceLine(packageTerms)})`;
}

/** The package and price that an OTP approves: `Daily at R5.00/day`. */
export function packageAtPrice(packageTerms: Package): string {
  return `${packageTerms.name} at ${priceLine(packageTerms)}`;
}

/**
 * The sentences shown around the Accept button (row S3) and stored in the consent record. One
 * function writes both, so that the record holds exactly what was shown. The WASPA Code requires
 * price and frequency beside the call to action, the words 'subscription service', how to stop, and
 * the bill payer's permission. They say of unused time that it is added, whether or not the number
 * has any: before the number is proven nobody is told. The same words stand at a dearer package
 * that begins at once.
 */
export function consentWords(terms: ConsentTerms): readonly string[] {
  const price = priceLine(terms.package);
  const first = terms.trial
    ? `first day FREE, then ${price} is taken from your airtime until you stop.`
    : `R${formatRand(terms.package.price)} is taken now from your airtime, then ${price} until you stop. Any free or paid time you have left is added.`;
  return withTranslation(
    terms,
    [`${terms.service} ${terms.package.name} subscription service: ${first}`, ...stopAndAge(terms)],
    ({ trial, now, added }) => (terms.trial ? trial : (facts) => `${now(facts)} ${added}`),
  );
}

/** How to stop, and whose permission Accept needs. */
function stopAndAge({ supportNumber }: Pick<ConsentTerms, 'supportNumber'>): readonly string[] {
  return [
    'Prices include VAT. To stop at any time, reply STOP to our messages or use your profile; stopping is free.',
    `By pressing Accept you confirm that you are 18 or older or have the bill payer's permission. Help: ${supportNumber}.`,
  ];
}

/**
 * The words in the language of the terms. Until a speaker has reviewed them, the English price and
 * STOP words follow.
 */
function withTranslation(
  terms: Omit<ConsentTerms, 'trial'>,
  english: readonly string[],
  taken: (words: ConsentTranslation) => (facts: ConsentFacts) => string,
  begins: Pick<ConsentFacts, 'day' | 'held'> = { day: '', held: '' },
): readonly string[] {
  const { language = 'en', service, supportNumber } = terms;
  if (language === 'en') return english;
  const words = CONSENT_TRANSLATIONS[language];
  const facts = {
    what: `${service} ${terms.package.name}`,
    amount: formatRand(terms.package.price),
    price: priceLine(terms.package),
    supportNumber,
    ...begins,
  };
  const own = [taken(words)(facts), words.stop, words.adult(facts)];
  return words.reviewed ? own : [...own, ...english.slice(0, 2)];
}

/**
 * As {@link consentWords}, for the Accept of a change to another package. The change begins when
 * the paid time ends, so nothing is charged now.
 */
export function changeWords(terms: Omit<ConsentTerms, 'trial'>): readonly string[] {
  return withTranslation(
    terms,
    [
      `${terms.service} ${terms.package.name} subscription service: when your paid time ends, ${priceLine(terms.package)} is taken from your airtime until you stop. Nothing is taken now.`,
      ...stopAndAge(terms),
    ],
    ({ later }) => later,
  );
}

/** A new price of the held package: the price until then, and the instant at which it begins. */
export interface PriceChangeTerms extends Omit<ConsentTerms, 'trial'> {
  readonly held: Cents;
  readonly from: Date;
}

/**
 * As {@link consentWords}, for the Accept of a new price of the held package that begins later. The
 * price until then and the day on which the new one begins stand in the words.
 */
export function priceChangeWords(terms: PriceChangeTerms): readonly string[] {
  const { service, package: packageTerms, held } = terms;
  const before = priceLine({ ...packageTerms, price: held });
  const day = dayOf(terms.from);
  return withTranslation(
    terms,
    [
      `${service} ${packageTerms.name} subscription service: from ${dayWords(day)}, ${priceLine(packageTerms)} is taken from your airtime until you stop. Until then you pay ${before}. Nothing is taken now.`,
      ...stopAndAge(terms),
    ],
    ({ from }) => from,
    { day, held: before },
  );
}

/** `24 Dec 2026` */
function dayWords(day: Day): string {
  const [year, month = 1, date] = day.split('-').map(Number);
  return `${date} ${MONTH_NAMES[month - 1]} ${year}`;
}

/**
 * The message that the carrier sends with a code; the carrier replaces `{{code}}` (CAMARA
 * one-time-password-sms). At most 160 characters. The text names what the code approves: price and
 * free day of an opt-in, or, without `shownTerms`, only signing in. It is in English until the
 * words of the language are reviewed: a code must not approve what its reader cannot rely on.
 */
export function otpMessage(
  service: string,
  shownTerms: { readonly package: Package; readonly freeDay: boolean } | undefined,
  language: Language = DEFAULT_LANGUAGE,
): string {
  const words = OTP_WORDS[NOTICES_REVIEWED[language] ? language : DEFAULT_LANGUAGE];
  const text = shownTerms ? (shownTerms.freeDay ? words.trial : words.subscribe) : words.sign_in;
  return text
    .replace('{code}', '{{code}}')
    .replace('{service}', () => service)
    .replace('{price}', () => (shownTerms ? priceLine(shownTerms.package) : ''));
}

/** The description that the status check returns for an ACTIVE number. */
export function activeDescription(msisdn: Msisdn, service: string, packageTerms: Package): string {
  return `${formatMsisdn(msisdn)} already has ${service} ${packageTerms.name} at ${priceLine(packageTerms)}.`;
}
