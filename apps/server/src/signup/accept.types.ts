import type { Msisdn } from '@bonisa/domain/msisdn';
import type { ChargeDenial } from '../billing/charges/charge-outcome.service.ts';
import type { SubscriptionRow } from '../subscription/subscription.repository.ts';

/** An attempt of Accept, as it came in. */
export interface AcceptInput {
  readonly transactionId: string;
  readonly visitorId: string;
  /** The subscriber who is signed in here already, if any. */
  readonly signedInAs: number | undefined;
  readonly msisdn: Msisdn;
  readonly heToken: string | undefined;
  readonly serviceKey: string | undefined;
  readonly freeId: string | undefined;
  readonly otp: string | undefined;
  readonly fraudToken: string | undefined;
  readonly contentBlockOverride: boolean;
  readonly address: string;
  readonly userAgent: string;
  readonly requestedWith?: string | undefined;
}

/** What is said at the field of the OTP: each of their descriptions says 'OTP' (rows X4). */
export type OtpRefusal =
  | 'otp_missing'
  | 'otp_invalid'
  | 'otp_expired'
  | 'otp_attempts_used_up'
  | 'otp_unavailable'
  | 'otp_too_many_guesses'
  | 'otp_other_package'
  | 'otp_for_sign_in';

export type AcceptRefusal =
  | OtpRefusal
  | ChargeDenial
  | 'package_missing'
  | 'content_blocked'
  | 'number_blocked'
  | 'fraud'
  | 'payment_pending'
  | 'terms_changed'
  | 'interrupted';

/**
 * The session that a browser is to be signed in with; the same for a repeat of the same attempt.
 */
export interface AttemptSession {
  readonly seed: string;
  readonly subscriberId: number;
}

/** What an Accept came to. `session`: absent where the browser is signed in already. */
export type Accepted =
  | {
      readonly ok: true;
      readonly outcome: 'subscribed' | 'signed_in';
      readonly subscriberId: number;
      readonly subscription: SubscriptionRow;
      readonly freeTrial: boolean;
      readonly session?: AttemptSession;
    }
  | { readonly ok: false; readonly outcome: AcceptRefusal; readonly description: string };
