// E1: another price at one carrier is a package of its own that only this carrier sells.

import {
  createTestProduct,
  freshNumber,
  type TestProduct,
  toAccept,
} from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MadeBy } from '../packages/package.service.ts';

const MADE: MadeBy = { by: 'Thandi', reason: 'A test', record: async () => undefined };
const SHARED = 'p-grtv-weekly-c-01';
const OF_VULA = '27619497201';
const KEY = 'vula-week';

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' }, undefined, { twoCarriers: true });
  const { service } = product.app.packages;
  await service.start();
  const own = { id: 'vula-weekly', name: 'Week of Vula', words: '', period: 'week' };
  await service.make(own, { amount: 900, serviceKeys: { vula: KEY } }, MADE);
  product.clock.by(1);
  await service.change(SHARED, { amount: 1000, serviceKeys: { vula: '' } }, MADE);
});
afterAll(() => product.close());

async function weekly(msisdn: string): Promise<string[][]> {
  const look = { transaction_id: `look ${msisdn}`, msisdn };
  const { body } = await product.visitor().call('statusCheck', look);
  return (body.packages as Record<string, string>[])
    .filter(({ service_period }) => service_period === 'week')
    .map(({ name = '', price = '' }) => [name, price]);
}

it('is offered to numbers of that carrier in the place of the shared package, and to no others', async () => {
  expect(await weekly(OF_VULA)).toEqual([['Week of Vula', '9.00']]);
  expect(await weekly(freshNumber())).toEqual([['Weekly', '10.00']]);
});

it('is accepted at that carrier, and refused to a number of another one before it is charged', async () => {
  const accept = async (msisdn: string) => {
    const visitor = product.visitor();
    const press = await toAccept(product, visitor, msisdn, { key: KEY });
    return (await visitor.call('subscribe', press)).body;
  };
  expect(await accept(OF_VULA)).toMatchObject({ status: 'success', outcome: 'subscribed' });
  expect(await accept(freshNumber())).toMatchObject({ outcome: 'signups_closed' });
  expect(await product.rows('select 1 from subscriptions')).toHaveLength(1);
});
