import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

it('has no figure of the active database lease until there is one: 0 calls somebody', async () => {
  const { registry, databaseLeaseHeld } = createMetrics();
  const figures = async () =>
    (await registry.metrics()).split('\n').filter((line) => line.startsWith('bonisa_fence_held'));
  expect(await figures()).toEqual([]);
  databaseLeaseHeld.set(0);
  expect(await figures()).toEqual(['bonisa_fence_held 0']);
});
