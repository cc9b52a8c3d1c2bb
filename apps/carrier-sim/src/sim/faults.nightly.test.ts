import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Carrier,
  payment,
  sinkAt,
  startCarrier,
  startService,
  until,
} from '../carrier-sim.test-kit.ts';
import { FAULT_OPERATIONS, REFUSALS } from './fault-operations.ts';

let carrier: Carrier;
let token: string;
let own: string;
let bySim: string;
let next = 0;
beforeAll(async () => {
  carrier = await startCarrier();
  token = await carrier.token();
  own = await carrier.token({ msisdn: '27860000000' });
  bySim = await carrier.simToken('27860000000');
});
afterAll(() => carrier.sim.close());
beforeEach(async () => {
  await carrier.call('DELETE', '/sim/faults');
});

const newNumber = () => `2786000${String(++next).padStart(4, '0')}`;
const fault = (body: object) => carrier.call('POST', '/sim/faults', { body });
const pay = (msisdn: string, more: object = {}) =>
  carrier.call('POST', '/carrier-billing/v0.5/payments', {
    token,
    body: payment({ phoneNumber: `+${msisdn}`, ...more }),
  });
const airtime = async (msisdn: string) =>
  (await carrier.call('GET', `/sim/handsets/${msisdn}`)).body.airtime;
const charges = async (msisdn: string) =>
  (await carrier.call('GET', `/sim/charges?msisdn=${msisdn}`)).body;

async function made(step: 'payments' | 'payments/prepare') {
  const body = payment({ phoneNumber: '+27860000000' });
  return (await carrier.call('POST', `/carrier-billing/v0.5/${step}`, { token, body })).body
    .paymentId;
}

/** One successful call of each operation. */
const calls: Record<string, () => Promise<{ status: number; body: { code: string } }>> = {
  'send-code': () =>
    carrier.call('POST', '/one-time-password-sms/v1/send-code', {
      token,
      body: { phoneNumber: '+27860000000', message: '{{code}}' },
    }),
  'validate-code': () =>
    carrier.call('POST', '/one-time-password-sms/v1/validate-code', {
      token,
      body: { authenticationId: 'x', code: '1' },
    }),
  charge: () => pay('27860000000'),
  refund: async () => {
    const body = {
      type: 'total',
      amountTransaction: { referenceCode: crypto.randomUUID(), refundAmount: {} },
    };
    return carrier.call(
      'POST',
      `/carrier-billing-refund/v0.3/payments/${await made('payments')}/refunds`,
      { token, body },
    );
  },
  'verify-number': () =>
    carrier.call('GET', '/number-verification/v2/device-phone-number', { token: bySim }),
  'content-lock': () =>
    carrier.call('POST', '/kyc-age-verification/v0.2/verify', {
      token,
      body: { ageThreshold: 1, phoneNumber: '+27860000000' },
    }),
  'send-message': () =>
    carrier.call('POST', '/messages/v1/messages', {
      token,
      body: { to: '+27860000000', text: 'x', clientReference: crypto.randomUUID() },
    }),
  'confirm-charge': async () => {
    const path = `/carrier-billing/v0.5/payments/${await made('payments/prepare')}/confirm`;
    return carrier.call('POST', path, { token, body: { phoneNumber: '+27860000000' } });
  },
  'cancel-charge': async () => {
    const path = `/carrier-billing/v0.5/payments/${await made('payments/prepare')}/cancel`;
    return carrier.call('POST', path, { token, body: { phoneNumber: '+27860000000' } });
  },
  'look-up': async () =>
    carrier.call('GET', `/carrier-billing/v0.5/payments/${await made('payments')}`, { token }),
  'list-payments': () => carrier.call('GET', '/carrier-billing/v0.5/payments', { token: own }),
  list: () => carrier.call('GET', '/carrier-billing/v0.5/payments', { token }),
  'number-recycling': () =>
    carrier.call('POST', '/number-recycling/v0.2/check', {
      token,
      body: { phoneNumber: '+27860000000', specifiedDate: '2020-01-01' },
    }),
  'list-refunds': async () =>
    carrier.call('GET', `/carrier-billing-refund/v0.3/payments/${await made('payments')}/refunds`, {
      token,
    }),
};

describe('faults', () => {
  test.each(Object.keys(calls))(
    'make %s refuse by each of its named errors, fail with a 503, and work again',
    async (operation) => {
      const call = calls[operation] ?? (() => Promise.reject(new Error('no call')));
      await carrier.call('PUT', '/sim/handsets/27860000000', { body: { airtime: '1000.00' } });
      for (const code of REFUSALS[operation as keyof typeof REFUSALS]) {
        await fault({ operation, kind: 'refuse', code });
        expect((await call()).body.code).toBe(code);
      }
      await fault({ operation, kind: 'error', times: 2 });
      expect(await call()).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
      expect(await call()).toMatchObject({ status: 503 });
      expect((await carrier.call('GET', '/sim/faults')).body).toEqual({ faults: [] });
      expect((await call()).status).toBeLessThan(operation === 'validate-code' ? 405 : 300);
    },
  );

  test('list a refused charge as denied and take nothing', async () => {
    const msisdn = newNumber();
    await fault({ operation: 'charge', kind: 'refuse' });
    expect(await pay(msisdn)).toMatchObject({
      status: 403,
      body: { code: 'CARRIER_BILLING.PAYMENT_DENIED' },
    });
    expect([await airtime(msisdn), (await charges(msisdn))[0].status]).toEqual(['50.00', 'denied']);
  });

  test('drop the connection with nothing done (timeout-before) or with all done (timeout-after)', async () => {
    const [before, after] = [newNumber(), newNumber()];
    await fault({ operation: 'charge', kind: 'timeout-before' });
    await fault({ operation: 'charge', kind: 'timeout-after' });
    await expect(pay(before)).rejects.toThrow();
    await expect(pay(after)).rejects.toThrow();
    expect([await airtime(before), await charges(before)]).toEqual(['50.00', []]);
    expect([await airtime(after), (await charges(after))[0].status]).toEqual([
      '45.00',
      'succeeded',
    ]);
  });

  test('lose a refusal as well (timeout-after)', async () => {
    const msisdn = newNumber();
    await carrier.call('PUT', `/sim/handsets/${msisdn}`, { body: { airtime: '0.00' } });
    await fault({ operation: 'charge', kind: 'timeout-after' });
    await expect(pay(msisdn)).rejects.toThrow();
    expect((await charges(msisdn))[0].status).toBe('denied');
  });

  test('delay a slow answer and no other', async () => {
    const [slow, other] = [newNumber(), newNumber()];
    await fault({ operation: 'charge', kind: 'slow' });
    const order: string[] = [];
    const late = pay(slow).then((reply) => order.push(`slow ${reply.status}`));
    await until(async () => (await charges(slow)).length === 1);
    await pay(other).then((reply) => order.push(`other ${reply.status}`));
    await late;
    expect(order).toEqual(['other 201', 'slow 201']);
  });

  test('pay a refund once, whether it is dropped or notified twice, and nothing when it is refused', async () => {
    const service = await startService();
    const msisdn = newNumber();
    await carrier.call('PUT', `/sim/handsets/${msisdn}`, { body: { airtime: '100.00' } });
    const refund = async () => {
      const { paymentId } = (await pay(msisdn)).body;
      const body = {
        type: 'total',
        amountTransaction: { referenceCode: crypto.randomUUID(), refundAmount: {} },
        ...sinkAt(service.url),
      };
      return carrier.call('POST', `/carrier-billing-refund/v0.3/payments/${paymentId}/refunds`, {
        token,
        body,
      });
    };
    await fault({ operation: 'refund', kind: 'refuse' });
    expect((await refund()).body.code).toBe('CARRIER_BILLING_REFUND.REFUND_DENIED');
    await fault({ operation: 'refund', kind: 'timeout-before' });
    await expect(refund()).rejects.toThrow();
    expect([await airtime(msisdn), service.received.length]).toEqual(['90.00', 0]);
    await fault({ operation: 'refund', kind: 'timeout-after' });
    await expect(refund()).rejects.toThrow();
    await fault({ operation: 'refund', kind: 'slow' });
    expect((await refund()).status).toBe(201);
    await fault({ operation: 'refund', kind: 'duplicate-notification' });
    expect((await refund()).status).toBe(201);
    await until(() => service.received.length === 4);
    expect(await airtime(msisdn)).toBe('90.00');
    expect(new Set(service.received.map(({ body }) => body.id)).size).toBe(3);
    await service.close();
  });

  test('send the same event twice (duplicate-notification)', async () => {
    const service = await startService();
    await fault({ operation: 'charge', kind: 'duplicate-notification' });
    expect((await pay(newNumber(), { sink: sinkAt(service.url) })).status).toBe(201);
    await until(() => service.received.length === 2);
    expect(service.received[0]?.body.id).toBe(service.received[1]?.body.id);
    await service.close();
  });

  test('of the operation list affect only listings of all payments of a client', async () => {
    await fault({ operation: 'list', kind: 'error' });
    const list = (shown: string) =>
      carrier.call('GET', '/carrier-billing/v0.5/payments', { token: shown });
    expect((await list(own)).status).toBe(200);
    expect((await list(token)).status).toBe(503);
  });

  test('are not used up by an invalid request', async () => {
    await fault({ operation: 'charge', kind: 'error' });
    await carrier.call('POST', '/carrier-billing/v0.5/payments', { token, body: {} });
    expect((await carrier.call('GET', '/sim/faults')).body).toEqual({
      faults: [{ operation: 'charge', kind: 'error', times: 1 }],
    });
  });

  test('can affect the token endpoint', async () => {
    await fault({ operation: 'token', kind: 'error' });
    await expect(carrier.token()).rejects.toThrow('temporarily_unavailable');
  });

  test('can be cleared for one operation', async () => {
    await fault({ operation: 'charge', kind: 'error' });
    await fault({ operation: 'refund', kind: 'error' });
    expect((await carrier.call('DELETE', '/sim/faults?operation=charge')).status).toBe(204);
    expect((await carrier.call('GET', '/sim/faults')).body.faults).toMatchObject([
      { operation: 'refund' },
    ]);
  });

  test.each([
    {},
    { operation: 'nothing', kind: 'error' },
    { operation: 'charge', kind: 'nothing' },
    { operation: 'charge', kind: 'error', times: 0 },
    { operation: 'charge', kind: 'error', times: 1.5 },
    { operation: 'charge', kind: 'error', more: 1 },
    { operation: 'send-code', kind: 'duplicate-notification' },
    { operation: 'charge', kind: 'error', code: 'INVALID_ARGUMENT' },
    { operation: 'charge', kind: 'refuse', code: 'NOT_FOUND' },
    { operation: 'confirm-charge', kind: 'late-notification' },
    { operation: 'send-code', kind: 'lost-notification' },
    { operation: 'charge', kind: 'late-notification', code: 'TOO_MANY_REQUESTS' },
    { operation: 'refund', kind: 'lost-notification', code: 'CARRIER_BILLING.PAYMENT_DENIED' },
    { operation: 'list-payments', kind: 'wrong-entries' },
    { operation: 'list', kind: 'wrong-entries', code: 'TOO_MANY_REQUESTS' },
    { operation: 'list', kind: 'duplicate-notification' },
  ])('that are impossible are refused: %j', async (body) => {
    expect(await fault(body)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_ARGUMENT', description: expect.any(String) },
    });
  });

  test('have a refusal for every operation', () =>
    expect(FAULT_OPERATIONS.every((operation) => REFUSALS[operation].length > 0)).toBe(true));
});
