// Interfaces 'Operations': Prometheus sees no increase in a figure's first value, so what calls
// somebody has a figure before its first event.

import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';

let one: TestProduct;
let two: TestProduct;
beforeAll(async () => {
  one = await createTestProduct();
  two = await createTestProduct({}, undefined, { twoCarriers: true });
});
afterAll(() => Promise.all([one.close(), two.close()]));

const figuresOf = async ({ app }: TestProduct, name: string): Promise<string[]> =>
  (await app.metrics.registry.metrics()).split('\n').filter((line) => line.startsWith(`${name}{`));

it('counts permits of each carrier from 0', async () => {
  for (const name of ['bonisa_carrier_pace_granted_total', 'bonisa_carrier_pace_refused_total'])
    expect(await figuresOf(two, name)).toEqual(
      ['karoo', 'vula'].flatMap((carrier) =>
        ['work', 'person'].map((to) => `${name}{carrier="${carrier}",to="${to}"} 0`),
      ),
    );
});

it('counts what each of several carriers sends about numbers of others from 0', async () => {
  const name = 'bonisa_number_claims_doubted_total';
  expect(await figuresOf(one, name)).toEqual([]);
  const figures = await figuresOf(two, name);
  expect(figures).toHaveLength(2 * 3 * 3);
  for (const labels of [
    'carrier="karoo",kind="message",verdict="rejected"',
    'carrier="vula",kind="enrichment",verdict="undecided"',
  ])
    expect(figures).toContain(`${name}{${labels}} 0`);
});
