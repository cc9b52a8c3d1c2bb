import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { APIS } from './camara-files.ts';
import { type Case, refusedAlike, refusedBodies, type Suite } from './cases.ts';
import type { Fixture, RawCall } from './fixture.ts';
import { otpScenarios } from './proofs-scenarios.cases.ts';

const OTP = APIS.otp.basePath;
const OTP_SCOPE = 'one-time-password-sms:send-validate';
const MESSAGE = 'Your OTP is {{code}}';

const sendTo = (fixture: Fixture, msisdn: Msisdn) =>
  fixture.carrier.sendCode({ msisdn, message: MESSAGE });
const send = (fixture: Fixture) => sendTo(fixture, fixture.newNumber());

/** A code that reached a handset. */
async function sentCode(fixture: Fixture) {
  const msisdn = fixture.newNumber();
  const sent = await sendTo(fixture, msisdn);
  if (sent.outcome !== 'sent') throw new Error('no code was sent');
  const code = /\b\d{4}\b/.exec(await fixture.newestMessage(msisdn))?.[0] ?? '';
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
  act: async (fixture) => {
    await fixture.refuseNext('send-code', outcome.split(' ')[1] ?? '');
    return send(fixture);
  },
  port: { outcome: 'refused', reason },
});

const refusedValidation = (outcome: string, port: Record<string, unknown>): Case => ({
  operation: 'validateCode',
  outcome,
  act: async (fixture) => {
    const { authenticationId, code } = await sentCode(fixture);
    await fixture.refuseNext('validate-code', outcome.split(' ')[1] ?? '');
    return fixture.carrier.validateCode({ authenticationId, code });
  },
  port,
});

const rawSend = (fixture: Fixture): RawCall => ({
  method: 'POST',
  path: `${OTP}/send-code`,
  body: { phoneNumber: `+${fixture.newNumber()}`, message: MESSAGE },
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
      act: async (fixture: Fixture) => {
        await fixture.refuseNext('send-code', code);
        return send(fixture);
      },
      // About all our calls, not about this number.
      port: { outcome: 'unavailable', cause: 'too_many_requests' },
    })),
    {
      operation: 'sendCode',
      outcome: '503 UNAVAILABLE',
      act: async (fixture) => {
        await fixture.failNext('send-code', 'error');
        return send(fixture);
      },
      port: { outcome: 'unknown', cause: 'carrier_error' },
    },
    {
      operation: 'sendCode',
      outcome: '404 NOT_FOUND',
      when: 'for a number of another country',
      act: (fixture) =>
        fixture.raw({
          ...rawSend(fixture),
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
      act: async (fixture) => {
        const { authenticationId, code } = await sentCode(fixture);
        return fixture.carrier.validateCode({ authenticationId, code });
      },
      port: { outcome: 'valid' },
    },
    {
      operation: 'validateCode',
      outcome: '400 ONE_TIME_PASSWORD_SMS.INVALID_OTP',
      act: async (fixture) => {
        const { authenticationId, wrong } = await sentCode(fixture);
        return fixture.carrier.validateCode({ authenticationId, code: wrong });
      },
      port: { outcome: 'invalid' },
    },
    {
      operation: 'validateCode',
      outcome: '400 ONE_TIME_PASSWORD_SMS.VERIFICATION_FAILED',
      when: 'after five wrong codes',
      act: async (fixture) => {
        const { authenticationId, wrong, code } = await sentCode(fixture);
        for (let tries = 0; tries < 5; tries++)
          await fixture.carrier.validateCode({ authenticationId, code: wrong });
        return fixture.carrier.validateCode({ authenticationId, code });
      },
      port: { outcome: 'attempts_used_up' },
    },
    {
      operation: 'validateCode',
      outcome: '400 ONE_TIME_PASSWORD_SMS.VERIFICATION_EXPIRED',
      when: 'for a used code',
      act: async (fixture) => {
        const { authenticationId, code } = await sentCode(fixture);
        await fixture.carrier.validateCode({ authenticationId, code });
        return fixture.carrier.validateCode({ authenticationId, code });
      },
      port: { outcome: 'expired' },
    },
    {
      operation: 'validateCode',
      outcome: '400 ONE_TIME_PASSWORD_SMS.VERIFICATION_EXPIRED',
      when: 'for a code that a newer one has replaced',
      act: async (fixture) => {
        const { msisdn, authenticationId, code } = await sentCode(fixture);
        const body = { phoneNumber: `+${msisdn}`, message: MESSAGE };
        await fixture.raw({ ...rawSend(fixture), scope: OTP_SCOPE, body });
        return fixture.carrier.validateCode({ authenticationId, code });
      },
      port: { outcome: 'expired' },
    },
    {
      operation: 'validateCode',
      outcome: '204',
      when: 'for a code that the adapter has sent another one beside',
      act: async (fixture) => {
        const { msisdn, authenticationId, code } = await sentCode(fixture);
        await sendTo(fixture, msisdn);
        return fixture.carrier.validateCode({ authenticationId, code });
      },
      port: { outcome: 'valid' },
    },
    {
      operation: 'validateCode',
      outcome: '404 NOT_FOUND',
      act: (fixture) => fixture.carrier.validateCode({ authenticationId: 'none', code: '1234' }),
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
