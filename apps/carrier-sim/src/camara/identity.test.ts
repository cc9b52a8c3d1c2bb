import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Carrier, payment, startCarrier } from '../carrier-sim.test-kit.ts';

let carrier: Carrier;
let twoLegged: string;
let own: string;
let bySim: string;
beforeAll(async () => {
  carrier = await startCarrier();
  twoLegged = await carrier.token();
  own = await carrier.token({ msisdn: '27821234567' });
  bySim = await carrier.simToken('27821234567');
});
afterAll(() => carrier.sim.close());

const verify = (body: object, token = bySim) =>
  carrier.call('POST', '/number-verification/v2/verify', { token, body });
const age = (body: object, token = twoLegged) =>
  carrier.call('POST', '/kyc-age-verification/v0.2/verify', { token, body });
const set = (fields: object) => carrier.call('PUT', '/sim/handsets/27821234567', { body: fields });

describe('number verification', () => {
  test('compares a number, plain or hashed, with that of the token', async () => {
    const hash = (number: string) => createHash('sha256').update(number).digest('hex');
    expect((await verify({ phoneNumber: '+27821234567' })).body).toEqual({
      devicePhoneNumberVerified: true,
    });
    expect((await verify({ phoneNumber: '+27821234568' })).body).toEqual({
      devicePhoneNumberVerified: false,
    });
    expect((await verify({ hashedPhoneNumber: hash('+27821234567').toUpperCase() })).body).toEqual({
      devicePhoneNumberVerified: true,
    });
    expect((await verify({ hashedPhoneNumber: hash('27821234567') })).body).toEqual({
      devicePhoneNumberVerified: false,
    });
  });

  test('returns the number of the token', async () => {
    const reply = await carrier.call('GET', '/number-verification/v2/device-phone-number', {
      token: bySim,
    });
    expect(reply).toMatchObject({ status: 200, body: { devicePhoneNumber: '+27821234567' } });
  });

  test('requires a subscriber of this network behind the token', async () => {
    const refused = {
      status: 403,
      body: { code: 'NUMBER_VERIFICATION.USER_NOT_AUTHENTICATED_BY_MOBILE_NETWORK' },
    };
    expect(await verify({ phoneNumber: '+27821234567' }, twoLegged)).toMatchObject(refused);
    expect(
      await carrier.call('GET', '/number-verification/v2/device-phone-number', {
        token: twoLegged,
      }),
    ).toMatchObject(refused);
    const gone = await carrier.simToken('27821230000');
    await carrier.call('PUT', '/sim/handsets/27821230000', { body: { on_network: false } });
    expect(await verify({ phoneNumber: '+27821230000' }, gone)).toMatchObject(refused);
  });

  // A number that the client names proves nothing.
  test('refuses a token whose number the client named itself', async () => {
    const refused = {
      status: 403,
      body: { status: 403, code: 'NUMBER_VERIFICATION.USER_NOT_AUTHENTICATED_BY_MOBILE_NETWORK' },
    };
    expect(await verify({ phoneNumber: '+27821234567' }, own)).toMatchObject(refused);
    expect(
      await carrier.call('GET', '/number-verification/v2/device-phone-number', { token: own }),
    ).toMatchObject(refused);
  });

  test.each([
    {},
    { phoneNumber: '+27821234567', hashedPhoneNumber: 'a'.repeat(64) },
    { phoneNumber: '082' },
    { hashedPhoneNumber: 'zz' },
    { other: 1 },
  ])('refuses the body %j', async (body) =>
    expect(await verify(body)).toMatchObject({ status: 400, body: { code: 'INVALID_ARGUMENT' } }),
  );
});

describe('age verification', () => {
  test('returns the content lock only on request', async () => {
    await set({ content_blocked: true });
    const body = { ageThreshold: 18, phoneNumber: '+27821234567' };
    expect(
      (await age({ ...body, includeContentLock: true, includeParentalControl: true })).body,
    ).toEqual({
      ageCheck: 'true',
      verifiedStatus: true,
      contentLock: 'true',
      parentalControl: 'not_available',
    });
    expect((await age(body)).body).not.toHaveProperty('contentLock');
    await set({ content_blocked: false });
    expect((await age({ ...body, includeContentLock: true })).body).toMatchObject({
      contentLock: 'false',
    });
  });

  test('compares the age of a handset whose age is known', async () => {
    const body = { ageThreshold: 18, phoneNumber: '+27821234567' };
    await set({ age: 17 });
    expect((await age(body)).body).toMatchObject({ ageCheck: 'false' });
    await set({ age: 18 });
    expect((await age(body)).body).toMatchObject({ ageCheck: 'true' });
    await set({ age: null });
    expect((await age(body)).body).toEqual({ ageCheck: 'not_available' });
  });

  test('requires the number in either the token or the body', async () => {
    expect(await age({ ageThreshold: 18 })).toMatchObject({
      status: 422,
      body: { code: 'MISSING_IDENTIFIER' },
    });
    expect(await age({ ageThreshold: 18, phoneNumber: '+27821234567' }, own)).toMatchObject({
      status: 422,
      body: { code: 'UNNECESSARY_IDENTIFIER' },
    });
    expect((await age({ ageThreshold: 18 }, own)).status).toBe(200);
    expect(await age({ ageThreshold: 18, phoneNumber: '+346661113334' })).toMatchObject({
      status: 404,
      body: { code: 'IDENTIFIER_NOT_FOUND' },
    });
  });

  test.each([-1, 121])('answers an ageThreshold of %d as out of range', async (ageThreshold) =>
    expect(await age({ ageThreshold, phoneNumber: '+27821234567' })).toMatchObject({
      status: 400,
      body: { code: 'OUT_OF_RANGE' },
    }),
  );

  test.each([
    { ageThreshold: 1.5 },
    { ageThreshold: '18' },
    { ageThreshold: 18, birthdate: '1978-13-01' },
    { ageThreshold: 18, email: 'x' },
  ])('refuses the body %j', async (body) =>
    expect(await age({ ...body, phoneNumber: '+27821234567' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_ARGUMENT' },
    }),
  );
});

// A recycled number never inherits data.
describe('number recycling', () => {
  const check = (body: object, token = twoLegged) =>
    carrier.call('POST', '/number-recycling/v0.2/check', { token, body });
  const clock = (now: string) => carrier.call('POST', '/test/clock', { body: { now } });

  test('is true for days before the number went to another subscriber', async () => {
    await clock('2026-11-20T10:00:00Z');
    const phoneNumber = '+27821230077';
    const asked = async (specifiedDate: string) =>
      (await check({ phoneNumber, specifiedDate })).body;
    expect(await asked('2026-01-01')).toEqual({ phoneNumberRecycled: false });
    // 22:30 UTC is the next day in South Africa.
    await clock('2026-11-20T22:30:00Z');
    await carrier.call('POST', '/sim/handsets/27821230077/recycle');
    expect(await asked('2026-11-20')).toEqual({ phoneNumberRecycled: true });
    expect(await asked('2026-11-21')).toEqual({ phoneNumberRecycled: false });
    const spoken = await carrier.token({ msisdn: '27821230077' });
    expect((await check({ specifiedDate: '2026-11-20' }, spoken)).body).toEqual({
      phoneNumberRecycled: true,
    });
  });

  test('requires one number of this network and refuses future days', async () => {
    await clock('2026-11-20T10:00:00Z');
    const specifiedDate = '2026-11-20';
    expect(await check({ specifiedDate })).toMatchObject({
      status: 422,
      body: { code: 'MISSING_IDENTIFIER' },
    });
    expect(await check({ specifiedDate, phoneNumber: '+27821234567' }, own)).toMatchObject({
      status: 422,
      body: { code: 'UNNECESSARY_IDENTIFIER' },
    });
    expect(await check({ specifiedDate, phoneNumber: '+346661113334' })).toMatchObject({
      status: 404,
      body: { code: 'IDENTIFIER_NOT_FOUND' },
    });
    await carrier.call('PUT', '/sim/handsets/27821230078', { body: { on_network: false } });
    expect(await check({ specifiedDate, phoneNumber: '+27821230078' })).toMatchObject({
      status: 404,
      body: { code: 'IDENTIFIER_NOT_FOUND' },
    });
    const tomorrow = { specifiedDate: '2026-11-21', phoneNumber: '+27821234567' };
    expect(await check(tomorrow)).toMatchObject({ status: 400, body: { code: 'OUT_OF_RANGE' } });
  });

  test.each([
    {},
    { specifiedDate: '2026-02-30' },
    { specifiedDate: '20261120' },
    { specifiedDate: 5 },
    { specifiedDate: '2026-11-20', phoneNumber: '082' },
  ])('refuses the body %j', async (body) =>
    expect(await check({ phoneNumber: '+27821234567', ...body })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_ARGUMENT' },
    }),
  );
});

// Which numbers are served, and by which operations.
describe('a number that is not served', () => {
  const CALLS = {
    'age verification': (phoneNumber: string) => age({ ageThreshold: 18, phoneNumber }),
    'number recycling': (phoneNumber: string) =>
      carrier.call('POST', '/number-recycling/v0.2/check', {
        token: twoLegged,
        body: { phoneNumber, specifiedDate: '2020-01-01' },
      }),
    'a payment': (phoneNumber: string) =>
      carrier.call('POST', '/carrier-billing/v0.5/payments', {
        token: twoLegged,
        body: payment({ phoneNumber }),
      }),
    'a prepared payment': (phoneNumber: string) =>
      carrier.call('POST', '/carrier-billing/v0.5/payments/prepare', {
        token: twoLegged,
        body: payment({ phoneNumber }),
      }),
  };

  test.each(Object.entries(CALLS))(
    'is refused by %s: a landline, a foreign number and one that has left',
    async (_what, ask) => {
      await carrier.call('PUT', '/sim/handsets/27821239999', { body: { on_network: false } });
      for (const number of ['+27110000000', '+27911234567', '+27821239999'])
        expect(await ask(number)).toMatchObject({
          status: 404,
          body: { status: 404, code: 'IDENTIFIER_NOT_FOUND' },
        });
    },
  );

  test.each(Object.entries(CALLS))('is refused by %s for a machine line', async (_what, ask) => {
    await carrier.call('PUT', '/sim/handsets/27821238888', { body: { machine_line: true } });
    expect(await ask('+27821238888')).toMatchObject({
      status: 422,
      body: { status: 422, code: 'SERVICE_NOT_APPLICABLE' },
    });
  });

  test('depends on the configured ranges of the network', async () => {
    const small = await startCarrier({ ranges: { mobile: ['2782'], landline: ['2710'] } });
    const token = await small.token();
    const send = (phoneNumber: string) =>
      small.call('POST', '/one-time-password-sms/v1/send-code', {
        token,
        body: { phoneNumber, message: '{{code}}' },
      });
    expect([
      (await send('+27821234567')).status,
      (await send('+27831234567')).status,
      (await send('+27101234567')).status,
    ]).toEqual([200, 404, 403]);
    expect((await small.call('GET', '/sim/handsets/27831234567')).body).toMatchObject({
      on_network: false,
    });
    await small.sim.close();
  });
});
