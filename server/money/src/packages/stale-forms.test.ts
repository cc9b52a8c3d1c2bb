// Two people change one package: a form that began before the other's change ends nothing of it.

import {
  ask,
  createPerson,
  createSession,
  type TestSession,
} from '@bonisa/backoffice/staff/staff.test-kit';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';

const WEEKLY = 'p-grtv-weekly-c-01';
const PACKAGES = '/studio/api/packages';
const DAY_MS = 86_400_000;

interface ShownPrice {
  readonly id: string;
  readonly amount: string;
  readonly service_keys: Readonly<Record<string, string>>;
  readonly state: string;
}

let product: TestProduct;
let studio: FastifyInstance;
let session: TestSession;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  await product.app.packages.service.start();
  studio = await product.studio();
  session = await createSession(product, await createPerson(product, ['administrator']));
});
afterAll(() => product.close());

const post = (path: string, body: object) =>
  ask(studio, `${PACKAGES}/${path}`, { ...session, body });
const change = (price: object, more: object) =>
  post(`${WEEKLY}/prices`, { price, reason: 'A test', ...more });
const preview = (price: object, more: object) => post('preview', { key: WEEKLY, price, ...more });
const rename = (name: string, words: string, seen?: object) =>
  post(`${WEEKLY}/name`, { name, words, seen, reason: 'A test' });
const inDays = (days: number) =>
  new Date(product.clock.now().getTime() + days * DAY_MS).toISOString();

async function shown(): Promise<{ name: string; words: string; prices: ShownPrice[] }> {
  const { body } = await ask(studio, PACKAGES, session);
  return body.data.find(({ key }: { key: string }) => key === WEEKLY);
}
async function newest(): Promise<ShownPrice> {
  const { prices } = await shown();
  return prices.find(({ state }) => state !== 'withdrawn') as ShownPrice;
}

it('a price from a form that is older than the newest price is refused, which stays', async () => {
  const after = (await newest()).id;
  const theirs = { amount: '12.00', service_keys: { karoo: 'w12' }, valid_from: inDays(17) };
  expect((await change(theirs, { after })).status).toBe(200);
  const stale = { amount: '10.00', trial_days: 0, valid_from: inDays(34) };
  for (const refused of [await preview(stale, { after }), await change(stale, { after })]) {
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    expect(refused.body.fields).toMatchObject([{ field: 'after' }]);
  }
  const now = await newest();
  expect(now).toMatchObject({ amount: '12.00', service_keys: { karoo: 'w12' }, state: 'planned' });
  const fresh = { after: now.id };
  expect((await preview(stale, fresh)).body.problems).toEqual([]);
  expect((await change({ ...stale, amount: '12.00' }, fresh)).status).toBe(200);
  expect(await newest()).toMatchObject({ amount: '12.00', service_keys: { karoo: 'w12' } });
});

it('a price is also refused where the one that its form began from was withdrawn', async () => {
  const { id } = await newest();
  await post(`prices/${id}/withdraw`, { reason: 'A test' });
  const price = { amount: '13.00', valid_from: inDays(40) };
  expect((await change(price, { after: id })).body.code).toBe('conflict');
  // A form that saw no price at all.
  expect((await change(price, { after: null })).body.code).toBe('conflict');
  expect((await change(price, { after: 'weekly' })).status).toBe(400);
  // A program that does not say what it saw.
  expect((await change(price, {})).status).toBe(200);
});

it('of two prices from one form at the same time one is made', async () => {
  const after = (await newest()).id;
  const made = await Promise.all(
    [50, 60].map((days) => change({ amount: '14.00', valid_from: inDays(days) }, { after })),
  );
  expect(made.map(({ status }) => status).sort()).toEqual([200, 409]);
});

it('a line from a form that began before another name is refused, and the name stays', async () => {
  const { name, words } = await shown();
  const seen = { name, words };
  expect((await rename('Week Pass', words, seen)).status).toBe(200);
  const refused = await rename(name, 'Seven days', seen);
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
  expect(refused.body.description).toContain('Week Pass');
  expect(await shown()).toMatchObject({ name: 'Week Pass', words });
  expect((await rename('Week Pass', 'Seven days', { name: 'Week Pass', words })).status).toBe(200);
  expect((await rename('Week Pass', 'A week', { name: 'Week Pass', words })).status).toBe(409);
  expect(await shown()).toMatchObject({ name: 'Week Pass', words: 'Seven days' });
  // A program that does not say what it saw.
  expect((await rename(name, words)).status).toBe(200);
});
