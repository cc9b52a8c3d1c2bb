// A9 A14 F3 S4: a status check reveals no more about a number than its limits allow.
import { STATUS_CHECK_LIMITS } from '@bonisa/domain/numbers/otp-limits';
import {
  createTestProduct,
  freshNumber,
  type TestProduct,
  toAccept,
  type Visitor,
} from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handsetSends, subscribe } from '../messaging/messages.test-kit.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct({ FRAUD_MODE: 'off', LIMITS: 'off' });
});
afterAll(() => product.close());

/** A number of each kind that answers must not distinguish. */
async function numbers(): Promise<Record<string, string>> {
  const cancelled = await subscribe(product);
  await cancelled.visitor.call('unsubscribe', {});
  const blocked = await subscribe(product);
  await handsetSends(product, blocked.msisdn, 'STOP ALL');
  const locked = freshNumber();
  product.carrier.locked.add(locked);
  const lockedSubscriber = (await subscribe(product)).msisdn;
  product.carrier.locked.add(lockedSubscriber);
  return {
    new: freshNumber(),
    active: (await subscribe(product)).msisdn,
    cancelled: cancelled.msisdn,
    blocked: blocked.msisdn,
    locked,
    lockedSubscriber,
  };
}

const carrierCalls = () =>
  (['contentLock', 'validateCode', 'numberRecycled', 'charge', 'sendCode'] as const).map(
    (name) => product.carrier.calls(name).length,
  );

describe.each(['off', 'enforce'])(
  'a subscribe call without a proven number (FRAUD_MODE=%s)',
  (mode) => {
    it('gets the same answer for every number, whatever its fields, without a call to the carrier', async () => {
      const kinds = await numbers();
      const other = await createTestProduct({ FRAUD_MODE: mode, LIMITS: 'off' }, product.open);
      const bodies: Record<string, unknown>[] = [
        { service_key: 'demo-daily' },
        { service_key: 'demo-monthly', contentblock_override: true },
        {},
        { service_key: 'demo-daily', otp: '1234' },
        { otp: 'abcd' },
        {
          service_key: 'demo-daily',
          free_id: 'p-grtv-daily-c-01-free-day',
          evina_token: 'made up',
        },
        { he_token: 'made up', service_key: 'demo-daily' },
      ];
      for (const body of bodies) {
        const answers = new Map<string, unknown>();
        const before = carrierCalls();
        for (const [kind, msisdn] of Object.entries(kinds)) {
          const { status, body: said } = await other
            .visitor()
            .call('subscribe', { transaction_id: 'asks', msisdn, ...body });
          const { sub_transaction_id: _id, ...rest } = said;
          answers.set(kind, { status, ...rest });
        }
        const [first, ...rest] = [...answers.values()];
        expect(first).toMatchObject({ status: 'failed' });
        expect((first as { outcome: string }).outcome).toMatch(/^otp_/);
        for (const one of rest) expect(one).toEqual(first);
        expect(carrierCalls()).toEqual(before);
        await other.site.ready();
      }
      await other.site.close();
    });

    it('counts as a status check of the number', async () => {
      const msisdn = freshNumber();
      const statuses = new Set<number>();
      for (let turn = 0; turn <= STATUS_CHECK_LIMITS.number.max; turn++) {
        const last = await product
          .visitor()
          .call('subscribe', { transaction_id: 'look', msisdn, service_key: 'demo-daily' });
        statuses.add(last.status);
        if (turn < STATUS_CHECK_LIMITS.number.max) expect(last.status).toBe(200);
        else expect([last.status, last.body.code]).toEqual([429, 'too_many_requests']);
      }
      expect(
        (await product.visitor().call('statusCheck', { transaction_id: 'look', msisdn })).status,
      ).toBe(429);
      product.clock.by(600);
    });
  },
);

describe('a status check', () => {
  const look = (visitor: Visitor, msisdn: string) =>
    visitor.call('statusCheck', { transaction_id: 'look', msisdn });

  it('neither reveals the content lock nor asks the carrier for it', async () => {
    const [locked, free] = [freshNumber(), freshNumber()];
    product.carrier.locked.add(locked);
    const before = carrierCalls();
    const answers = [
      await look(product.visitor(), locked),
      await look(product.visitor(), free),
    ].map(({ body }) => {
      const { sub_transaction_id: _id, ...rest } = body;
      return rest;
    });
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ code: 'NEW', contentBlockStatus: false });
    expect(carrierCalls()).toEqual(before);
  });

  it('reveals the content lock only with the OTP of a chosen package, which is limited like every OTP, or to a proven number', async () => {
    const locked = freshNumber();
    product.carrier.locked.add(locked);
    const visitor = product.visitor();
    const chosen = { transaction_id: 'asks for it', msisdn: locked, service_key: 'demo-daily' };
    expect((await visitor.call('statusCheck', chosen)).body).toMatchObject({
      contentBlockStatus: true,
      otp_sent: true,
    });
    for (let turn = 0; turn < 2; turn++)
      await visitor.call('statusCheck', { ...chosen, unblock_first: true });
    const before = product.carrier.calls('contentLock').length;
    expect((await visitor.call('statusCheck', { ...chosen, unblock_first: true })).body.code).toBe(
      'otp_send_limit',
    );
    expect(product.carrier.calls('contentLock')).toHaveLength(before);

    const onNetwork = product.visitor({ network: locked });
    await onNetwork.call('enrich', { transaction_id: 'look' });
    expect((await look(onNetwork, locked)).body).toMatchObject({
      contentBlockStatus: true,
      number_proven: true,
    });
  });

  it('with unblock_first sends a locked number no OTP before a second request, and any other number one at once', async () => {
    const [locked, free] = [freshNumber(), freshNumber()];
    product.carrier.locked.add(locked);
    const sent = (msisdn: string) =>
      product.carrier
        .calls('sendCode')
        .filter((input) => (input as { msisdn: string }).msisdn === msisdn).length;
    const visitor = product.visitor();
    const first = {
      transaction_id: 'unblocks first',
      msisdn: locked,
      service_key: 'demo-daily',
      unblock_first: true,
    };
    expect((await visitor.call('statusCheck', first)).body).toMatchObject({
      code: 'NEW',
      contentBlockStatus: true,
      otp_sent: false,
      number_proven: false,
    });
    expect(sent(locked)).toBe(0);
    expect(
      (await visitor.call('subscribe', { ...first, unblock_first: undefined, otp: '1234' })).body
        .outcome,
    ).toBe('otp_expired');
    const accept = await toAccept(product, visitor, locked, { transactionId: 'unblocks first' });
    expect(
      (await visitor.call('subscribe', { ...accept, contentblock_override: true })).body.status,
    ).toBe('success');
    const plain = await product.visitor().call('statusCheck', { ...first, msisdn: free });
    expect(plain.body).toMatchObject({ contentBlockStatus: false, otp_sent: true });
    expect(sent(free)).toBe(1);
  });

  it('is limited by visit and by network, so that nobody can try many numbers', async () => {
    const walker = product.visitor();
    let looks = 0;
    for (; looks < 1000 && (await look(walker, freshNumber())).status === 200; looks++);
    expect(looks).toBe(STATUS_CHECK_LIMITS.visit.max);
    const limited = await createTestProduct();
    looks = 0;
    for (; looks < 1000 && (await look(limited.visitor(), freshNumber())).status === 200; looks++);
    expect(looks).toBe(STATUS_CHECK_LIMITS.network.max);
    await limited.close();
  });

  it('by one stranger does not use up the limit of a number for others', async () => {
    const limited = await createTestProduct({ TRUST_PROXY: '127.0.0.1' });
    const from = (address: string) => limited.visitor({ headers: { 'x-forwarded-for': address } });
    const msisdn = freshNumber();
    let looks = 0;
    for (; looks < 100 && (await look(from('203.0.113.1'), msisdn)).status === 200; looks++);
    expect(looks).toBe(STATUS_CHECK_LIMITS.networkAndNumber.max);
    expect((await look(from('203.0.113.2'), msisdn)).status).toBe(200);
    await limited.close();
  });

  it('of a number that sent STOP ALL counts also when a package is named', async () => {
    const { msisdn } = await subscribe(product);
    await handsetSends(product, msisdn, 'STOP ALL');
    const asked = { transaction_id: 'look', msisdn, service_key: 'demo-daily' };
    for (let turn = 0; turn < STATUS_CHECK_LIMITS.number.max; turn++)
      expect((await product.visitor().call('statusCheck', asked)).body.code).toBe('BLOCKED');
    expect((await product.visitor().call('statusCheck', asked)).status).toBe(429);
  });
});
