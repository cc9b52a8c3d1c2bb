/**
 * What proves a number or tells about it: one-time-password-sms 1.1.1, number-verification 2.1.0,
 * kyc-age-verification 0.2.1.
 */
import { toE164 } from '@bonisa/domain/msisdn';
import {
  bareCode,
  CARRIER_ERROR,
  NO_ANSWER,
  notDoneOrUnknown,
  notToldYet,
  UNREADABLE,
} from './camara.answers.ts';
import { identified } from './camara.apis.ts';
import type { Caller } from './camara.calls.ts';
import { ageVerdict, deviceNumber, numberMatch, sentCode } from './camara.schemas.ts';
import type {
  Carrier,
  SendCodeOutcome,
  SendCodeRefusal,
  ValidateCodeOutcome,
} from './carrier.port.ts';

const OTP = 'one-time-password-sms';
const OTP_SCOPE = 'one-time-password-sms:send-validate';
const NUMBER_VERIFICATION = 'number-verification';
const AGE_VERIFICATION = 'kyc-age-verification';
/**
 * Asks the carrier to leave the number's other codes alive: the code that a stranger asks for must
 * not end the owner's. A carrier that has not agreed to it ignores the header.
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

type Proofs = Pick<
  Carrier,
  'sendCode' | 'validateCode' | 'contentLock' | 'verifyNumber' | 'deviceNumber'
>;

export function createProofs({ ask, apis, timeouts }: Caller): Proofs {
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
      // A 429 is about all calls of ours; that this number had too many codes is said by a code of
      // its own.
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
      // Only the agreed 204 proves a number: any other success may be somebody else's page.
      if (answer.kind === 'ok') return answer.status === 204 ? { outcome: 'valid' } : UNREADABLE;
      if (answer.kind !== 'refused') return notDoneOrUnknown(answer);
      const outcome = VALIDATE_REFUSALS[answer.code];
      return outcome === undefined ? UNREADABLE : { outcome };
    },

    async contentLock(msisdn) {
      const { token, body } = identified(apis[AGE_VERIFICATION], msisdn);
      const answer = await ask({
        method: 'POST',
        api: AGE_VERIFICATION,
        path: '/verify',
        scope: 'kyc-age-verification:verify',
        ...token,
        body: { ...body, ageThreshold: AGE_ASKED, includeContentLock: true },
        timeoutMs: timeouts.lookup,
      });
      if (answer.kind === 'refused') return NO_ANSWER;
      if (answer.kind !== 'ok') return notToldYet(answer);
      const verdict = ageVerdict.safeParse(answer.body);
      if (!verdict.success) return CARRIER_ERROR;
      const { contentLock = 'not_available' } = verdict.data;
      return contentLock === 'not_available'
        ? NO_ANSWER
        : { outcome: 'known', locked: contentLock === 'true' };
    },

    async verifyNumber({ msisdn, device }) {
      const answer = await ask({
        method: 'POST',
        api: NUMBER_VERIFICATION,
        path: '/verify',
        scope: 'number-verification:verify',
        forNumber: device,
        body: { phoneNumber: toE164(msisdn) },
        timeoutMs: timeouts.lookup,
      });
      if (answer.kind === 'number_refused') return { outcome: 'refused', reason: 'not_on_network' };
      if (answer.kind === 'refused')
        return { outcome: 'refused', reason: numberRefusal(answer.code) };
      if (answer.kind !== 'ok') return notToldYet(answer);
      const match = numberMatch.safeParse(answer.body);
      return match.success
        ? { outcome: 'known', matches: match.data.devicePhoneNumberVerified }
        : CARRIER_ERROR;
    },

    async deviceNumber({ device }) {
      const answer = await ask({
        method: 'GET',
        api: NUMBER_VERIFICATION,
        path: '/device-phone-number',
        scope: 'number-verification:device-phone-number:read',
        forNumber: device,
        timeoutMs: timeouts.lookup,
      });
      if (answer.kind === 'number_refused') return { outcome: 'refused', reason: 'not_on_network' };
      if (answer.kind === 'refused')
        return { outcome: 'refused', reason: numberRefusal(answer.code) };
      if (answer.kind !== 'ok') return notToldYet(answer);
      const number = deviceNumber.safeParse(answer.body);
      return number.success
        ? { outcome: 'known', msisdn: number.data.devicePhoneNumber }
        : CARRIER_ERROR;
    },
  };
}

function numberRefusal(code: string): 'not_on_mobile_network' | 'refused' {
  return bareCode(code) === 'USER_NOT_AUTHENTICATED_BY_MOBILE_NETWORK'
    ? 'not_on_mobile_network'
    : 'refused';
}
