/**
 * Codes, number verification, age and recycling: the scenarios of CAMARA's test definitions that
 * the other cases do not cover.
 */

import { APIS } from './camara-files.ts';
import type { Case } from './cases.ts';
import type { Fixture, RawCall } from './fixture.ts';
import { requiredFields, sharedScenarios } from './shared-scenarios.ts';

const OTP_SCOPE = 'one-time-password-sms:send-validate';
const MESSAGE = '{{code}} is your short code';
const send = (fixture: Fixture): RawCall => ({
  method: 'POST',
  path: `${APIS.otp.basePath}/send-code`,
  body: { phoneNumber: `+${fixture.newNumber()}`, message: MESSAGE },
});

async function validate(fixture: Fixture): Promise<RawCall> {
  const msisdn = fixture.newNumber();
  const { body } = await fixture.raw({
    ...send(fixture),
    scope: OTP_SCOPE,
    body: { phoneNumber: `+${msisdn}`, message: MESSAGE },
  });
  const { authenticationId } = body as { authenticationId: string };
  const code = /\d{4}/.exec(await fixture.newestMessage(msisdn))?.[0] ?? '';
  return {
    method: 'POST',
    path: `${APIS.otp.basePath}/validate-code`,
    body: { authenticationId, code },
  };
}

const refusedNumber = (outcome: string, when: string, phoneNumber: string): Case => ({
  operation: 'sendCode',
  outcome,
  when,
  act: (fixture) =>
    fixture.raw({ ...send(fixture), scope: OTP_SCOPE, body: { phoneNumber, message: MESSAGE } }),
});

const refusedHandset = (outcome: string, handset: Record<string, boolean>): Case => ({
  operation: 'sendCode',
  outcome,
  when: `for a handset that is set to ${JSON.stringify(handset)}`,
  act: async (fixture) => {
    const msisdn = fixture.newNumber();
    await fixture.setHandset(msisdn, handset);
    return fixture.raw({
      ...send(fixture),
      scope: OTP_SCOPE,
      body: { phoneNumber: `+${msisdn}`, message: MESSAGE },
    });
  },
});

export const otpScenarios: Case[] = [
  ...sharedScenarios({
    operation: 'sendCode',
    scope: OTP_SCOPE,
    call: send,
    success: '200',
    empty: '400 INVALID_ARGUMENT',
  }),
  ...sharedScenarios({
    operation: 'validateCode',
    scope: OTP_SCOPE,
    call: validate,
    success: '204',
    empty: '400 INVALID_ARGUMENT',
  }),
  ...requiredFields('sendCode', OTP_SCOPE, send, ['phoneNumber', 'message']),
  ...requiredFields('validateCode', OTP_SCOPE, validate, ['authenticationId', 'code']),
  refusedNumber(
    '403 ONE_TIME_PASSWORD_SMS.PHONE_NUMBER_NOT_ALLOWED',
    'for a landline',
    '+27110000000',
  ),
  refusedNumber('404 NOT_FOUND', 'for a number that is of nobody here', '+27911234567'),
  refusedHandset('404 NOT_FOUND', { on_network: false }),
  refusedHandset('403 ONE_TIME_PASSWORD_SMS.PHONE_NUMBER_BLOCKED', { sms_barred: true }),
];

const VERIFY_SCOPE = 'number-verification:verify';
const SHARE_SCOPE = 'number-verification:device-phone-number:read';
const verifyCall = (fixture: Fixture): RawCall => ({
  method: 'POST',
  path: `${APIS.numbers.basePath}/verify`,
  sim: fixture.newNumber(),
  body: { phoneNumber: '+27821234567' },
});
const shareCall = (fixture: Fixture): RawCall => ({
  method: 'GET',
  path: `${APIS.numbers.basePath}/device-phone-number`,
  sim: fixture.newNumber(),
});

export const numbersScenarios: Case[] = [
  ...sharedScenarios({
    operation: 'phoneNumberVerify',
    scope: VERIFY_SCOPE,
    call: verifyCall,
    success: '200',
    empty: '400 INVALID_ARGUMENT',
  }),
  ...sharedScenarios({
    operation: 'phoneNumberShare',
    scope: SHARE_SCOPE,
    call: shareCall,
    success: '200',
  }),
  {
    operation: 'phoneNumberVerify',
    outcome: '400 INVALID_ARGUMENT',
    when: 'with a field that is none',
    act: (fixture) =>
      fixture.raw({
        ...verifyCall(fixture),
        scope: VERIFY_SCOPE,
        body: { additional_property: 'foo' },
        broken: true,
      }),
  },
];

const AGE_SCOPE = 'kyc-age-verification:verify';
const ageCall = (fixture: Fixture): RawCall => ({
  method: 'POST',
  path: `${APIS.age.basePath}/verify`,
  body: { ageThreshold: 18, phoneNumber: `+${fixture.newNumber()}` },
});
const OPTIONAL = {
  idDocument: '66666666q',
  name: 'Naledi Khumalo',
  givenName: 'Naledi',
  familyName: 'Khumalo',
  middleNames: 'Thandi',
  familyNameAtBirth: 'Dlamini',
  birthdate: '1990-08-22',
  email: 'naledi@example.com',
};

/**
 * The verdict for an owner whose age the carrier knows, or does not, with each additional field.
 */
const verdict = (age: number | null, ageCheck: string, field: string, value: string): Case => ({
  operation: 'verifyAge',
  outcome: '200',
  when: `${ageCheck}, with ${field}`,
  act: async (fixture) => {
    const msisdn = fixture.newNumber();
    await fixture.setHandset(msisdn, { age });
    return fixture.raw({
      ...ageCall(fixture),
      scope: AGE_SCOPE,
      body: { ageThreshold: 18, phoneNumber: `+${msisdn}`, [field]: value },
    });
  },
  port: { body: { ageCheck } },
});

export const ageScenarios: Case[] = [
  ...sharedScenarios({
    operation: 'verifyAge',
    scope: AGE_SCOPE,
    call: ageCall,
    success: '200',
    empty: '400 INVALID_ARGUMENT',
  }),
  ...Object.entries(OPTIONAL).flatMap(([field, value]) => [
    verdict(18, 'true', field, value),
    verdict(17, 'false', field, value),
    verdict(null, 'not_available', field, value),
  ]),
  {
    operation: 'verifyAge',
    outcome: '422 SERVICE_NOT_APPLICABLE',
    when: 'for the line of a machine',
    act: async (fixture) => {
      const msisdn = fixture.newNumber();
      await fixture.setHandset(msisdn, { machine_line: true });
      return fixture.raw({
        ...ageCall(fixture),
        scope: AGE_SCOPE,
        body: { ageThreshold: 18, phoneNumber: `+${msisdn}` },
      });
    },
  },
];
