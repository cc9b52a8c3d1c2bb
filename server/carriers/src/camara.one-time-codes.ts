/** One-time codes by short message: one-time-password-sms 1.1.1. */
import { toE164 } from '@bonisa/domain/numbers/msisdn';
import { notDoneOrUnknown, UNREADABLE } from './camara.answers.ts';
import type { Caller } from './camara.calls.ts';
import { sentCode } from './camara.schemas.ts';
import type {
  OneTimeCodesPort,
  SendCodeOutcome,
  SendCodeRefusal,
  ValidateCodeOutcome,
} from './one-time-codes.port.ts';

const OTP = 'one-time-password-sms';
const OTP_SCOPE = 'one-time-password-sms:send-validate';
/**
 * Asks the carrier to keep the number's other codes valid: a code that a stranger requests must not
 * end the owner's. A carrier that has not agreed to it ignores the header.
 */
const BESIDE_OTHERS = { 'x-concurrent-codes': 'true' };

const SEND_REFUSALS: Readonly<Record<string, SendCodeRefusal>> = {
  'ONE_TIME_PASSWORD_SMS.MAX_OTP_CODES_EXCEEDED': 'too_many_codes',
  'ONE_TIME_PASSWORD_SMS.PHONE_NUMBER_NOT_ALLOWED': 'number_not_allowed',
  'ONE_TIME_PASSWORD_SMS.PHONE_NUMBER_BLOCKED': 'number_blocked',
  NOT_FOUND: 'not_on_network',
  IDENTIFIER_NOT_FOUND: 'not_on_network',
};

const VALIDATE_REFUSALS: Readonly<Record<string, 'invalid' | 'expired' | 'attempts_used_up'>> = {
  'ONE_TIME_PASSWORD_SMS.INVALID_OTP': 'invalid',
  'ONE_TIME_PASSWORD_SMS.VERIFICATION_EXPIRED': 'expired',
  'ONE_TIME_PASSWORD_SMS.VERIFICATION_FAILED': 'attempts_used_up',
  INVALID_ARGUMENT: 'invalid',
  OUT_OF_RANGE: 'invalid',
  // An authenticationId that the carrier no longer knows.
  NOT_FOUND: 'expired',
};

export function createOneTimeCodes({ ask, timeouts }: Caller): OneTimeCodesPort {
  return {
    async sendCode({ msisdn, message, correlator }): Promise<SendCodeOutcome> {
      const answer = await ask({
        method: 'POST',
        api: OTP,
        path: '/send-code',
        correlator,
        // The definition has no other 404 for a number that is not on the network.
        theirs: ['NOT_FOUND'],
        scope: OTP_SCOPE,
        body: { phoneNumber: toE164(msisdn), message },
        headers: BESIDE_OTHERS,
        timeoutMs: timeouts.sendCode,
      });
      if (answer.kind === 'ok') {
        const sent = sentCode.safeParse(answer.body);
        return sent.success
          ? { outcome: 'sent', authenticationId: sent.data.authenticationId }
          : UNREADABLE;
      }
      if (answer.kind === 'refused')
        return { outcome: 'refused', reason: SEND_REFUSALS[answer.code] ?? 'refused' };
      // A 429 concerns all of our calls; a code of its own says that this number had too many
      // codes.
      return notDoneOrUnknown(answer);
    },

    async validateCode({ authenticationId, code, correlator }): Promise<ValidateCodeOutcome> {
      const answer = await ask({
        method: 'POST',
        api: OTP,
        path: '/validate-code',
        correlator,
        theirs: ['NOT_FOUND', 'INVALID_ARGUMENT', 'OUT_OF_RANGE'],
        scope: OTP_SCOPE,
        body: { authenticationId, code },
        timeoutMs: timeouts.validateCode,
      });
      // Only the agreed 204 proves a number: any other success may be another server's page.
      if (answer.kind === 'ok') return answer.status === 204 ? { outcome: 'valid' } : UNREADABLE;
      if (answer.kind !== 'refused') return notDoneOrUnknown(answer);
      const outcome = VALIDATE_REFUSALS[answer.code];
      return outcome === undefined ? UNREADABLE : { outcome };
    },
  };
}
