import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestProduct, type TestProduct, toAccept } from '@bonisa/server/app.test-kit';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refuseMissingCarriers } from './carriers-in-use.ts';

const OF_VULA = '27619497201';

describe('a start without a carrier that is still needed', () => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await createTestProduct({}, undefined, { twoCarriers: true });
  });
  afterAll(() => product.close());
  const startWith = (...ids: string[]) => refuseMissingCarriers(product.open.db, ids);

  it('is allowed while the carrier has nothing open', async () => {
    await expect(startWith('karoo')).resolves.toBeUndefined();
  });

  it('is refused by the name of the carrier and of what it is needed for', async () => {
    const visitor = product.visitor();
    await visitor.call('subscribe', await toAccept(product, visitor, OF_VULA));
    await startWith('karoo', 'vula');
    await expect(startWith('karoo')).rejects.toThrow(
      'CARRIERS: the carrier vula is not configured, but the database has running subscriptions of it; configure it again, with "acceptsSignups": false if it takes no new subscriptions',
    );
  });

  it('names charges and refunds without an outcome, and every missing carrier', async () => {
    product.carrier.next('charge', async () => ({ outcome: 'unknown', cause: 'timed_out' }));
    await product.advance(86_400 + 60);
    const refusal = await startWith('other').catch((error: Error) => error.message);
    expect(refusal).toMatch(/^CARRIERS: the carrier vula is not configured, .*charges without an/);
    await product.rows("update charges set lookup_at = null, carrier_id = 'gone'");
    await product.rows(
      "insert into refunds (id, charge_id, carrier_id, reference, amount, vat, state, why, created_at, lookup_at, lookups) select gen_random_uuid(), id, 'gone', 'r-1', 1, 0, 'intended', 'test', created_at, created_at, 0 from charges",
    );
    await expect(startWith('karoo', 'vula')).rejects.toThrow(
      /^CARRIERS: the carrier gone is not configured, but the database has refunds without an outcome/,
    );
  });
});

describe('a carrier that accepts no sign-ups', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bonisa-closed-carrier-'));
  let product: TestProduct;
  const write = async (acceptsSignups: boolean): Promise<string> => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const file = join(folder, `${acceptsSignups}.json`);
    const carrier = {
      id: 'karoo',
      name: 'Karoo',
      url: 'https://karoo.example',
      tokenUrl: 'https://karoo.example/token',
      clientId: 'us',
      key: await exportJWK(privateKey),
      inboundToken: 'the-token-by-which-we-know-karoo-again',
      serviceKeys: { daily: 'demo-daily', weekly: 'demo-weekly', monthly: 'demo-monthly' },
      sharePercent: 30,
      acceptsSignups,
    };
    writeFileSync(file, JSON.stringify([carrier]));
    return file;
  };
  beforeAll(async () => {
    product = await createTestProduct({ CARRIERS: await write(true) });
  });
  afterAll(async () => {
    await product.close();
    rmSync(folder, { recursive: true });
  });

  it('keeps its subscribers, who sign in and are charged, and takes no new ones', async () => {
    const { open, carrier, clock } = product;
    const subscribed = '27829990101';
    const before = product.visitor();
    const undecided = '27829990102';
    await before.call('subscribe', await toAccept(product, before, subscribed));
    const late = product.visitor();
    const accept = await toAccept(product, late, undecided);

    const closed = await createTestProduct({ CARRIERS: await write(false) }, open, {
      clock,
      carrier,
    });
    const fresh = await closed.visitor().call('statusCheck', {
      transaction_id: 'closed-1',
      msisdn: '27829990103',
      service_key: 'demo-daily',
    });
    expect([fresh.status, fresh.body.code]).toEqual([409, 'signups_closed']);
    expect(carrier.codeOf('27829990103')).toBe('');

    const visitor = closed.visitor();
    for (const [name, value] of late.cookies) visitor.cookies.set(name, value);
    expect((await visitor.call('subscribe', accept)).body).toMatchObject({
      status: 'failed',
      outcome: 'signups_closed',
    });

    const back = closed.visitor();
    const again = await back.call('subscribe', await toAccept(closed, back, subscribed));
    expect(again.body).toMatchObject({ status: 'success', outcome: 'signed_in' });
    await closed.advance(86_400 + 60);
    expect(carrier.calls('charge')).toHaveLength(1);
    await closed.close();
  });
});
