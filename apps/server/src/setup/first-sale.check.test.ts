// What check-config says before the first sale.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestProduct, type TestProduct } from '../app.test-kit.ts';
import { firstSaleProblems } from './first-sale.check.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct();
});
afterAll(() => product.close());

const problems = () => firstSaleProblems(product.open.db, product.clock.now());

it('a catalogue without anything to watch is a warning that says what to publish', async () => {
  expect(await problems()).toEqual([
    {
      level: 'warning',
      name: 'catalogue',
      says: expect.stringMatching(/nobody can subscribe: publish a video/),
    },
  ]);
  await product.openForSale();
  expect(await problems()).toEqual([]);
});
