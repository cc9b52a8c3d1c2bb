import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Carrier, startCarrier } from '../carrier-sim.test-kit.ts';

let carrier: Carrier;
let token: string;
let next = 0;
beforeAll(async () => {
  carrier = await startCarrier();
  token = await carrier.token();
});
afterAll(() => carrier.sim.close());

const newNumber = () => `2782000${String(next++).padStart(4, '0')}`;

async function send(msisdn: string, headers: Record<string, string> = {}) {
  const body = { phoneNumber: `+${msisdn}`, message: 'Your Bonisa OTP is {{code}}. {{code}}!' };
  const reply = await carrier.call('POST', '/one-time-password-sms/v1/send-code', {
    token,
    body,
    headers,
  });
  const [message] = (await carrier.call('GET', `/sim/handsets/${msisdn}/messages`)).body;
  return { id: reply.body.authenticationId, code: /\d{4}/.exec(message.text)?.[0] ?? '', message };
}

const validate = (authenticationId: string, code: string) =>
  carrier.call('POST', '/one-time-password-sms/v1/validate-code', {
    token,
    body: { authenticationId, code },
  });
const wrong = (code: string) => (code === '0000' ? '0001' : '0000');

describe('one-time passwords', () => {
  test('replace the label in the message by a code of four digits', async () => {
    const { code, message } = await send(newNumber());
    expect(message).toMatchObject({ from: '45111', text: `Your Bonisa OTP is ${code}. ${code}!` });
    expect(code).toMatch(/^\d{4}$/);
  });

  test('prove the number once', async () => {
    const { id, code } = await send(newNumber());
    const good = await validate(id, code);
    expect([good.status, good.body]).toEqual([204, '']);
    expect(await validate(id, code)).toMatchObject({
      status: 400,
      body: { code: 'ONE_TIME_PASSWORD_SMS.VERIFICATION_EXPIRED' },
    });
  });

  test('end after five wrong tries, even for the correct code', async () => {
    const { id, code } = await send(newNumber());
    for (let tries = 0; tries < 5; tries += 1)
      expect(await validate(id, wrong(code))).toMatchObject({
        status: 400,
        body: { code: 'ONE_TIME_PASSWORD_SMS.INVALID_OTP' },
      });
    expect(await validate(id, code)).toMatchObject({
      status: 400,
      body: { code: 'ONE_TIME_PASSWORD_SMS.VERIFICATION_FAILED' },
    });
  });

  test('end when a newer code is sent', async () => {
    const msisdn = newNumber();
    const first = await send(msisdn);
    const second = await send(msisdn);
    expect(await validate(first.id, first.code)).toMatchObject({
      body: { code: 'ONE_TIME_PASSWORD_SMS.VERIFICATION_EXPIRED' },
    });
    expect((await validate(second.id, second.code)).status).toBe(204);
  });

  test('that are sent as concurrent codes end no other, each with its own authenticationId', async () => {
    const msisdn = newNumber();
    const beside = { 'x-concurrent-codes': 'true' };
    const codes = [
      await send(msisdn, beside),
      await send(msisdn, beside),
      await send(msisdn, beside),
    ];
    const [first, second, third] = codes;
    if (!first || !second || !third) throw new Error('three codes were sent');
    for (let tries = 0; tries < 5; tries += 1) await validate(second.id, wrong(second.code));
    expect(await validate(second.id, second.code)).toMatchObject({
      body: { code: 'ONE_TIME_PASSWORD_SMS.VERIFICATION_FAILED' },
    });
    expect([
      (await validate(first.id, first.code)).status,
      (await validate(third.id, third.code)).status,
    ]).toEqual([204, 204]);
    expect(await validate(first.id, first.code)).toMatchObject({
      body: { code: 'ONE_TIME_PASSWORD_SMS.VERIFICATION_EXPIRED' },
    });
  });

  test('are valid for ten minutes', async () => {
    const [early, late] = [await send(newNumber()), await send(newNumber())];
    await carrier.call('POST', '/test/clock', {
      body: { now: new Date(Date.now() + 9.5 * 60_000).toISOString() },
    });
    expect((await validate(early.id, early.code)).status).toBe(204);
    await carrier.call('POST', '/test/clock', {
      body: { now: new Date(Date.now() + 10 * 60_000).toISOString() },
    });
    expect(await validate(late.id, late.code)).toMatchObject({
      body: { code: 'ONE_TIME_PASSWORD_SMS.VERIFICATION_EXPIRED' },
    });
  });

  test('answer 404 for an unknown authenticationId', async () => {
    expect(await validate('nothing', '1234')).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
  });

  test.each([
    [{ phoneNumber: '0821234567', message: '{{code}}' }, 400],
    [{ phoneNumber: '+27821234567', message: 'no label' }, 400],
    [{ phoneNumber: '+27821234567', message: `{{code}}${'x'.repeat(153)}` }, 400],
    [{ phoneNumber: '+27821234567', message: 5 }, 400],
    [{ message: '{{code}}' }, 400],
    [{ phoneNumber: '+346661113334', message: '{{code}}' }, 404],
    [{ phoneNumber: '+27911234567', message: '{{code}}' }, 404],
  ])('refuse the body %j', async (body, status) => {
    expect(
      await carrier.call('POST', '/one-time-password-sms/v1/send-code', { token, body }),
    ).toMatchObject({ status, body: { status } });
  });

  test.each(['+27110000000', '+27215550123', '+27584000000'])(
    'are not sent to the landline %s',
    async (phoneNumber) => {
      const reply = await carrier.call('POST', '/one-time-password-sms/v1/send-code', {
        token,
        body: { phoneNumber, message: '{{code}}' },
      });
      expect(reply).toMatchObject({
        status: 403,
        body: { status: 403, code: 'ONE_TIME_PASSWORD_SMS.PHONE_NUMBER_NOT_ALLOWED' },
      });
    },
  );

  test.each([
    [{ on_network: false }, 404, 'NOT_FOUND'],
    [{ sms_barred: true }, 403, 'ONE_TIME_PASSWORD_SMS.PHONE_NUMBER_BLOCKED'],
  ])('are not sent to a handset with %j', async (handset, status, code) => {
    const msisdn = newNumber();
    await carrier.call('PUT', `/sim/handsets/${msisdn}`, { body: handset });
    const body = { phoneNumber: `+${msisdn}`, message: '{{code}}' };
    const reply = await carrier.call('POST', '/one-time-password-sms/v1/send-code', {
      token,
      body,
    });
    expect(reply).toMatchObject({ status, body: { status, code } });
    expect((await carrier.call('GET', `/sim/handsets/${msisdn}/messages`)).body).toEqual([]);
  });

  test('are sent to every mobile number of the country', async () => {
    for (const phoneNumber of ['+27600000000', '+27711234567', '+27829999999', '+27871110000']) {
      const reply = await carrier.call('POST', '/one-time-password-sms/v1/send-code', {
        token,
        body: { phoneNumber, message: '{{code}}' },
      });
      expect(reply.status).toBe(200);
    }
  });

  test.each([
    { authenticationId: 'x'.repeat(37), code: '1234' },
    { authenticationId: 'x', code: '12345678901' },
    {},
  ])('ignore the property %j', async (body) => {
    expect(
      (await carrier.call('POST', '/one-time-password-sms/v1/validate-code', { token, body }))
        .status,
    ).toBe(400);
  });

  test("are not sent to another number than the token's subscriber", async () => {
    const own = await carrier.token({ msisdn: '27821110000' });
    const body = { phoneNumber: '+27821110001', message: '{{code}}' };
    expect(
      (await carrier.call('POST', '/one-time-password-sms/v1/send-code', { token: own, body }))
        .status,
    ).toBe(403);
  });
});
