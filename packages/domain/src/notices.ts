import { priceLine } from './consent.ts';
import type { Package } from './package-catalogue.ts';
import { type Cents, formatRand } from './rand.ts';
import { fitsOneMessage } from './short-message.ts';
import { dayOf, instantOf, MONTH_NAMES } from './south-african-time.ts';

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
  | { readonly kind: 'parked'; readonly package: Package }
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
  | { readonly kind: 'start' }
  | { readonly kind: 'blocked' }
  | { readonly kind: 'not_subscribed' };

export type NoticeKind = Notice['kind'];

/** The brand's facts that a message contains. */
export interface NoticeTerms {
  readonly service: string;
  readonly supportNumber: string;
  readonly publicUrl: string;
}

const STOP = 'To stop reply STOP.';

/**
 * The text of a message: at most 160 characters of the GSM alphabet, with the longest names that
 * the configuration allows. It states price and period wherever money is taken, how to stop
 * wherever a subscription continues, and the support number always (ICASA regulation 6(5), WASPA
 * 15). Only code messages may contain 'OTP'. The site's address is added where the reader needs it
 * and there is room.
 */
export function noticeText(notice: Notice, terms: NoticeTerms): string {
  const { service } = terms;
  const whole = wordsFor(terms);
  switch (notice.kind) {
    case 'welcome': {
      const free = notice.trial ? 'First day free, then ' : '';
      return whole(
        `Welcome to ${nameOf(notice, terms)} video. You are subscribed. ${free}${cost(notice)}. ${STOP}`,
        'Watch:',
      );
    }
    case 'trial_ends':
      return whole(
        `${nameOf(notice, terms)}: your free day ends ${time(notice.until)}. Then ${cost(notice)} is taken from your airtime. ${STOP}`,
      );
    case 'receipt': {
      const taken = `thank you, R${formatRand(notice.amount)} incl VAT was taken from your airtime`;
      return whole(`${nameOf(notice, terms)}: ${taken}. Paid until ${time(notice.until)}. ${STOP}`);
    }
    case 'reminder':
      return whole(
        `Reminder: you are subscribed to ${nameOf(notice, terms)} at ${cost(notice)}. ${STOP}`,
        'Watch:',
      );
    case 'not_paid': {
      const missing = `we could not take R${formatRand(notice.package.price)}. We try again; please recharge`;
      return whole(
        `${nameOf(notice, terms)}: ${missing}. Watch until ${time(notice.servedUntil)}. ${STOP}`,
      );
    }
    case 'parked':
      return whole(
        `${nameOf(notice, terms)}: not paid, so you cannot watch now. Recharge to go on at ${cost(notice)}. ${STOP}`,
      );
    case 'goodbye': {
      const underWay = notice.inFlight ? '; a payment under way is returned' : '';
      const served = notice.servedUntil ? ` Watch until ${time(notice.servedUntil)}.` : '';
      return whole(
        `You have been unsubscribed from ${service}. Nothing more is taken${underWay}.${served}`,
      );
    }
    case 'ended':
      return whole(
        `${nameOf(notice, terms)} has ended: ${WHY_ENDED[notice.why]}. Nothing more is taken.`,
        ...(notice.why === 'not_paid' ? ['Come back:'] : []),
      );
    case 'refund':
      return whole(`${service}: we have given R${formatRand(notice.amount)} back to your airtime.`);
    case 'sign_in_tries':
      return whole(
        `${service}: too many tries to sign in with your number. Not you? Nothing was changed; never tell anybody a code.`,
      );
    case 'package_changed':
      return whole(
        `${nameOf(notice, terms)} from ${time(notice.from)}: ${cost(notice)} from your airtime. ${STOP}`,
      );
    case 'price_offered': {
      const choice = `Accept it in My Account, or you keep R${formatRand(notice.held)}`;
      return whole(
        `${nameOf(notice, terms)} costs ${cost(notice)} from ${date(notice.from)}. ${choice}. ${STOP}`,
      );
    }
    case 'help':
      return whole(
        notice.package
          ? `${service} ${notice.package.name} at ${cost({ package: notice.package })}. ${STOP}`
          : `${service}: to stop reply STOP.`,
        'To watch go to',
      );
    case 'start':
      return whole(
        `${service}: nothing starts by a message alone. To subscribe use our page.`,
        'Go to',
      );
    case 'blocked':
      return whole(
        `${service}: this number is blocked now. Nothing more is taken and nobody can subscribe with it.`,
      );
    case 'not_subscribed':
      return whole(`${service}: this number has no subscription. Nothing is taken.`);
  }
}

const WHY_ENDED = {
  not_paid: 'it was not paid',
  not_allowed: 'your network allows no payments from this number',
} as const;

/**
 * Builds a message from its text, an optional link to the site where it fits, and the support
 * number.
 */
function wordsFor({
  supportNumber,
  publicUrl,
}: NoticeTerms): (said: string, leadingOn?: string) => string {
  const help = `Help: ${supportNumber}`;
  return (said, leadingOn) => {
    const without = `${said} ${help}`;
    if (leadingOn === undefined) return without;
    const addresses = [publicUrl, publicUrl.replace(/^https:\/\//, '')];
    const withAddress = addresses.map((address) => `${said} ${leadingOn} ${address}. ${help}`);
    return withAddress.find(fitsOneMessage) ?? without;
  };
}

function nameOf(notice: { readonly package: Package }, { service }: NoticeTerms): string {
  return `${service} ${notice.package.name}`;
}

/** `R5.00/day incl VAT`: a quoted price includes VAT and says so (VAT Act, section 65). */
function cost(notice: { readonly package: Package }): string {
  return `${priceLine(notice.package)} incl VAT`;
}

/**
 * `21 Nov 10:00`, South African time. Formatted by hand: `Intl` may use spaces that are not in the
 * GSM alphabet.
 */
function time(instant: Date): string {
  const today = dayOf(instant);
  const [, month = 1, day = 1] = today.split('-').map(Number);
  const minutes = Math.floor((instant.getTime() - instantOf(today).getTime()) / 60_000);
  return `${day} ${MONTH_NAMES[month - 1]} ${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/** `21 Nov`, the South African day of an instant. */
function date(instant: Date): string {
  return time(instant).split(' ').slice(0, 2).join(' ');
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
