// Clocks: what a product does while its clocks do not agree.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestProduct, freshNumber, type TestProduct, toAccept } from '../../app.test-kit.ts';
import { createOperations } from '../http/operations-listener.ts';
import { CLOCKS_AGREE, type ClockState } from './clock-agreement.ts';

const known = { state: 'agreed' as ClockState, holdsCarrier: false };
let product: TestProduct;
let operations: Awaited<ReturnType<typeof createOperations>>;
beforeAll(async () => {
  const agreement = {
    ...CLOCKS_AGREE,
    state: () => known.state,
    offset: () => (known.state === 'agreed' ? 0 : 3600),
    holdsCarrier: () => known.holdsCarrier,
  };
  product = await createTestProduct({ LIMITS: 'off' }, undefined, { agreement });
  operations = await createOperations(product.app.operations);
});
afterAll(async () => {
  await operations.close();
  await product.close();
});
beforeEach(() => {
  Object.assign(known, { state: 'agreed', holdsCarrier: false });
});

async function readiness() {
  const { statusCode, body } = await operations.inject('/healthz/ready');
  const { not_ready, degraded } = JSON.parse(body) as Record<string, string[]>;
  // The test has no file store.
  return { statusCode, not_ready, degraded: degraded?.filter((part) => part !== 'file_store') };
}
const metrics = async (): Promise<string> => (await operations.inject('/metrics')).body;

it('takes no new visitors and answers 503 while it does not know the time', async () => {
  const visitor = product.visitor();
  known.state = 'unsure';
  const refused = await product.site.inject({ method: 'POST', url: '/api/play', payload: {} });
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'unavailable']);
  expect(refused.headers['retry-after']).toBe('5');
  expect(await readiness()).toEqual({ statusCode: 503, not_ready: ['clock'], degraded: [] });
  expect((await product.site.inject('/healthz/ready')).statusCode).toBe(503);
  expect((await product.site.inject('/healthz/live')).statusCode).toBe(200);
  known.state = 'agreed';
  expect((await visitor.call('play', { video: 'absent' })).status).not.toBe(503);
});

it("serves by the elapsed time while only the database's clock is wrong, and says so", async () => {
  known.state = 'disputed';
  const answer = await product.visitor().call('play', { video: 'absent' });
  expect(answer.status).not.toBe(503);
  expect(await readiness()).toEqual({ statusCode: 200, not_ready: [], degraded: ['clock'] });
  expect(await metrics()).toMatch(/^bonisa_jobs_held\{carrier="all",why="clock"\} 1$/m);
  expect(await metrics()).toMatch(/^bonisa_clock_offset_seconds\{against="elapsed_time"\} -3600$/m);
  known.state = 'agreed';
  expect(await metrics()).toMatch(/^bonisa_jobs_held\{carrier="all",why="clock"\} 0$/m);
});

it("names a machine whose own clock is wrong, though the product's is right", async () => {
  product.open.state.clockOffset = 3600;
  expect((await readiness()).degraded).toEqual(['clock']);
  product.open.state.clockOffset = 0;
  expect((await readiness()).degraded).toEqual([]);
});

it('charges nobody at a carrier whose clock differs, and everybody afterwards', async () => {
  const visitor = product.visitor();
  const number = freshNumber();
  await visitor.call('subscribe', await toAccept(product, visitor, number));
  await product.app.scheduler.runDue();
  const charged = async () => (await product.rows('select 1 from charges')).length;
  const before = await charged();
  known.holdsCarrier = true;
  await product.advance(8 * 24 * 3600);
  expect(await charged()).toBe(before);
  known.holdsCarrier = false;
  await product.app.scheduler.runDue();
  expect(await charged()).toBeGreaterThan(before);
});
