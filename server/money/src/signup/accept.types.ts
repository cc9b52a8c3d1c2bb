import type { Language } from '@bonisa/domain/languages';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type { DeviceKind } from '@bonisa/domain/playback/playing-devices';
import type { ChargeDenial } from '../billing/charges/charge-outcome.service.ts';
import type { SubscriptionRow } from '../subscription/subscription.repository.ts';

/** An accept attempt as it arrived. */
export interface AcceptInput {
  readonly transactionId: string;
  readonly visitorId: string;
  /** The subscriber who is signed in here already, if any. */
  readonly signedInAs: number | undefined;
  readonly msisdn: Msisdn;
  readonly heToken: string | undefined;
  readonly serviceKey: string | undefined;
  readonly freeId: string | undefined;
  /** The price that the page showed beside Accept, in cents; not every caller names it. */
  readonly price: number | undefined;
  /** The package's name in the words beside Accept; not every caller names it. */
  readonly name?: string | undefined;
  readonly otp: string | undefined;
  readonly fraudToken: string | undefined;
  /** The press came from a form without a script: only a code proves the number. */
  readonly withoutScript?: boolean;
  readonly contentBlockOverride: boolean;
  /** The language of the words around Accept. */
  readonly language: Language;
  readonly address: string;
  readonly userAgent: string;
  readonly requestedWith?: string | undefined;
  /** The kind of device that the page names. */
  readonly device?: DeviceKind | undefined;
}

/** The texts at the field of the OTP: each description says 'OTP' (row X4). */
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
  | 'opens_soon'
  | 'signups_closed'
  | 'fraud'
  | 'payment_pending'
  | 'terms_changed'
  | 'interrupted';

/** The session to sign a browser in with; a repeated attempt gets the same one. */
export interface AttemptSession {
  readonly seed: string;
  readonly subscriberId: number;
}

/** The result of Accept. `session`: absent if the browser is signed in already. */
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
