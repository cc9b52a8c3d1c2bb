import { DENIAL_WORDS, PAYMENT_BEING_CONFIRMED } from '@bonisa/domain/money/charge';
import { blockedDescription, type ServiceBrand } from '../subscription/offers.ts';
import type { AcceptRefusal, OtpRefusal } from './accept.types.ts';

const OTP_WORDS: Record<Exclude<OtpRefusal, 'otp_other_package'>, string> = {
  otp_missing: 'Please enter the OTP that we sent you.',
  otp_invalid: 'Invalid OTP',
  otp_expired: 'OTP timed out',
  otp_attempts_used_up: 'OTP attempts used up, request a new OTP',
  // Without the word that row X4 reads as a wrong code: nothing is wrong with it.
  otp_unavailable:
    'Your network could not check your code and nothing was taken. The code may still be right.',
  otp_too_many_guesses:
    'Too many wrong OTPs were entered from here. Please try again tomorrow, or now over your mobile data.',
  otp_for_sign_in:
    'This OTP was sent to sign in, and there is no subscription to sign in to. Request a new OTP to subscribe.',
};
const NOT_TAKEN = 'The payment did not go through and nothing was taken. Please try again.';
/** The number's carrier takes no new subscriptions (`acceptsSignups` of `CARRIERS`). */
export const SIGNUPS_CLOSED =
  'New subscriptions are not open on your network at the moment. Nothing was taken.';
/** Nothing can be watched yet. */
export const OPENS_SOON = 'We open soon: there is nothing to watch yet, so nobody can subscribe.';
/** The text of `unknown_service_key`. */
export const NOT_ON_OFFER = 'This package is not on offer.';
/** Our own side kept us from asking: the network is not to blame. */
const NOT_ASKED = 'We could not ask your network just now. Nothing was taken.';
const CARRIER_SILENT =
  'Your network does not answer at the moment and nothing was taken. Please try again in a minute.';

/** The texts of refusals that depend only on the refusal's name. */
export function wordsOf(
  outcome: Exclude<AcceptRefusal, 'otp_other_package'>,
  brand: ServiceBrand,
): string {
  switch (outcome) {
    case 'otp_missing':
    case 'otp_invalid':
    case 'otp_expired':
    case 'otp_attempts_used_up':
    case 'otp_unavailable':
    case 'otp_too_many_guesses':
    case 'otp_for_sign_in':
      return OTP_WORDS[outcome];
    case 'package_missing':
      return 'Selected Package missing, please try subscribing again';
    case 'content_blocked':
      return 'Consent services are blocked for this number. Accept the unblock first to go on.';
    case 'number_blocked':
      return blockedDescription(brand);
    case 'opens_soon':
      return OPENS_SOON;
    case 'signups_closed':
      return SIGNUPS_CLOSED;
    case 'fraud':
      // Neutral on purpose: an attacker learns nothing, and a person who was judged wrongly learns
      // where to turn.
      return `We could not complete this subscription. Please try again, or call ${brand.supportNumber}.`;
    case 'payment_pending':
      return PAYMENT_BEING_CONFIRMED;
    case 'terms_changed':
      return 'The package, its price or the free first day is not what your OTP or the page said any more, so nothing was started. Please choose your package again.';
    case 'interrupted':
      return 'Something interrupted this. Nothing was taken; please attempt Accept again.';
    case 'not_asked':
      return NOT_ASKED;
    case 'carrier_unavailable':
      return CARRIER_SILENT;
    case 'not_taken':
      return NOT_TAKEN;
    default:
      return DENIAL_WORDS[outcome];
  }
}
