/** number-verification 2.1.0 and kyc-age-verification 0.2.1. */
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { APIS } from './camara-files.ts';
import { type Case, refusedAlike, refusedBodies, type Suite } from './cases.ts';
import type { Fixture, RawCall } from './fixture.ts';
import { ageScenarios, numbersScenarios } from './proofs-scenarios.cases.ts';

const NUMBERS = APIS.numbers.basePath;
const NOT_MOBILE = '403 NUMBER_VERIFICATION.USER_NOT_AUTHENTICATED_BY_MOBILE_NETWORK';
const VERIFY_SCOPE = 'number-verification:verify';
const SHARE_SCOPE = 'number-verification:device-phone-number:read';
const rawVerify = (fixture: Fixture): RawCall => ({
  method: 'POST',
  path: `${NUMBERS}/verify`,
  sim: fixture.newNumber(),
  body: { phoneNumber: '+27821234567' },
});
const rawShare = (fixture: Fixture): RawCall => ({
  method: 'GET',
  path: `${NUMBERS}/device-phone-number`,
  sim: fixture.newNumber(),
});

export const numbersSuite: Suite = {
  api: APIS.numbers,
  never: {},
  cases: [
    {
      operation: 'phoneNumberVerify',
      outcome: '200',
      when: 'for its own number',
      act: (fixture) => {
        const sim = fixture.newNumber();
        return fixture.raw({
          ...rawVerify(fixture),
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
      act: (fixture) => fixture.raw({ ...rawVerify(fixture), scope: VERIFY_SCOPE }),
      port: { body: { devicePhoneNumberVerified: false } },
    },
    {
      operation: 'phoneNumberVerify',
      outcome: '200',
      when: 'for a hashed number',
      act: (fixture) => {
        const sim = fixture.newNumber();
        const hashedPhoneNumber = createHash('sha256').update(`+${sim}`).digest('hex');
        return fixture.raw({
          ...rawVerify(fixture),
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
      when: 'for a number that we claim ourselves',
      act: (fixture) => {
        const claimed = fixture.newNumber();
        return fixture.raw({
          method: 'POST',
          path: `${NUMBERS}/verify`,
          scope: VERIFY_SCOPE,
          subject: claimed,
          body: { phoneNumber: `+${claimed}` },
        });
      },
    },
    {
      operation: 'phoneNumberVerify',
      outcome: NOT_MOBILE,
      when: 'by way of a fault',
      act: async (fixture) => {
        await fixture.refuseNext('verify-number', NOT_MOBILE.slice(4));
        return fixture.raw({ ...rawVerify(fixture), scope: VERIFY_SCOPE });
      },
    },
    {
      operation: 'phoneNumberVerify',
      outcome: NOT_MOBILE,
      when: 'with a token that stands for nobody',
      act: (fixture) =>
        fixture.raw({
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
      act: (fixture) => fixture.raw({ ...rawShare(fixture), scope: SHARE_SCOPE }),
      port: { body: { devicePhoneNumber: expect.stringMatching(/^\+27\d{9}$/) } },
    },
    {
      operation: 'phoneNumberShare',
      outcome: NOT_MOBILE,
      when: 'for a number that we claim ourselves',
      act: (fixture) =>
        fixture.raw({
          method: 'GET',
          path: `${NUMBERS}/device-phone-number`,
          scope: SHARE_SCOPE,
          subject: fixture.newNumber(),
        }),
    },
    {
      operation: 'phoneNumberShare',
      outcome: NOT_MOBILE,
      act: (fixture) =>
        fixture.raw({ method: 'GET', path: `${NUMBERS}/device-phone-number`, scope: SHARE_SCOPE }),
    },
    ...refusedAlike('phoneNumberShare', SHARE_SCOPE, rawShare),
    ...numbersScenarios,
  ],
};

const AGE = APIS.age.basePath;
const AGE_SCOPE = 'kyc-age-verification:verify';
const rawAge = (fixture: Fixture): RawCall => ({
  method: 'POST',
  path: `${AGE}/verify`,
  body: { ageThreshold: 18, phoneNumber: `+${fixture.newNumber()}` },
});

const refusedLock = (outcome: string, cause: string): Case => ({
  operation: 'verifyAge',
  outcome,
  when: 'by way of the adapter',
  act: async (fixture) => {
    await fixture.refuseNext('content-lock', outcome.split(' ')[1] ?? '');
    return fixture.carrier.contentLock(fixture.newNumber());
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
        act: async (fixture) => {
          const msisdn = fixture.newNumber();
          await fixture.setHandset(msisdn, { content_blocked: locked });
          return fixture.carrier.contentLock(msisdn);
        },
        port: { outcome: 'known', locked },
      }),
    ),
    {
      operation: 'verifyAge',
      outcome: '200',
      when: 'with all that can be asked',
      act: (fixture) =>
        fixture.raw({
          ...rawAge(fixture),
          scope: AGE_SCOPE,
          body: {
            ageThreshold: 18,
            phoneNumber: `+${fixture.newNumber()}`,
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
      act: (fixture) =>
        fixture.raw({
          ...rawAge(fixture),
          scope: AGE_SCOPE,
          subject: fixture.newNumber(),
          body: { ageThreshold: 18 },
        }),
    },
    {
      operation: 'verifyAge',
      outcome: '404 IDENTIFIER_NOT_FOUND',
      when: 'for a number that is not on the network',
      act: async (fixture) => {
        const msisdn = fixture.newNumber();
        await fixture.setHandset(msisdn, { on_network: false });
        return fixture.carrier.contentLock(msisdn);
      },
      port: { outcome: 'unavailable', cause: 'no_answer' },
    },
    refusedLock('404 IDENTIFIER_NOT_FOUND', 'no_answer'),
    refusedLock('422 SERVICE_NOT_APPLICABLE', 'no_answer'),
    refusedLock('403 PERMISSION_DENIED', 'misconfigured'),
    {
      operation: 'verifyAge',
      outcome: '422 MISSING_IDENTIFIER',
      act: (fixture) =>
        fixture.raw({ ...rawAge(fixture), scope: AGE_SCOPE, body: { ageThreshold: 18 } }),
    },
    {
      operation: 'verifyAge',
      outcome: '422 UNNECESSARY_IDENTIFIER',
      act: (fixture) =>
        fixture.raw({ ...rawAge(fixture), scope: AGE_SCOPE, subject: fixture.newNumber() }),
    },
    {
      operation: 'verifyAge',
      outcome: '400 OUT_OF_RANGE',
      act: (fixture) =>
        fixture.raw({
          ...rawAge(fixture),
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
