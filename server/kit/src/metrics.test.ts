import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

it('has no figure of the fence until there is one: 0 calls somebody', async () => {
  const { registry, fenceHeld } = createMetrics();
  const figures = async () =>
    (await registry.metrics()).split('\n').filter((line) => line.startsWith('bonisa_fence_held'));
  expect(await figures()).toEqual([]);
  fenceHeld.set(0);
  expect(await figures()).toEqual(['bonisa_fence_held 0']);
});
