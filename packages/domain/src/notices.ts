import { priceLine } from './consent.ts';
import type { Package } from './package-catalogue.ts';
import { type Cents, formatRand } from './rand.ts';
import { dayOf, daysAfter, hourOf, instantOf } from './south-african-time.ts';

/** What a subscriber is told by a short message. */
export type Notice =
  | { readonly kind: 'welcome'; readonly package: Package; readonly trial: boolean }
  | { readonly kind: 'trial_ends'; readonly package: Package; readonly until: Date }
  | { readonly kind: 'receipt'; readonly package: Package; readonly amount: Cents; readonly until: Date }
  | { readonly kind: 'reminder'; readonly package: Package }
  | { readonly kind: 'not_paid'; readonly package: Package; readonly servedUntil: Date }
  | { readonly kind: 'parked'; readonly package: Package }
  | { readonly kind: 'goodbye'; readonly servedUntil?: Date }
  | { readonly kind: 'refund'; readonly amount: Cents }
  | { readonly kind: 'sign_in_tries' }
  | { readonly kind: 'package_changed'; readonly package: Package; readonly from: Date }
  | { readonly kind: 'help' }
  | { readonly kind: 'start' }
  | { readonly kind: 'blocked' }
  | { readonly kind: 'not_subscribed' };

export type NoticeKind = Notice['kind'];

/** What of the brand stands in a message. */
export interface NoticeTerms {
  readonly service: string;
  readonly supportNumber: string;
  readonly publicUrl: string;
}

/** The most that one short message holds in the GSM alphabet. */
export const MESSAGE_LENGTH = 160;

/**
 * The words of a message: at most 160 characters of the GSM alphabet with the longest names that the configuration allows; price and period wherever
 * something is taken, how to stop wherever something goes on (ICASA regulation 6(5), WASPA 15). None says 'OTP', which only codes do.
 */
export function noticeText(notice: Notice, terms: NoticeTerms): string {
  const { service, supportNumber } = terms;
  const help = `Help: ${supportNumber}`;
  switch (notice.kind) {
    case 'welcome': {
      const start = notice.trial ? 'First day free, then ' : '';
      return `Welcome to ${service} ${notice.package.name}. You are subscribed. ${start}${priceLine(notice.package)}. To stop reply STOP. ${help}`;
    }
    case 'trial_ends':
      return `${service}: your free day ends ${shortTime(notice.until)}, then ${priceLine(notice.package)} from your airtime. To stop reply STOP. ${help}`;
    case 'receipt':
      return `${service} ${notice.package.name}: R${formatRand(notice.amount)} incl VAT taken, paid until ${shortTime(notice.until)}. To stop reply STOP. ${help}`;
    case 'reminder':
      return `Reminder: you are subscribed to ${service} ${notice.package.name} at ${priceLine(notice.package)}. To stop reply STOP. ${help}`;
    case 'not_paid':
      return `${service}: R${formatRand(notice.package.price)} could not be taken. Watch until ${shortTime(notice.servedUntil)}; we try again. To stop reply STOP. ${help}`;
    case 'parked':
      return `${service}: not paid, so watching is paused. Recharge and ${priceLine(notice.package)} goes on. To stop reply STOP. ${help}`;
    case 'goodbye': {
      const served = notice.servedUntil ? ` Watch until ${shortTime(notice.servedUntil)}.` : '';
      return `You have been unsubscribed from ${service}. Nothing more will be taken.${served} ${help}`;
    }
    case 'refund':
      return `${service}: R${formatRand(notice.amount)} was given back to your airtime. ${help}`;
    case 'sign_in_tries':
      return `${service}: too many tries to sign in with your number. Was it not you? Tell nobody a code. ${help}`;
    case 'package_changed':
      return `${service}: from ${shortTime(notice.from)} ${notice.package.name} at ${priceLine(notice.package)}. To stop reply STOP. ${help}`;
    case 'help':
      return withAddress(`${service}: to stop reply STOP.`, ` To watch go to ${terms.publicUrl}.`, help);
    case 'start':
      return withAddress(`${service}: to subscribe use our page.`, ` Go to ${terms.publicUrl}.`, help);
    case 'blocked':
      return `${service}: this number is blocked. Nothing is taken and nobody can subscribe with it. ${help}`;
    case 'not_subscribed':
      return `${service}: this number has no subscription. Nothing is taken. ${help}`;
  }
}

/** A long address gives way to the support number. */
function withAddress(first: string, address: string, help: string): string {
  const whole = `${first}${address} ${help}`;
  return whole.length <= MESSAGE_LENGTH ? whole : `${first} ${help}`;
}

/** What somebody has just asked for is answered at once; everything else waits for the day. */
const ANSWERS: readonly NoticeKind[] = ['welcome', 'goodbye', 'package_changed', 'sign_in_tries', 'help', 'start', 'blocked', 'not_subscribed'];

const FROM_HOUR = 8;
const UNTIL_HOUR = 20;

/** When a message of this kind may go out that is ready at an instant: answers at once, others between 08:00 and 20:00 South African time. */
export function noticeTime(kind: NoticeKind, at: Date): Date {
  const hour = hourOf(at);
  if (ANSWERS.includes(kind) || (hour >= FROM_HOUR && hour < UNTIL_HOUR)) return at;
  const today = dayOf(at);
  return instantOf(hour < FROM_HOUR ? today : daysAfter(today, 1), FROM_HOUR);
}

/** The same the other way: the last allowed instant at or before this one, for what must be told before something happens. */
export function noticeTimeBefore(at: Date): Date {
  const hour = hourOf(at);
  if (hour >= FROM_HOUR && hour < UNTIL_HOUR) return at;
  const today = dayOf(at);
  const closing = instantOf(hour < FROM_HOUR ? daysAfter(today, -1) : today, UNTIL_HOUR);
  return new Date(closing.getTime() - 60_000);
}

const SHORT = new Intl.DateTimeFormat('en-ZA', {
  timeZone: 'Africa/Johannesburg',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});

/** `21 Nov, 10:00`, South African time. */
function shortTime(instant: Date): string {
  return SHORT.format(instant);
}
