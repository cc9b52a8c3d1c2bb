/** What proves a number or tells about it: one-time-password-sms 1.1.1, number-verification 2.1.0, kyc-age-verification 0.2.1. */
import { toE164 } from '@bonisa/domain/msisdn';
import { type AskCarrier, CARRIER_ERROR, type CarrierTimeouts, NO_ANSWER, notDoneOrUnknown, notToldYet, UNREADABLE } from './camara.calls.ts';
import { ageVerdict, deviceNumber, numberMatch, sentCode } from './camara.schemas.ts';
import type { Carrier, SendCodeOutcome, SendCodeRefusal, ValidateCodeOutcome } from './carrier.port.ts';

const OTP = '/one-time-password-sms/v1';
const OTP_SCOPE = 'one-time-password-sms:send-validate';
const NUMBER_VERIFICATION = '/number-verification/v2';
const AGE_VERIFICATION = '/kyc-age-verification/v0.2';
/**
 * Asks the carrier to leave the number's other codes alive: the code that a stranger asks for must not end the owner's.
 * A carrier that has not agreed to it ignores the header.
 */
const BESIDE_OTHERS = { 'x-concurrent-codes': 'true' };
/** The question cannot be asked without an age; the verdict on it is not read. */
const AGE_ASKED = 18;

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

type Proofs = Pick<Carrier, 'sendCode' | 'validateCode' | 'contentLock' | 'verifyNumber' | 'deviceNumber'>;

export function createProofs(ask: AskCarrier, timeouts: CarrierTimeouts): Proofs {
  return {
    async sendCode({ msisdn, message }): Promise<SendCodeOutcome> {
      const answer = await ask({
        method: 'POST',
        path: `${OTP}/send-code`,
        scope: OTP_SCOPE,
        body: { phoneNumber: toE164(msisdn), message },
        headers: BESIDE_OTHERS,
        timeoutMs: timeouts.sendCode,
      });
      if (answer.kind === 'ok') {
        const sent = sentCode.safeParse(answer.body);
        return sent.success ? { outcome: 'sent', authenticationId: sent.data.authenticationId } : UNREADABLE;
      }
      if (answer.kind === 'refused') return { outcome: 'refused', reason: SEND_REFUSALS[answer.code] ?? 'refused' };
      if (answer.kind === 'not_done' && answer.cause === 'too_many_requests') {
        const { retryAfterSeconds } = answer;
        return { outcome: 'refused', reason: 'too_many_codes', ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
      }
      return notDoneOrUnknown(answer);
    },

    async validateCode({ authenticationId, code }): Promise<ValidateCodeOutcome> {
      const answer = await ask({
        method: 'POST',
        path: `${OTP}/validate-code`,
        scope: OTP_SCOPE,
        body: { authenticationId, code },
        timeoutMs: timeouts.validateCode,
      });
      // Only the agreed 204 proves a number: any other success may be somebody else's page.
      if (answer.kind === 'ok') return answer.status === 204 ? { outcome: 'valid' } : UNREADABLE;
      if (answer.kind !== 'refused') return notDoneOrUnknown(answer);
      const outcome = VALIDATE_REFUSALS[answer.code];
      return outcome === undefined ? UNREADABLE : { outcome };
    },

    async contentLock(msisdn) {
      const answer = await ask({
        method: 'POST',
        path: `${AGE_VERIFICATION}/verify`,
        scope: 'kyc-age-verification:verify',
        body: { ageThreshold: AGE_ASKED, phoneNumber: toE164(msisdn), includeContentLock: true },
        timeoutMs: timeouts.lookup,
      });
      if (answer.kind === 'refused') return NO_ANSWER;
      if (answer.kind !== 'ok') return notToldYet(answer);
      const verdict = ageVerdict.safeParse(answer.body);
      if (!verdict.success) return CARRIER_ERROR;
      const { contentLock = 'not_available' } = verdict.data;
      return contentLock === 'not_available' ? NO_ANSWER : { outcome: 'known', locked: contentLock === 'true' };
    },

    async verifyNumber({ msisdn, device }) {
      const answer = await ask({
        method: 'POST',
        path: `${NUMBER_VERIFICATION}/verify`,
        scope: 'number-verification:verify',
        forNumber: device,
        body: { phoneNumber: toE164(msisdn) },
        timeoutMs: timeouts.lookup,
      });
      if (answer.kind === 'number_refused' && answer.unknown) return { outcome: 'refused', reason: 'not_on_network' };
      if (answer.kind === 'refused') return { outcome: 'refused', reason: numberRefusal(answer.code) };
      if (answer.kind !== 'ok') return notToldYet(answer);
      const match = numberMatch.safeParse(answer.body);
      return match.success ? { outcome: 'known', matches: match.data.devicePhoneNumberVerified } : CARRIER_ERROR;
    },

    async deviceNumber({ device }) {
      const answer = await ask({
        method: 'GET',
        path: `${NUMBER_VERIFICATION}/device-phone-number`,
        scope: 'number-verification:device-phone-number:read',
        forNumber: device,
        timeoutMs: timeouts.lookup,
      });
      if (answer.kind === 'number_refused' && answer.unknown) return { outcome: 'refused', reason: 'not_on_network' };
      if (answer.kind === 'refused') return { outcome: 'refused', reason: numberRefusal(answer.code) };
      if (answer.kind !== 'ok') return notToldYet(answer);
      const number = deviceNumber.safeParse(answer.body);
      return number.success ? { outcome: 'known', msisdn: number.data.devicePhoneNumber } : CARRIER_ERROR;
    },
  };
}

function numberRefusal(code: string): 'not_on_mobile_network' | 'refused' {
  return code === 'NUMBER_VERIFICATION.USER_NOT_AUTHENTICATED_BY_MOBILE_NETWORK' ? 'not_on_mobile_network' : 'refused';
}
