// S1 S7: a package that is no longer offered keeps its holders, and gets no new ones.

import {
  createTestProduct,
  freshNumber,
  type TestProduct,
  toAccept,
  type Visitor,
} from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subscribe } from '../messaging/messages.test-kit.ts';
import type { MadeBy } from '../packages/package.service.ts';

const MADE: MadeBy = { by: 'Thandi', reason: 'A test', record: async () => undefined };
const FAMILY = { id: 'family-weekly', name: 'Family', words: '', period: 'week' };
const KEY = 'family';

let product: TestProduct;
let holder: Awaited<ReturnType<typeof subscribe>>;
/** A stranger with a code for the package, sent before its end. */
let stranger: { visitor: Visitor; press: Record<string, unknown> };
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  const { service } = product.app.packages;
  await service.start();
  const first = { amount: 1500, serviceKeys: { karoo: KEY }, trialDays: 0, offered: true };
  await service.make(FAMILY, first, MADE);
  holder = await subscribe(product, KEY);
  const visitor = product.visitor();
  stranger = { visitor, press: await toAccept(product, visitor, freshNumber(), { key: KEY }) };
  product.clock.by(1);
  await service.change(FAMILY.id, { amount: 1500, offered: false }, MADE);
});
afterAll(() => product.close());

const refused = { status: 400, body: { code: 'unknown_service_key' } };

describe('a package that is no longer offered', () => {
  it('signs its holder in on a new phone by the key that the status check names', async () => {
    const phone = product.visitor();
    const { msisdn } = holder;
    const { body } = await phone.call('statusCheck', { transaction_id: 'look', msisdn });
    expect(body).toMatchObject({ code: 'ACTIVE', packages: [{ service_key: KEY }] });
    const press = await toAccept(product, phone, msisdn, { key: KEY });
    expect((await phone.call('subscribe', press)).body).toMatchObject({
      status: 'success',
      outcome: 'signed_in',
    });
  });

  it('is subscribed to by nobody, also not with a code of before', async () => {
    const { carrier } = product;
    const [visitor, msisdn] = [product.visitor(), freshNumber()];
    const asked = await visitor.call('statusCheck', {
      transaction_id: 'new',
      msisdn,
      service_key: KEY,
    });
    expect(asked).toMatchObject(refused);
    expect(carrier.codeOf(msisdn)).toBe('');
    expect(await stranger.visitor.call('subscribe', stranger.press)).toMatchObject(refused);
    const other = await subscribe(product, 'demo-weekly');
    for (const at_once of [false, true])
      expect(
        await other.visitor.call('changePackage', { service_key: KEY, at_once }),
      ).toMatchObject(refused);
  });

  it('is listed where another follows it, and taken back by its holder', async () => {
    const { visitor } = holder;
    const listed = async () =>
      ((await visitor.call('account')).body.packages as { package_id: string }[]).find(
        ({ package_id }) => package_id === FAMILY.id,
      );
    expect(await listed()).toBeUndefined();
    await visitor.call('changePackage', { service_key: 'demo-daily' });
    expect(await listed()).toMatchObject({ service_key: KEY, price: '15.00', effect: 'renewal' });
    const back = await visitor.call('changePackage', { service_key: KEY, price: '15.00' });
    expect(back.body).toMatchObject({ outcome: 'kept', next_package: null });
    expect(await listed()).toBeUndefined();
  });
});
