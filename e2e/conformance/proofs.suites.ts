/** one-time-password-sms 1.1.1, number-verification 2.1.0 and kyc-age-verification 0.2.1. */
import { createHash } from 'node:crypto';
import type { Msisdn } from '@bonisa/domain/msisdn';
import { expect } from 'vitest';
import type { Bench, RawCall } from './bench.ts';
import { APIS } from './camara-files.ts';
import { type Case, refusedAlike, refusedBodies, type Suite } from './cases.ts';
import { ageScenarios, numbersScenarios, otpScenarios } from './proofs-scenarios.cases.ts';

const OTP = APIS.otp.basePath;
const OTP_SCOPE = 'one-time-password-sms:send-validate';
const MESSAGE = 'Your OTP is {{code}}';

const sendTo = (bench: Bench, msisdn: Msisdn) =>
  bench.carrier.sendCode({ msisdn, message: MESSAGE });
const send = (bench: Bench) => sendTo(bench, bench.newNumber());

/** A code that reached a handset. */
async function sentCode(bench: Bench) {
  const msisdn = bench.newNumber();
  const sent = await sendTo(bench, msisdn);
  if (sent.outcome !== 'sent') throw new Error('no code was sent');
  const code = /\b\d{4}\b/.exec(await bench.newestMessage(msisdn))?.[0] ?? '';
  return {
    msisdn,
    authenticationId: sent.authenticationId,
    code,
    wrong: code === '0000' ? '1111' : '0000',
  };
}

const refusedSend = (outcome: string, reason: string): Case => ({
  operation: 'sendCode',
  outcome,
  act: async (bench) => {
    await bench.refuseNext('send-code', outcome.split(' ')[1] ?? '');
    return send(bench);
  },
  port: { outcome: 'refused', reason },
});

const refusedValidation = (outcome: string, port: Record<string, unknown>): Case => ({
  operation: 'validateCode',
  outcome,
  act: async (bench) => {
    const { authenticationId, code } = await sentCode(bench);
    await bench.refuseNext('validate-code', outcome.split(' ')[1] ?? '');
    return bench.carrier.validateCode({ authenticationId, code });
  },
  port,
});

const rawSend = (bench: Bench): RawCall => ({
  method: 'POST',
  path: `${OTP}/send-code`,
  body: { phoneNumber: `+${bench.newNumber()}`, message: MESSAGE },
});
const rawValidate: RawCall = {
  method: 'POST',
  path: `${OTP}/validate-code`,
  body: { authenticationId: 'none', code: '1234' },
};

export const otpSuite: Suite = {
  api: APIS.otp,
  never: {},
  cases: [
    { operation: 'sendCode', outcome: '200', act: send, port: { outcome: 'sent' } },
    refusedSend('403 ONE_TIME_PASSWORD_SMS.MAX_OTP_CODES_EXCEEDED', 'too_many_codes'),
    refusedSend('403 ONE_TIME_PASSWORD_SMS.PHONE_NUMBER_NOT_ALLOWED', 'number_not_allowed'),
    refusedSend('403 ONE_TIME_PASSWORD_SMS.PHONE_NUMBER_BLOCKED', 'number_blocked'),
    refusedSend('404 NOT_FOUND', 'not_on_network'),
    ...['QUOTA_EXCEEDED', 'TOO_MANY_REQUESTS'].map((code) => ({
      operation: 'sendCode',
      outcome: `429 ${code}`,
      act: async (bench: Bench) => {
        await bench.refuseNext('send-code', code);
        return send(bench);
      },
      // About all our calls, not about this number.
      port: { outcome: 'unavailable', cause: 'too_many_requests' },
    })),
    {
      operation: 'sendCode',
      outcome: '503 UNAVAILABLE',
      act: async (bench) => {
        await bench.failNext('send-code', 'error');
        return send(bench);
      },
      port: { outcome: 'unknown', cause: 'carrier_error' },
    },
    {
      operation: 'sendCode',
      outcome: '404 NOT_FOUND',
      when: 'for a number of another country',
      act: (bench) =>
        bench.raw({
          ...rawSend(bench),
          scope: OTP_SCOPE,
          body: { phoneNumber: '+447700900123', message: MESSAGE },
        }),
    },
    ...refusedAlike('sendCode', OTP_SCOPE, rawSend),
    ...refusedBodies('sendCode', OTP_SCOPE, rawSend, {
      'without a message': { phoneNumber: '+27821234567' },
      'without {{code}}': { phoneNumber: '+27821234567', message: 'Hello' },
      'with a message that is too long': {
        phoneNumber: '+27821234567',
        message: `{{code}}${'x'.repeat(153)}`,
      },
      'with a number without its plus': { phoneNumber: '27821234567', message: MESSAGE },
      'with a list for a body': [],
    }),

    {
      operation: 'validateCode',
      outcome: '204',
      act: async (bench) => {
        const { authenticationId, code } = await sentCode(bench);
        return bench.carrier.validateCode({ authenticationId, code });
      },
      port: { outcome: 'valid' },
    },
    {
      operation: 'validateCode',
      outcome: '400 ONE_TIME_PASSWORD_SMS.INVALID_OTP',
      act: async (bench) => {
        const { authenticationId, wrong } = await sentCode(bench);
        return bench.carrier.validateCode({ authenticationId, code: wrong });
      },
      port: { outcome: 'invalid' },
    },
    {
      operation: 'validateCode',
      outcome: '400 ONE_TIME_PASSWORD_SMS.VERIFICATION_FAILED',
      when: 'after five wrong codes',
      act: async (bench) => {
        const { authenticationId, wrong, code } = await sentCode(bench);
        for (let tries = 0; tries < 5; tries++)
          await bench.carrier.validateCode({ authenticationId, code: wrong });
        return bench.carrier.validateCode({ authenticationId, code });
      },
      port: { outcome: 'attempts_used_up' },
    },
    {
      operation: 'validateCode',
      outcome: '400 ONE_TIME_PASSWORD_SMS.VERIFICATION_EXPIRED',
      when: 'for a used code',
      act: async (bench) => {
        const { authenticationId, code } = await sentCode(bench);
        await bench.carrier.validateCode({ authenticationId, code });
        return bench.carrier.validateCode({ authenticationId, code });
      },
      port: { outcome: 'expired' },
    },
    {
      operation: 'validateCode',
      outcome: '400 ONE_TIME_PASSWORD_SMS.VERIFICATION_EXPIRED',
      when: 'for a code that a newer one has replaced',
      act: async (bench) => {
        const { msisdn, authenticationId, code } = await sentCode(bench);
        const body = { phoneNumber: `+${msisdn}`, message: MESSAGE };
        await bench.raw({ ...rawSend(bench), scope: OTP_SCOPE, body });
        return bench.carrier.validateCode({ authenticationId, code });
      },
      port: { outcome: 'expired' },
    },
    {
      operation: 'validateCode',
      outcome: '204',
      when: 'for a code that the adapter has sent another one beside',
      act: async (bench) => {
        const { msisdn, authenticationId, code } = await sentCode(bench);
        await sendTo(bench, msisdn);
        return bench.carrier.validateCode({ authenticationId, code });
      },
      port: { outcome: 'valid' },
    },
    {
      operation: 'validateCode',
      outcome: '404 NOT_FOUND',
      act: (bench) => bench.carrier.validateCode({ authenticationId: 'none', code: '1234' }),
      port: { outcome: 'expired' },
    },
    refusedValidation('400 OUT_OF_RANGE', { outcome: 'invalid' }),
    refusedValidation('429 QUOTA_EXCEEDED', { outcome: 'unavailable', cause: 'too_many_requests' }),
    refusedValidation('429 TOO_MANY_REQUESTS', {
      outcome: 'unavailable',
      cause: 'too_many_requests',
    }),
    ...refusedAlike('validateCode', OTP_SCOPE, () => rawValidate),
    ...refusedBodies('validateCode', OTP_SCOPE, () => rawValidate, {
      'without a code': { authenticationId: 'x' },
      'with a code that is too long': { authenticationId: 'x', code: '12345678901' },
      'with a number for a code': { authenticationId: 'x', code: 1234 },
    }),
    ...otpScenarios,
  ],
};

const NUMBERS = APIS.numbers.basePath;
const NOT_MOBILE = '403 NUMBER_VERIFICATION.USER_NOT_AUTHENTICATED_BY_MOBILE_NETWORK';
const VERIFY_SCOPE = 'number-verification:verify';
const SHARE_SCOPE = 'number-verification:device-phone-number:read';
const rawVerify = (bench: Bench): RawCall => ({
  method: 'POST',
  path: `${NUMBERS}/verify`,
  sim: bench.newNumber(),
  body: { phoneNumber: '+27821234567' },
});
const rawShare = (bench: Bench): RawCall => ({
  method: 'GET',
  path: `${NUMBERS}/device-phone-number`,
  sim: bench.newNumber(),
});

export const numbersSuite: Suite = {
  api: APIS.numbers,
  never: {},
  cases: [
    {
      operation: 'phoneNumberVerify',
      outcome: '200',
      when: 'for its own number',
      act: (bench) => {
        const sim = bench.newNumber();
        return bench.raw({
          ...rawVerify(bench),
          sim,
          scope: VERIFY_SCOPE,
          body: { phoneNumber: `+${sim}` },
        });
      },
      port: { body: { devicePhoneNumberVerified: true } },
    },
    {
      operation: 'phoneNumberVerify',
      outcome: '200',
      when: 'for another number',
      act: (bench) => bench.raw({ ...rawVerify(bench), scope: VERIFY_SCOPE }),
      port: { body: { devicePhoneNumberVerified: false } },
    },
    {
      operation: 'phoneNumberVerify',
      outcome: '200',
      when: 'for a hashed number',
      act: (bench) => {
        const sim = bench.newNumber();
        const hashedPhoneNumber = createHash('sha256').update(`+${sim}`).digest('hex');
        return bench.raw({
          ...rawVerify(bench),
          sim,
          scope: VERIFY_SCOPE,
          body: { hashedPhoneNumber },
        });
      },
      port: { body: { devicePhoneNumberVerified: true } },
    },
    {
      operation: 'phoneNumberVerify',
      outcome: NOT_MOBILE,
      when: 'for a number that the adapter names itself',
      act: (bench) => {
        const device = bench.newNumber();
        return bench.carrier.verifyNumber({ msisdn: device, device });
      },
      port: { outcome: 'refused', reason: 'not_on_mobile_network' },
    },
    {
      operation: 'phoneNumberVerify',
      outcome: NOT_MOBILE,
      when: 'by way of the adapter',
      act: async (bench) => {
        await bench.refuseNext('verify-number', NOT_MOBILE.slice(4));
        return bench.carrier.verifyNumber({ msisdn: bench.newNumber(), device: bench.newNumber() });
      },
      port: { outcome: 'refused', reason: 'not_on_mobile_network' },
    },
    {
      operation: 'phoneNumberVerify',
      outcome: NOT_MOBILE,
      when: 'with a token that stands for nobody',
      act: (bench) =>
        bench.raw({
          method: 'POST',
          path: `${NUMBERS}/verify`,
          scope: VERIFY_SCOPE,
          body: { phoneNumber: '+27821234567' },
        }),
    },
    ...refusedAlike('phoneNumberVerify', VERIFY_SCOPE, rawVerify),
    ...refusedBodies('phoneNumberVerify', VERIFY_SCOPE, rawVerify, {
      'with nothing': {},
      'with both forms of a number': {
        phoneNumber: '+27821234567',
        hashedPhoneNumber: 'a'.repeat(64),
      },
      'with a hash that is none': { hashedPhoneNumber: 'xyz' },
    }),
    {
      operation: 'phoneNumberShare',
      outcome: '200',
      act: (bench) => bench.raw({ ...rawShare(bench), scope: SHARE_SCOPE }),
      port: { body: { devicePhoneNumber: expect.stringMatching(/^\+27\d{9}$/) } },
    },
    {
      operation: 'phoneNumberShare',
      outcome: NOT_MOBILE,
      when: 'for a number that the adapter names itself',
      act: (bench) => bench.carrier.deviceNumber({ device: bench.newNumber() }),
      port: { outcome: 'refused', reason: 'not_on_mobile_network' },
    },
    {
      operation: 'phoneNumberShare',
      outcome: NOT_MOBILE,
      act: (bench) =>
        bench.raw({ method: 'GET', path: `${NUMBERS}/device-phone-number`, scope: SHARE_SCOPE }),
    },
    ...refusedAlike('phoneNumberShare', SHARE_SCOPE, rawShare),
    ...numbersScenarios,
  ],
};

const AGE = APIS.age.basePath;
const AGE_SCOPE = 'kyc-age-verification:verify';
const rawAge = (bench: Bench): RawCall => ({
  method: 'POST',
  path: `${AGE}/verify`,
  body: { ageThreshold: 18, phoneNumber: `+${bench.newNumber()}` },
});

const refusedLock = (outcome: string, cause: string): Case => ({
  operation: 'verifyAge',
  outcome,
  when: 'by way of the adapter',
  act: async (bench) => {
    await bench.refuseNext('content-lock', outcome.split(' ')[1] ?? '');
    return bench.carrier.contentLock(bench.newNumber());
  },
  port: { outcome: 'unavailable', cause },
});

export const ageSuite: Suite = {
  api: APIS.age,
  never: {},
  cases: [
    ...[true, false].map(
      (locked): Case => ({
        operation: 'verifyAge',
        outcome: '200',
        when: `with content ${locked ? '' : 'not '}locked`,
        act: async (bench) => {
          const msisdn = bench.newNumber();
          await bench.setHandset(msisdn, { content_blocked: locked });
          return bench.carrier.contentLock(msisdn);
        },
        port: { outcome: 'known', locked },
      }),
    ),
    {
      operation: 'verifyAge',
      outcome: '200',
      when: 'with all that can be asked',
      act: (bench) =>
        bench.raw({
          ...rawAge(bench),
          scope: AGE_SCOPE,
          body: {
            ageThreshold: 18,
            phoneNumber: `+${bench.newNumber()}`,
            idDocument: '66666666q',
            name: 'Naledi Khumalo',
            birthdate: '1990-08-22',
            email: 'naledi@example.com',
            includeContentLock: true,
            includeParentalControl: true,
          },
        }),
      port: { status: 200, body: { contentLock: 'false' } },
    },
    {
      operation: 'verifyAge',
      outcome: '200',
      when: 'with a token for the number',
      act: (bench) =>
        bench.raw({
          ...rawAge(bench),
          scope: AGE_SCOPE,
          subject: bench.newNumber(),
          body: { ageThreshold: 18 },
        }),
    },
    {
      operation: 'verifyAge',
      outcome: '404 IDENTIFIER_NOT_FOUND',
      when: 'for a number that is not on the network',
      act: async (bench) => {
        const msisdn = bench.newNumber();
        await bench.setHandset(msisdn, { on_network: false });
        return bench.carrier.contentLock(msisdn);
      },
      port: { outcome: 'unavailable', cause: 'no_answer' },
    },
    refusedLock('404 IDENTIFIER_NOT_FOUND', 'no_answer'),
    refusedLock('422 SERVICE_NOT_APPLICABLE', 'no_answer'),
    refusedLock('403 PERMISSION_DENIED', 'misconfigured'),
    {
      operation: 'verifyAge',
      outcome: '422 MISSING_IDENTIFIER',
      act: (bench) => bench.raw({ ...rawAge(bench), scope: AGE_SCOPE, body: { ageThreshold: 18 } }),
    },
    {
      operation: 'verifyAge',
      outcome: '422 UNNECESSARY_IDENTIFIER',
      act: (bench) => bench.raw({ ...rawAge(bench), scope: AGE_SCOPE, subject: bench.newNumber() }),
    },
    {
      operation: 'verifyAge',
      outcome: '400 OUT_OF_RANGE',
      act: (bench) =>
        bench.raw({
          ...rawAge(bench),
          scope: AGE_SCOPE,
          body: { ageThreshold: 121, phoneNumber: '+27821234567' },
          broken: true,
        }),
    },
    ...refusedAlike('verifyAge', AGE_SCOPE, rawAge),
    ...refusedBodies('verifyAge', AGE_SCOPE, rawAge, {
      'without an age': { phoneNumber: '+27821234567' },
      'with half an age': { ageThreshold: 17.5, phoneNumber: '+27821234567' },
      'with a number that is none': { ageThreshold: 18, phoneNumber: 'me' },
    }),
    ...ageScenarios,
  ],
};
