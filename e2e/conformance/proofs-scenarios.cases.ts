/**
 * Codes, number verification, age and recycling: the scenarios of CAMARA's test definitions that
 * the other cases do not cover.
 */
import type { Bench, RawCall } from './bench.ts';
import { APIS } from './camara-files.ts';
import type { Case } from './cases.ts';
import { requiredFields, sharedScenarios } from './shared-scenarios.ts';

const OTP_SCOPE = 'one-time-password-sms:send-validate';
const MESSAGE = '{{code}} is your short code';
const send = (bench: Bench): RawCall => ({
  method: 'POST',
  path: `${APIS.otp.basePath}/send-code`,
  body: { phoneNumber: `+${bench.newNumber()}`, message: MESSAGE },
});

async function validate(bench: Bench): Promise<RawCall> {
  const msisdn = bench.newNumber();
  const { body } = await bench.raw({
    ...send(bench),
    scope: OTP_SCOPE,
    body: { phoneNumber: `+${msisdn}`, message: MESSAGE },
  });
  const { authenticationId } = body as { authenticationId: string };
  const code = /\d{4}/.exec(await bench.newestMessage(msisdn))?.[0] ?? '';
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
  act: (bench) =>
    bench.raw({ ...send(bench), scope: OTP_SCOPE, body: { phoneNumber, message: MESSAGE } }),
});

const refusedHandset = (outcome: string, handset: Record<string, boolean>): Case => ({
  operation: 'sendCode',
  outcome,
  when: `for a handset that is set to ${JSON.stringify(handset)}`,
  act: async (bench) => {
    const msisdn = bench.newNumber();
    await bench.setHandset(msisdn, handset);
    return bench.raw({
      ...send(bench),
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
const verifyCall = (bench: Bench): RawCall => ({
  method: 'POST',
  path: `${APIS.numbers.basePath}/verify`,
  sim: bench.newNumber(),
  body: { phoneNumber: '+27821234567' },
});
const shareCall = (bench: Bench): RawCall => ({
  method: 'GET',
  path: `${APIS.numbers.basePath}/device-phone-number`,
  sim: bench.newNumber(),
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
    act: (bench) =>
      bench.raw({
        ...verifyCall(bench),
        scope: VERIFY_SCOPE,
        body: { additional_property: 'foo' },
        broken: true,
      }),
  },
];

const AGE_SCOPE = 'kyc-age-verification:verify';
const ageCall = (bench: Bench): RawCall => ({
  method: 'POST',
  path: `${APIS.age.basePath}/verify`,
  body: { ageThreshold: 18, phoneNumber: `+${bench.newNumber()}` },
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
  act: async (bench) => {
    const msisdn = bench.newNumber();
    await bench.setHandset(msisdn, { age });
    return bench.raw({
      ...ageCall(bench),
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
    act: async (bench) => {
      const msisdn = bench.newNumber();
      await bench.setHandset(msisdn, { machine_line: true });
      return bench.raw({
        ...ageCall(bench),
        scope: AGE_SCOPE,
        body: { ageThreshold: 18, phoneNumber: `+${msisdn}` },
      });
    },
  },
];
