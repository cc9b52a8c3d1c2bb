import { describe, expect, it } from 'vitest';
import { createBrowserStorage } from '../storage/browser-storage.ts';
import { storePendingAddition, takePendingAddition } from './pending-addition.ts';

// F9 R5
describe("a visitor's pending list addition", () => {
  it('is performed once, the latest only, and not after half an hour', () => {
    const items = new Map<string, string>();
    let now = 1_800_000_000_000;
    const area = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    };
    const storage = createBrowserStorage(
      () => area,
      () => now,
    );
    storePendingAddition(storage, { kind: 'video', id: 1, slug: 'braai' }, 'Braai');
    storePendingAddition(storage, { kind: 'show', id: 3, slug: 'isibane' }, 'Isibane');
    expect(takePendingAddition(storage)).toEqual({
      kind: 'show',
      id: 3,
      slug: 'isibane',
      title: 'Isibane',
    });
    expect(takePendingAddition(storage)).toBeUndefined();
    storePendingAddition(storage, { kind: 'show', id: 3, slug: 'isibane' }, 'Isibane');
    now += 30 * 60_000;
    expect(takePendingAddition(storage)).toBeUndefined();
  });
});
