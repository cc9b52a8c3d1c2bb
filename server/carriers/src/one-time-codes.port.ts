/**
 * Port: one-time codes by short message (CAMARA one-time-password-sms). The carrier makes the code,
 * sends it and checks it. No operation throws for what the network or the carrier does.
 */
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type { Unavailable, Unknown } from './carrier-outcome.ts';

export type SendCodeRefusal =
  | 'too_many_codes'
  | 'number_not_allowed'
  | 'number_blocked'
  | 'not_on_network'
  | 'refused';

export type SendCodeOutcome =
  | { outcome: 'sent'; authenticationId: string }
  | { outcome: 'refused'; reason: SendCodeRefusal; retryAfterSeconds?: number }
  | Unavailable
  | Unknown;

/**
 * `expired`: too late, used already, or a newer code was sent. `attempts_used_up`: the code is
 * dead, a new one is needed.
 */
export type ValidateCodeOutcome =
  | { outcome: 'valid' | 'invalid' | 'expired' | 'attempts_used_up' }
  | Unavailable
  | Unknown;

export interface OneTimeCodesPort {
  /**
   * Has the carrier send a one-time code. `message` holds `{{code}}` where the code goes, at most
   * 160 characters. `correlator`: our id of the code, under which both sides find its calls again.
   */
  sendCode(input: {
    msisdn: Msisdn;
    message: string;
    correlator?: string;
  }): Promise<SendCodeOutcome>;
  /** Has the carrier check a code that a person typed. */
  validateCode(input: {
    authenticationId: string;
    code: string;
    correlator?: string;
  }): Promise<ValidateCodeOutcome>;
}
