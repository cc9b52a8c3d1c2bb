import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** `networkNow` of a fresh page whose connection has one of `types` after the other. */
async function networksOf(...types: string[]) {
  const connection = { type: '' };
  vi.stubGlobal('navigator', { connection });
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const { networkNow } = await import('./network.ts');
  return types.map((type) => {
    connection.type = type;
    return networkNow();
  });
}

it('is the network of before in a tunnel, so that no data choice changes there', async () => {
  expect(await networksOf('cellular', 'none', 'cellular')).toEqual(Array(3).fill('metered'));
  vi.resetModules();
  expect(await networksOf('wifi', 'none', 'cellular')).toEqual([
    'unmetered',
    'unmetered',
    'metered',
  ]);
  vi.resetModules();
  expect(await networksOf('none')).toEqual(['metered']);
});
