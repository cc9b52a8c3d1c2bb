import type { ReplyOf } from '@bonisa/contract/calls';
import type { ErrorCode } from '@bonisa/contract/errors';
import { say } from '../words/words.ts';

/** The words of the errors that a viewer can meet; programs alone meet the others. */
const CODES: Readonly<Partial<Record<ErrorCode, () => string>>> = {
  not_signed_in: () => say('problem.not_signed_in'),
  invalid_token: () => say('problem.not_signed_in'),
  // A page of before an update sends what the server does not know.
  invalid_request: () => say('problem.page_too_old'),
  missing_transaction_id: () => say('problem.page_too_old'),
  method_not_allowed: () => say('problem.page_too_old'),
  unsupported_media_type: () => say('problem.page_too_old'),
  address_too_long: () => say('problem.page_too_old'),
  headers_too_large: () => say('problem.page_too_old'),
  missing_msisdn: () => say('problem.invalid_msisdn'),
  csrf_token_invalid: () => say('problem.page_too_old'),
  foreign_origin: () => say('problem.page_too_old'),
  carrier_unavailable: () => say('problem.carrier_unavailable'),
  transaction_has_other_number: () => say('problem.other_number'),
  otp_send_limit: () => say('problem.otp_send_limit'),
  too_many_requests: () => say('problem.too_many_requests'),
  invalid_msisdn: () => say('problem.invalid_msisdn'),
  unknown_service_key: () => say('problem.no_such_package'),
  opens_soon: () => say('problem.opens_soon'),
  signups_closed: () => say('problem.signups_closed'),
  charge_in_flight: () => say('problem.charge_in_flight'),
  payload_too_large: () => say('problem.conflict'),
  off_air: () => say('live.awaited.off'),
  conflict: () => say('problem.conflict'),
  not_found: () => say('problem.not_found'),
  not_yours: () => say('problem.not_yours'),
  not_entitled: () => say('problem.number_blocked'),
  request_timeout: () => say('problem.unavailable'),
  internal: () => say('problem.unavailable'),
  unavailable: () => say('problem.unavailable'),
  fraud_unavailable: () => say('problem.unavailable'),
};

/**
 * The words of an error's code, with the wait in minutes where the answer named one in seconds.
 * Undefined for a code that no viewer meets.
 */
export function ofCode(code: ErrorCode, retryAfter?: number): string | undefined {
  const words = CODES[code]?.();
  if (words === undefined || !retryAfter) return words;
  return `${words} ${say('problem.wait', { count: Math.ceil(retryAfter / 60) })}`;
}

type Outcome = ReplyOf<'subscribe'>['outcome'];

/** Those that are no code of an error. */
const OUTCOMES: Readonly<Partial<Record<Outcome, () => string>>> = {
  otp_missing: () => say('problem.otp_missing'),
  otp_expired: () => say('problem.otp_expired'),
  otp_attempts_used_up: () => say('problem.otp_attempts_used_up'),
  otp_unavailable: () => say('problem.otp_unavailable'),
  otp_too_many_guesses: () => say('problem.otp_too_many_guesses'),
  otp_other_package: () => say('problem.otp_other_package'),
  otp_for_sign_in: () => say('problem.otp_for_sign_in'),
  package_missing: () => say('flow.error.package'),
  content_blocked: () => say('problem.content_blocked'),
  number_blocked: () => say('problem.number_blocked'),
  fraud: () => say('problem.fraud'),
  spending_limit: () => say('problem.spending_limit'),
  billing_blocked: () => say('problem.billing_blocked'),
  refused: () => say('problem.billing_blocked'),
  not_on_network: () => say('problem.not_on_network'),
  not_asked: () => say('problem.not_asked'),
  not_taken: () => say('problem.not_taken'),
  terms_changed: () => say('problem.terms_changed'),
  interrupted: () => say('problem.interrupted'),
};

/** The words of a refused subscription; undefined where the page has words of its own for it. */
export function ofOutcome(outcome: Outcome): string | undefined {
  return (OUTCOMES[outcome] ?? CODES[outcome as ErrorCode])?.();
}

/** What the status check says of a number that is blocked or subscribed already. */
export function ofStatus({
  code,
  packages: [held],
}: Pick<ReplyOf<'statusCheck'>, 'code' | 'packages'>): string | undefined {
  if (code === 'BLOCKED') return say('problem.number_blocked');
  if (code !== 'ACTIVE' || !held) return undefined;
  return say('problem.already_subscribed', {
    package: held.name,
    price: `R${held.price}/${held.service_period}`,
  });
}
