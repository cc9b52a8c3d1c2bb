import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Carrier, payment, startCarrier } from '../carrier-sim.test-kit.ts';

const BASE = '/carrier-billing/v0.5/payments';
let carrier: Carrier;
let token: string;
let next = 0;
beforeAll(async () => {
  carrier = await startCarrier();
  token = await carrier.token();
});
afterAll(() => carrier.sim.close());

const newNumber = () => `2784000${String(next++).padStart(4, '0')}`;
const airtime = async (msisdn: string) =>
  (await carrier.call('GET', `/sim/handsets/${msisdn}`)).body.airtime;
const status = async (id: string) =>
  (await carrier.call('GET', `${BASE}/${id}`, { token })).body.paymentStatus;
const post = (id: string, step: string, body: object = {}, as = token) =>
  carrier.call('POST', `${BASE}/${id}/${step}`, { token: as, body });

async function prepare(msisdn: string, changes: object = {}) {
  const body = payment({ phoneNumber: `+${msisdn}`, ...changes });
  return carrier.call('POST', `${BASE}/prepare`, { token, body });
}

describe('a payment in two steps', () => {
  test('reserves airtime and takes it at confirmation', async () => {
    const msisdn = newNumber();
    const reply = await prepare(msisdn);
    expect(reply).toMatchObject({ status: 201, body: { paymentStatus: 'reserved' } });
    expect(reply.body).not.toHaveProperty('paymentDate');
    expect(await airtime(msisdn)).toBe('45.00');
    const { paymentId } = reply.body;
    expect(await post(paymentId, 'confirm', { phoneNumber: `+${msisdn}` })).toMatchObject({
      status: 202,
      body: '',
    });
    expect(await status(paymentId)).toBe('succeeded');
    expect(await airtime(msisdn)).toBe('45.00');
    expect((await post(paymentId, 'confirm', { phoneNumber: `+${msisdn}` })).body).toMatchObject({
      status: 409,
      code: 'CARRIER_BILLING.PAYMENT_CONFIRMED',
    });
    expect((await post(paymentId, 'cancel', { phoneNumber: `+${msisdn}` })).body).toMatchObject({
      status: 409,
      code: 'CARRIER_BILLING.PAYMENT_CONFIRMED',
    });
  });

  test('releases the airtime at cancellation', async () => {
    const msisdn = newNumber();
    const { paymentId } = (await prepare(msisdn)).body;
    const phone = { phoneNumber: `+${msisdn}` };
    expect((await post(paymentId, 'cancel', phone)).status).toBe(202);
    expect([await status(paymentId), await airtime(msisdn)]).toEqual(['cancelled', '50.00']);
    expect((await post(paymentId, 'cancel', phone)).body.code).toBe(
      'CARRIER_BILLING.PAYMENT_CANCELLED',
    );
    expect((await post(paymentId, 'confirm', phone)).body.code).toBe(
      'CARRIER_BILLING.PAYMENT_CANCELLED',
    );
    expect(await airtime(msisdn)).toBe('50.00');
  });

  test('expires after fifteen minutes', async () => {
    const msisdn = newNumber();
    const { paymentId } = (await prepare(msisdn)).body;
    await carrier.call('POST', '/test/clock', {
      body: { now: new Date(Date.now() + 15 * 60_000).toISOString() },
    });
    expect([await airtime(msisdn), await status(paymentId)]).toEqual(['50.00', 'cancelled']);
    await carrier.call('POST', '/test/clock', { body: { now: new Date().toISOString() } });
  });

  test('returns the reservation for a repeated request, and a 400 for other content under its correlator', async () => {
    const msisdn = newNumber();
    const same = { clientCorrelator: `two-${msisdn}`, referenceCode: `ref-${msisdn}` };
    const first = await prepare(msisdn, same);
    expect((await prepare(msisdn, same)).body).toEqual(first.body);
    expect((await prepare(msisdn, { ...same, amount: 6 })).body.code).toBe('INVALID_ARGUMENT');
    expect(await airtime(msisdn)).toBe('45.00');
  });

  test('requires the number of the payment', async () => {
    const msisdn = newNumber();
    const { paymentId } = (await prepare(msisdn)).body;
    const own = await carrier.token({ msisdn });
    expect((await post(paymentId, 'confirm')).body.code).toBe('MISSING_IDENTIFIER');
    expect((await post(paymentId, 'confirm', { phoneNumber: `+${newNumber()}` })).body.code).toBe(
      'IDENTIFIER_NOT_FOUND',
    );
    expect((await post(paymentId, 'cancel', { phoneNumber: `+${msisdn}` }, own)).body.code).toBe(
      'UNNECESSARY_IDENTIFIER',
    );
    expect((await post('nothing', 'confirm', { phoneNumber: `+${msisdn}` })).body.code).toBe(
      'NOT_FOUND',
    );
    expect((await post(paymentId, 'confirm', {}, own)).status).toBe(202);
  });

  test('is denied and releases its airtime when the line was blocked meanwhile', async () => {
    const msisdn = newNumber();
    const { paymentId } = (await prepare(msisdn)).body;
    await carrier.call('PUT', `/sim/handsets/${msisdn}`, { body: { billing_blocked: true } });
    expect(await post(paymentId, 'confirm', { phoneNumber: `+${msisdn}` })).toMatchObject({
      status: 403,
      body: { code: 'CARRIER_BILLING.PAYMENT_DENIED' },
    });
    expect([await status(paymentId), await airtime(msisdn)]).toEqual(['denied', '50.00']);
  });
});

describe('a payment that requires a code', () => {
  async function pending() {
    const msisdn = newNumber();
    await carrier.call('PUT', `/sim/handsets/${msisdn}`, { body: { payment_validation: true } });
    const { paymentId, paymentStatus, validationInfo } = (await prepare(msisdn)).body;
    const [message] = (await carrier.call('GET', `/sim/handsets/${msisdn}/messages`)).body;
    return {
      msisdn,
      paymentId,
      paymentStatus,
      validationInfo,
      text: message.text,
      code: /\d{6}/.exec(message.text)?.[0] ?? '',
    };
  }

  test('is validated by the code from the handset and then confirmed', async () => {
    const { msisdn, paymentId, paymentStatus, validationInfo, text, code } = await pending();
    expect([paymentStatus, validationInfo.action]).toEqual(['pending_validation', 'validate']);
    expect(text).not.toMatch(/otp/i);
    expect((await post(paymentId, 'confirm', { phoneNumber: `+${msisdn}` })).body.code).toBe(
      'CARRIER_BILLING.PAYMENT_DENIED',
    );
    const { authorizationId } = validationInfo;
    expect((await post(paymentId, 'validate', { authorizationId: 'other', code })).body.code).toBe(
      'CARRIER_BILLING.INVALID_AUTHORIZATION_ID',
    );
    expect((await post(paymentId, 'validate', { authorizationId, code: 'x' })).body.code).toBe(
      'CARRIER_BILLING.INVALID_CODE',
    );
    expect(await post(paymentId, 'validate', { authorizationId, code })).toMatchObject({
      status: 204,
    });
    expect((await post(paymentId, 'validate', { authorizationId, code })).body).toMatchObject({
      status: 409,
      code: 'ALREADY_EXISTS',
    });
    expect((await post(paymentId, 'confirm', { phoneNumber: `+${msisdn}` })).status).toBe(202);
    expect(await status(paymentId)).toBe('succeeded');
  });

  test('is denied after five wrong codes', async () => {
    const { msisdn, paymentId, validationInfo, code } = await pending();
    const guess = () =>
      post(paymentId, 'validate', { authorizationId: validationInfo.authorizationId, code: 'x' });
    for (let tries = 0; tries < 4; tries += 1)
      expect((await guess()).body.code).toBe('CARRIER_BILLING.INVALID_CODE');
    expect((await guess()).body.code).toBe('CARRIER_BILLING.VALIDATION_FAILED');
    expect([await status(paymentId), await airtime(msisdn)]).toEqual(['denied', '50.00']);
    // Each further try has the same answer, even with the correct code.
    expect(await guess()).toMatchObject({
      status: 400,
      body: { status: 400, code: 'CARRIER_BILLING.VALIDATION_FAILED' },
    });
    const { authorizationId } = validationInfo;
    expect((await post(paymentId, 'validate', { authorizationId, code })).body.code).toBe(
      'CARRIER_BILLING.VALIDATION_FAILED',
    );
  });
});
