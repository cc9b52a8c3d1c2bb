/**
 * What may not be configured. Each rule names the field and the reason, for the person who fills
 * in the form.
 */
import { otpMessage } from '../consent/consent.ts';
import { LANGUAGES } from '../languages.ts';
import { type Cents, formatRand } from '../money/rand.ts';
import type { VatRateAt } from '../money/vat-rates.ts';
import { nameLikeCode } from '../notices/names-in-messages.ts';
import { type NoticeTerms, noticeText, sampleNotices } from '../notices/notices.ts';
import { fitsOneMessage } from '../notices/short-message.ts';
import { MONTHLY_LIMIT } from '../subscription/subscription.ts';
import { durationDays, type PackageId, type Period, packageAt } from './package-catalogue.ts';
import { type PackageFacts, type PriceVersion, standing } from './package-prices.ts';

/** The most that a carrier charges for one event (terms of event billing: R200 incl. VAT). */
export const CARRIER_LIMIT: Cents = 200_00;
/** The words of consent promise one free day, and no carrier bills less than nothing later. */
export const MOST_TRIAL_DAYS = 1;
/**
 * How long ahead holders of an earlier price are told of one that they may accept: about the 20
 * business days of the Consumer Protection Act's notices (section 14), fewer by the public holidays
 * of December and April. No law asks for more here, because who does not accept keeps the price.
 */
export const TOLD_AHEAD_MS = 30 * 24 * 60 * 60_000;
/** In place of a service key: the carrier does not sell the package at this price. */
export const NOT_SOLD_KEY = '';
/** A price further ahead is a slip of the keyboard. */
const MOST_AHEAD_MS = 2 * 366 * 24 * 60 * 60_000;

const WORD_OF: Readonly<Record<Period, string>> = {
  day: 'daily',
  week: 'weekly',
  month: 'monthly',
};
const PERIODS: readonly string[] = Object.keys(WORD_OF);
const DAYS_OF: Readonly<Record<Period, number>> = { day: 1, week: 7, month: 30 };

export type RuleCode =
  | 'price_not_above_zero'
  | 'price_split'
  | 'over_carrier_limit'
  | 'over_monthly_limit'
  | 'monthly_limit_below_price'
  | 'trial_too_long'
  | 'vat_not_lawful'
  | 'from_in_the_past'
  | 'from_too_far'
  | 'versions_overlap'
  | 'told_too_late'
  | 'service_key_used'
  | 'service_key_invalid'
  | 'carrier_unknown'
  | 'no_carrier'
  | 'message_too_long'
  | 'period_not_lawful'
  | 'key_taken'
  | 'key_invalid'
  | 'key_without_period'
  | 'name_taken'
  | 'name_invalid'
  | 'name_like_code';

/** A rule that a configuration breaks. */
export interface RuleBroken {
  readonly field: string;
  readonly code: RuleCode;
  readonly problem: string;
}

/** A package as a person wants it. */
export interface WantedPackage {
  readonly id: string;
  readonly name: string;
  readonly period: string;
}

/** A price as a person wants it. */
export interface WantedPrice
  extends Omit<PriceVersion, 'id' | 'madeAt' | 'madeBy' | 'reason' | 'withdrawnAt'> {
  /** How many charges take the price of one period: one. */
  readonly chargesPerPeriod: number;
}

/** A key of a package at a carrier. */
export interface ServiceKey {
  readonly carrierId: string;
  readonly packageId: PackageId;
  readonly key: string;
}

/** What there is already. */
export interface Configured {
  readonly now: Date;
  readonly carriers: readonly string[];
  /** The carriers' own configuration: environment or `CARRIERS`. */
  readonly serviceKeys: readonly ServiceKey[];
  readonly packages: readonly PackageFacts[];
  readonly versions: readonly PriceVersion[];
  /** The lawful rates of VAT. */
  readonly vatRateAt: VatRateAt;
  /** The brand's facts in messages. */
  readonly terms: NoticeTerms;
}

/** Why this package may not be made; empty where it may. */
export function packageRules(
  { id, name, period }: WantedPackage,
  { packages }: Pick<Configured, 'packages'>,
): RuleBroken[] {
  return [
    ...broken(!PERIODS.includes(period), {
      field: 'period',
      code: 'period_not_lawful',
      problem: 'must be day, week or month: the carriers bill no other period',
    }),
    ...broken(!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) || id.length > 40 || id.endsWith('-free-day'), {
      field: 'key',
      code: 'key_invalid',
      problem: 'must be at most 40 lower-case letters and digits in words joined by hyphens',
    }),
    ...broken(PERIODS.includes(period) && !saysPeriod(id, period as Period), {
      field: 'key',
      code: 'key_without_period',
      problem: `must contain the word ${WORD_OF[period as Period]} and no other period's: apps read the period from it`,
    }),
    ...broken(
      packages.some((facts) => facts.id === id),
      { field: 'key', code: 'key_taken', problem: 'is the key of another package' },
    ),
    ...nameRules({ id, name }, packages),
  ];
}

function nameRules(
  { id, name }: Pick<WantedPackage, 'id' | 'name'>,
  packages: readonly PackageFacts[],
): RuleBroken[] {
  const others = packages.filter((facts) => facts.id !== id);
  const likeCode = nameLikeCode(name);
  return [
    ...broken(!/^[\p{L}\p{N}][\p{L}\p{N} &-]*$/u.test(name) || !fitsOneMessage(name), {
      field: 'name',
      code: 'name_invalid',
      problem: 'must be letters, digits, spaces, & and - that a short message can hold',
    }),
    ...broken(likeCode !== undefined, {
      field: 'name',
      code: 'name_like_code',
      problem: `${likeCode}`,
    }),
    ...broken(
      others.some((facts) => facts.name.toLowerCase() === name.toLowerCase()),
      { field: 'name', code: 'name_taken', problem: 'is the name of another package' },
    ),
  ];
}

/** Why a package may not be called this from now on; empty where it may. */
export function renameRules(
  { id, name }: Pick<WantedPackage, 'id' | 'name'>,
  { packages, versions, terms }: Pick<Configured, 'packages' | 'versions' | 'terms'>,
): RuleBroken[] {
  // Earlier prices too: their holders get messages as well.
  const own = standing(versions.filter(({ packageId }) => packageId === id));
  return [
    ...nameRules({ id, name }, packages),
    ...broken(
      own.some((version) => !messagesFit(version, name, terms)),
      {
        field: 'name',
        code: 'message_too_long',
        problem: 'with a price of the package makes a message longer than one short message',
      },
    ),
  ];
}

function saysPeriod(id: string, period: Period): boolean {
  const others = PERIODS.filter((name) => name !== period).map((name) => WORD_OF[name as Period]);
  return (
    id.includes(WORD_OF[period]) &&
    !others.some((word) => id.includes(word)) &&
    durationDays(id) === DAYS_OF[period]
  );
}

/**
 * Why this price may not be made; empty where it may.
 * @param name the package's name, for the length of messages.
 */
export function priceRules(
  wanted: WantedPrice,
  name: string,
  configured: Configured,
): RuleBroken[] {
  const isMoney = Number.isSafeInteger(wanted.amount) && wanted.amount > 0;
  return [
    ...broken(!isMoney, {
      field: 'amount',
      code: 'price_not_above_zero',
      problem: 'must be above R0.00: a carrier makes no payment of nothing',
    }),
    ...amountRules(wanted),
    ...broken(wanted.trialDays < 0 || wanted.trialDays > MOST_TRIAL_DAYS, {
      field: 'trial_days',
      code: 'trial_too_long',
      problem: 'must be 0 or 1: the words of consent promise the first day and no more',
    }),
    ...timeRules(wanted, configured),
    ...serviceKeyRules(wanted, configured),
    ...broken(isMoney && !messagesFit(wanted, name, configured.terms), {
      field: 'name',
      code: 'message_too_long',
      problem: 'with this price makes a message longer than one short message',
    }),
  ];
}

function amountRules({ amount, monthlyLimit, chargesPerPeriod }: WantedPrice): RuleBroken[] {
  return [
    ...broken(chargesPerPeriod !== 1, {
      field: 'charges_per_period',
      code: 'price_split',
      problem:
        'must be 1: a price may not be split. A R20 week is one charge and not five of R4 (carrier terms), and the sum may never exceed the advertised price (WASPA 15)',
    }),
    ...broken(amount > CARRIER_LIMIT, {
      field: 'amount',
      code: 'over_carrier_limit',
      problem: `must be at most R${formatRand(CARRIER_LIMIT)}: carriers charge no more for one event`,
    }),
    ...broken(monthlyLimit > MONTHLY_LIMIT, {
      field: 'monthly_limit',
      code: 'over_monthly_limit',
      problem: `must be at most R${formatRand(MONTHLY_LIMIT)}: above it each month needs a consent of its own (ICASA regulation 15)`,
    }),
    ...broken(!Number.isSafeInteger(monthlyLimit) || monthlyLimit < amount, {
      field: 'monthly_limit',
      code: 'monthly_limit_below_price',
      problem: 'must be at least the price, or nobody could ever be charged',
    }),
  ];
}

function timeRules(
  { packageId, validFrom, vatRate, holders }: WantedPrice,
  { now, versions, vatRateAt }: Configured,
): RuleBroken[] {
  const own = standing(versions.filter((version) => version.packageId === packageId));
  const last = own.at(-1);
  const lawful = vatRateAt(validFrom);
  const earliestStart = new Date(now.getTime() + TOLD_AHEAD_MS);
  return [
    ...broken(vatRate !== lawful, {
      field: 'vat_percent',
      code: 'vat_not_lawful',
      problem: `must be ${lawful / 100}: the rate of VAT at that date`,
    }),
    ...broken(validFrom < now, {
      field: 'valid_from',
      code: 'from_in_the_past',
      problem: 'must not be in the past: what was charged then is not changed',
    }),
    ...broken(validFrom.getTime() > now.getTime() + MOST_AHEAD_MS, {
      field: 'valid_from',
      code: 'from_too_far',
      problem: 'must be within two years',
    }),
    ...broken(last !== undefined && validFrom <= last.validFrom, {
      field: 'valid_from',
      code: 'versions_overlap',
      problem: `must be after ${last?.validFrom.toISOString()}, when the newest price begins: withdraw that one first if it is still to come`,
    }),
    ...broken(last !== undefined && holders === 'asked_again' && validFrom < earliestStart, {
      field: 'valid_from',
      code: 'told_too_late',
      problem: 'must be at least 30 days ahead, because subscribers are told before they are asked',
    }),
  ];
}

/** The keys under which a package would be sold, by carrier; without those that do not sell it. */
export function keysOf(
  { packageId, serviceKeys }: Pick<WantedPrice, 'packageId' | 'serviceKeys'>,
  configured: Pick<Configured, 'carriers' | 'serviceKeys'>,
): ServiceKey[] {
  return configured.carriers.flatMap((carrierId) => {
    const own = configured.serviceKeys.find(
      (own) => own.carrierId === carrierId && own.packageId === packageId,
    );
    const key = serviceKeys[carrierId] ?? own?.key;
    return key === undefined || key === NOT_SOLD_KEY ? [] : [{ carrierId, packageId, key }];
  });
}

/** Every key of the configuration and of the prices that stand. */
function usedKeys(configured: Pick<Configured, 'serviceKeys' | 'versions'>): ServiceKey[] {
  return [
    ...configured.serviceKeys,
    ...standing(configured.versions).flatMap(({ packageId, serviceKeys }) =>
      Object.entries(serviceKeys)
        .filter(([, key]) => key !== NOT_SOLD_KEY)
        .map(([carrierId, key]) => ({ carrierId, packageId, key })),
    ),
  ];
}

/** Keys of the configuration that another package has at a configured carrier. */
export function serviceKeyClashes(
  configured: Pick<Configured, 'carriers' | 'serviceKeys' | 'versions'>,
): { readonly own: ServiceKey; readonly other: ServiceKey }[] {
  const used = usedKeys(configured).filter((usedKey) =>
    configured.carriers.includes(usedKey.carrierId),
  );
  return configured.serviceKeys.flatMap((own) => {
    const other = used.find(
      (usedKey) => usedKey.key === own.key && usedKey.packageId !== own.packageId,
    );
    return other ? [{ own, other }] : [];
  });
}

function serviceKeyRules(wanted: WantedPrice, configured: Configured): RuleBroken[] {
  const used = usedKeys(configured);
  const of = keysOf(wanted, configured);
  const field = 'service_keys';
  return [
    ...Object.entries(wanted.serviceKeys).flatMap(([carrierId, key]) => [
      ...broken(!configured.carriers.includes(carrierId), {
        field: `${field}.${carrierId}`,
        code: 'carrier_unknown',
        problem: `must be one of the carriers: ${configured.carriers.join(', ')}`,
      }),
      ...broken(!/^[\x21-\x7e]{0,128}$/.test(key), {
        field: `${field}.${carrierId}`,
        code: 'service_key_invalid',
        problem: 'must be at most 128 characters without spaces; empty: not sold there',
      }),
    ]),
    ...of.flatMap(({ carrierId, key }) => {
      const other = used.find(
        (usedKey) => usedKey.key === key && usedKey.packageId !== wanted.packageId,
      );
      return broken(other !== undefined, {
        field: `${field}.${carrierId}`,
        code: 'service_key_used',
        problem: `is the key of ${other?.packageId}: one key bills one package`,
      });
    }),
    ...broken(of.length === 0 && wanted.offered, {
      field,
      code: 'no_carrier',
      problem: 'must name the service key at one carrier at least: without one nobody can pay',
    }),
  ];
}

/** Whether every message about the package at this price is one short message. */
function messagesFit(
  { packageId, amount }: Pick<WantedPrice, 'packageId' | 'amount'>,
  name: string,
  terms: NoticeTerms,
): boolean {
  const packageTerms = packageAt(packageId, name, amount);
  const at = new Date('2026-12-31T21:59:00Z');
  const notices = sampleNotices(packageTerms, at).map((notice) =>
    notice.kind === 'price_offered' ? { ...notice, held: CARRIER_LIMIT } : notice,
  );
  return LANGUAGES.every((language) => {
    const shownTerms = { package: packageTerms, freeDay: true };
    const otp = otpMessage(terms.service, shownTerms, language).replace('{{code}}', '1234');
    return [otp, ...notices.map((notice) => noticeText(notice, terms, language))].every(
      fitsOneMessage,
    );
  });
}

/** Why a version may not be withdrawn; `undefined` where it may. */
export function withdrawalRefused(
  { validFrom, withdrawnAt }: Pick<PriceVersion, 'validFrom' | 'withdrawnAt'>,
  now: Date,
): string | undefined {
  if (withdrawnAt !== null) return 'This price is withdrawn already.';
  return validFrom <= now
    ? 'This price is or was valid, and what was charged is not changed. Make a new price instead.'
    : undefined;
}

function broken(isBroken: boolean, rule: RuleBroken): RuleBroken[] {
  return isBroken ? [rule] : [];
}
