import { durationDays } from '@bonisa/domain/packages/package-catalogue';
import { say } from '../words/words.ts';
import type { Failure, Offer, Problem, SubscribeReply } from './flow.state.ts';

/** No readable answer to the status check (row X1). */
export const statusUnknown = (): string => say('flow.error.status');

/** No package chosen (row V3). */
export const packageMissing = (): string => say('flow.error.package');

/** No answer to a call; the entered values are still there. */
export const noConnection = (): string => say('flow.error.connection');

/** Shown for a malformed OTP (row V2). */
export const invalidOtp = (): string => say('flow.error.otp');

/** Shown for insufficient airtime (row X5). */
export const insufficientAirtime = (): string => say('flow.error.airtime');

/** The second line of a code that is no code, or not the one that was sent. */
export const checkCode = (): string => `${say('flow.more.nothing')} ${say('flow.more.check')}`;

/** What was typed is no number (row V1, in English its sentence). */
export const invalidNumber = (): string => say('problem.invalid_msisdn');

/** The second line of a number that no handset has. */
export const noHandset = (): string => say('flow.more.number');

/** Failures that pass: the same call may succeed a little later. */
const PASSING: ReadonlySet<string> = new Set([
  'carrier_unavailable',
  'unavailable',
  'internal',
  'request_timeout',
]);

/**
 * The second line of a call before Accept that failed, and whether Try again repeats it. `resends`:
 * Resend OTP is the button that repeats the call.
 */
export function beforeAccept(failure: Failure, resends: boolean): Pick<Problem, 'more' | 'retry'> {
  const passes = failure.kind !== 'said' || PASSING.has(failure.code);
  const nothing = say('flow.more.nothing');
  if (!passes) return { more: nothing, retry: false };
  const press = resends ? say('flow.more.resend') : say('flow.more.again');
  // The words of a silent carrier say themselves that nothing was taken.
  const isSaid = failure.kind === 'said' && failure.code === 'carrier_unavailable';
  return { more: isSaid ? press : `${nothing} ${press}`, retry: !resends };
}

/** The second line of a refused Accept. */
export function afterAccept(outcome: SubscribeReply['outcome']): string | undefined {
  switch (outcome) {
    // Their words say that nothing was taken.
    case 'otp_unavailable':
    case 'not_asked':
    case 'carrier_unavailable':
    case 'not_taken':
    case 'interrupted':
      return say('flow.more.accept');
    case 'otp_invalid':
    case 'otp_missing':
      return checkCode();
    case 'otp_expired':
    case 'otp_attempts_used_up':
    case 'otp_other_package':
    case 'otp_for_sign_in':
      return `${say('flow.more.nothing')} ${say('flow.more.resend')}`;
    // The screen says what the price needs.
    case 'insufficient_airtime':
      return undefined;
    default:
      return say('flow.more.nothing');
  }
}

export interface ShownFailure {
  /** The field with the error; `null` for a separate notice. */
  readonly field: 'otp' | null;
  readonly text: string;
}

/**
 * The text to show for the description of a refused subscribe (rows X4 to X6). Only this function
 * reads the description. 'otp' or 'timed out' in any case is the OTP error, followed by the
 * text; 'insufficient' has its own text; every other refusal is shown by its text. `text`: that of
 * the server, or in other languages than English that of the outcome.
 */
export function describeFailure(description: string, text = description): ShownFailure {
  const lower = description.toLowerCase();
  if (lower.includes('otp') || lower.includes('timed out'))
    return { field: 'otp', text: otpError(description, text) };
  if (lower.includes('insufficient')) return { field: null, text: insufficientAirtime() };
  return { field: null, text };
}

function otpError(description: string, text: string): string {
  const plain = description.trim().toLowerCase().replace(/\.$/, '');
  return plain === 'invalid otp' ? invalidOtp() : `${invalidOtp()}: ${text.trim()}`;
}

/** The price as shown beside Accept: `R5.00/day`. */
export function offerPrice(offer: Pick<Offer, 'price' | 'service_period'>): string {
  return `R${offer.price}/${offer.service_period}`;
}

/** What a day of a package comes to, which makes packages comparable: `R1.43 a day`. */
export function offerComesTo({
  id,
  price,
  service_period,
  about,
}: Pick<Offer, 'id' | 'price' | 'service_period' | 'about'>): string {
  const said = about === '' ? '' : `${about} · `;
  if (service_period === 'day') return said + say('flow.packages.one_day');
  const daily = (Number(price) / durationDays(id)).toFixed(2);
  return said + say('flow.packages.a_day', { price: daily });
}

/** The offers that cost less than this one. */
export function cheaperOffers(offers: readonly Offer[], than: Offer): readonly Offer[] {
  return offers.filter(({ price }) => Number(price) < Number(than.price));
}
