import { priceLine } from '../consent/consent.ts';
import { DEFAULT_LANGUAGE, type Language } from '../languages.ts';
import { type Cents, formatRand } from '../money/rand.ts';
import type { Package } from '../packages/package-catalogue.ts';
import { dayOf, instantOf } from '../south-african-time.ts';
import { MONTHLY_LIMIT } from '../subscription/subscription.ts';
import {
  NOTICE_WORDS,
  NOTICES_REVIEWED,
  type NoticeWords,
  type NoticeWordsKey,
} from './notice-words.ts';
import { fitsOneMessage } from './short-message.ts';

/** A notice to a subscriber, sent as one short message. */
export type Notice =
  | { readonly kind: 'welcome'; readonly package: Package; readonly trial: boolean }
  | { readonly kind: 'trial_ends'; readonly package: Package; readonly until: Date }
  | {
      readonly kind: 'receipt';
      readonly package: Package;
      readonly amount: Cents;
      readonly until: Date;
    }
  | { readonly kind: 'reminder'; readonly package: Package }
  | { readonly kind: 'not_paid'; readonly package: Package; readonly servedUntil: Date }
  /**
   * `limit`: nothing was denied; the month's charges have reached their limit, so the next one is
   * made at that instant, or after a further consent. `taken`: what was taken this month.
   */
  | {
      readonly kind: 'parked';
      readonly package: Package;
      readonly limit?: { readonly taken: Cents; readonly until: Date };
    }
  /**
   * The end that the subscriber asked for. `inFlight`: a charge is in flight; it is refunded if it
   * succeeds.
   */
  | { readonly kind: 'goodbye'; readonly servedUntil?: Date; readonly inFlight?: boolean }
  /**
   * The end that the subscriber did not ask for: no payment, or the network allows no payments from
   * the number.
   */
  | { readonly kind: 'ended'; readonly package: Package; readonly why: 'not_paid' | 'not_allowed' }
  | { readonly kind: 'refund'; readonly amount: Cents }
  | { readonly kind: 'sign_in_tries' }
  /** A device was signed in by code. `client`: its app, as the configuration names it. */
  | { readonly kind: 'device_signed_in'; readonly client: string }
  /** Another package from that instant. */
  | { readonly kind: 'package_changed'; readonly package: Package; readonly from: Date }
  /** Another price of the held package, for those who accept it. `held`: what they pay now. */
  | {
      readonly kind: 'price_offered';
      readonly package: Package;
      readonly held: Cents;
      readonly from: Date;
    }
  /** Names the number's package where the number is subscribed. */
  | { readonly kind: 'help'; readonly package?: Package }
  /** The last text left it open whether the number wants to stop. */
  | { readonly kind: 'stop_asked' }
  | { readonly kind: 'start' }
  | { readonly kind: 'blocked' }
  | { readonly kind: 'not_subscribed' };

export type NoticeKind = Notice['kind'];

/** The brand's facts that a message contains. */
export interface NoticeTerms {
  readonly service: string;
  readonly supportNumber: string;
  readonly publicUrl: string;
  /** The brand's own words, which take the place of ours. */
  readonly words?: OwnNoticeWords;
}

/** A brand's own words by language, as far as it has some; it answers for their translation. */
export type OwnNoticeWords = Readonly<Partial<Record<Language, Partial<NoticeWords>>>>;

/**
 * The text of a message: at most 160 characters of the GSM alphabet, with the longest names that
 * the configuration allows. It states price and period wherever money is taken, how to stop
 * wherever a subscription continues, and the support number always (ICASA regulation 6(5), WASPA
 * 15). Only code messages may contain 'OTP'. The site's address is added where the reader needs it
 * and there is room.
 *
 * In another language than English our own words stand alone once a speaker has reviewed them, and
 * a brand's own at once. Until then English is sent, behind the translation where both have room;
 * and English is sent where a text does not fit.
 */
export function noticeText(
  notice: Notice,
  terms: NoticeTerms,
  language: Language = DEFAULT_LANGUAGE,
): string {
  const english = noticeIn(notice, terms, DEFAULT_LANGUAGE);
  if (language === DEFAULT_LANGUAGE) return english.text;
  const own = noticeIn(notice, terms, language);
  const mayStandAlone = NOTICES_REVIEWED[language] || own.isBrands;
  if (mayStandAlone) return fitsOneMessage(own.text) ? own.text : english.text;
  const both = `${own.said} / ${english.text}`;
  return fitsOneMessage(both) ? both : english.text;
}

/** The words of a notice in one language: whole, and without the link and the support number. */
interface NoticeIn {
  readonly text: string;
  readonly said: string;
  /** The brand has words of its own for it. */
  readonly isBrands: boolean;
}

/** A notice in one language, whether or not it may be sent and fits. */
export function noticeIn(notice: Notice, terms: NoticeTerms, language: Language): NoticeIn {
  const { keys, link, facts } = formOf(notice);
  const own = terms.words?.[language] ?? {};
  const words: NoticeWords = { ...NOTICE_WORDS[language], ...own };
  const fill = (key: NoticeWordsKey, more: Readonly<Record<string, string>> = {}): string =>
    words[key].replaceAll(PLACE, (_, name: string) => more[name] ?? '');
  const { package: packageTerms, amount, at, client = '' } = facts;
  const places = {
    service: terms.service,
    product: packageTerms ? `${terms.service} ${packageTerms.name}` : '',
    cost: packageTerms ? fill('cost', { price: priceLine(packageTerms) }) : '',
    amount: amount === undefined ? '' : `R${formatRand(amount)}`,
    time: at ? time(at, words.months) : '',
    date: at ? date(at, words.months) : '',
    stop: words.stop,
    client: client.slice(0, LONGEST_CLIENT),
  };
  const sentences = keys.map((key) => fill(key, places)).join(' ');
  const help = fill('help_line', { number: terms.supportNumber });
  const linked = (address: string): string =>
    link ? `${sentences} ${fill(link, { address })} ${help}` : `${sentences} ${help}`;
  const addresses = [terms.publicUrl, terms.publicUrl.replace(/^https:\/\//, '')];
  const text =
    (link ? addresses.map(linked).find(fitsOneMessage) : undefined) ?? `${sentences} ${help}`;
  return { text, said: sentences, isBrands: keys.every((key) => own[key] !== undefined) };
}

/** Letters of a device's app in a message, so that it fits with the longest names. */
const LONGEST_CLIENT = 30;

const PLACE = /\{(\w+)\}/g;

interface NoticeForm {
  /** The texts that it is made of. */
  readonly keys: readonly NoticeWordsKey[];
  /** The text around the site's address, where there is room for it. */
  readonly link?: NoticeWordsKey;
  readonly facts: {
    readonly package?: Package;
    readonly amount?: Cents;
    readonly at?: Date;
    readonly client?: string;
  };
}

function formOf(notice: Notice): NoticeForm {
  switch (notice.kind) {
    case 'welcome':
      return {
        keys: [notice.trial ? 'welcome_trial' : 'welcome'],
        link: 'link_watch',
        facts: { package: notice.package },
      };
    case 'trial_ends':
      return { keys: ['trial_ends'], facts: { package: notice.package, at: notice.until } };
    case 'receipt':
      return {
        keys: ['receipt'],
        facts: { package: notice.package, amount: notice.amount, at: notice.until },
      };
    case 'reminder':
      return { keys: ['reminder'], link: 'link_watch', facts: { package: notice.package } };
    case 'not_paid':
      return {
        keys: ['not_paid'],
        facts: {
          package: notice.package,
          amount: notice.package.price,
          at: notice.servedUntil,
        },
      };
    case 'parked':
      return notice.limit
        ? {
            keys: ['month_taken'],
            facts: {
              package: notice.package,
              amount: notice.limit.taken,
              at: notice.limit.until,
            },
          }
        : { keys: ['parked'], facts: { package: notice.package } };
    case 'goodbye':
      return {
        keys: [
          notice.inFlight ? 'goodbye_in_flight' : 'goodbye',
          ...(notice.servedUntil ? (['watch_until'] as const) : []),
        ],
        facts: notice.servedUntil ? { at: notice.servedUntil } : {},
      };
    case 'ended':
      return notice.why === 'not_paid'
        ? { keys: ['ended_not_paid'], link: 'link_back', facts: { package: notice.package } }
        : { keys: ['ended_not_allowed'], facts: { package: notice.package } };
    case 'package_changed':
      return { keys: ['package_changed'], facts: { package: notice.package, at: notice.from } };
    case 'price_offered':
      return {
        keys: ['price_offered'],
        facts: { package: notice.package, amount: notice.held, at: notice.from },
      };
    case 'help':
      return notice.package
        ? { keys: ['help_subscribed'], link: 'link_to_watch', facts: { package: notice.package } }
        : { keys: ['help'], link: 'link_to_watch', facts: {} };
    case 'start':
      return { keys: ['start'], link: 'link_page', facts: {} };
    case 'refund':
      return { keys: ['refund'], facts: { amount: notice.amount } };
    case 'device_signed_in':
      return { keys: [notice.kind], link: 'link_page', facts: { client: notice.client } };
    case 'sign_in_tries':
    case 'stop_asked':
    case 'blocked':
    case 'not_subscribed':
      return { keys: [notice.kind], facts: {} };
  }
}

/**
 * `21 Nov 10:00`, South African time. Formatted by hand: `Intl` may use spaces that are not in the
 * GSM alphabet.
 */
function time(instant: Date, months: string): string {
  const today = dayOf(instant);
  const [, month = 1, day = 1] = today.split('-').map(Number);
  const minutes = Math.floor((instant.getTime() - instantOf(today).getTime()) / 60_000);
  const clock = `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
  return `${day} ${months.split(' ')[month - 1]} ${clock}`;
}

/** `21 Nov`, the South African day of an instant. */
function date(instant: Date, months: string): string {
  return time(instant, months).split(' ').slice(0, 2).join(' ');
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** A notice of each kind about a package, with every part that makes it long. */
export function sampleNotices(packageTerms: Package, at: Date): readonly Notice[] {
  return [
    { kind: 'welcome', package: packageTerms, trial: true },
    { kind: 'welcome', package: packageTerms, trial: false },
    { kind: 'trial_ends', package: packageTerms, until: at },
    { kind: 'receipt', package: packageTerms, amount: packageTerms.price, until: at },
    { kind: 'reminder', package: packageTerms },
    { kind: 'not_paid', package: packageTerms, servedUntil: at },
    { kind: 'parked', package: packageTerms },
    { kind: 'parked', package: packageTerms, limit: { taken: MONTHLY_LIMIT, until: at } },
    { kind: 'goodbye', servedUntil: at, inFlight: true },
    { kind: 'goodbye', servedUntil: at },
    { kind: 'ended', package: packageTerms, why: 'not_paid' },
    { kind: 'ended', package: packageTerms, why: 'not_allowed' },
    { kind: 'refund', amount: packageTerms.price },
    { kind: 'sign_in_tries' },
    { kind: 'device_signed_in', client: 'television' },
    { kind: 'package_changed', package: packageTerms, from: at },
    { kind: 'price_offered', package: packageTerms, held: packageTerms.price, from: at },
    { kind: 'help', package: packageTerms },
    { kind: 'help' },
    { kind: 'stop_asked' },
    { kind: 'start' },
    { kind: 'blocked' },
    { kind: 'not_subscribed' },
  ];
}
