import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createBrowserStorage,
  decodeEntry,
  encodeEntry,
  type StorageArea,
  type StoredItem,
} from './browser-storage.ts';
import { STORED_ITEMS } from './stored-items.ts';

const NOW = 1_800_000_000_000;

/** A storage area in memory. */
function createArea(): StorageArea & { readonly items: Map<string, string> } {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

describe('an encoded value', () => {
  // E11
  test('decodes to the same JSON value, and is not readable at a glance', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = encodeEntry(value, null);
        expect(text).toMatch(/^b1\.[A-Za-z0-9_-]+$/);
        expect(decodeEntry(text, NOW)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
    expect(encodeEntry('27821234567', null)).not.toContain('27821234567');
  });

  // B2
  test('is valid before its end, and not at its end', () => {
    const text = encodeEntry('x', NOW);
    expect(decodeEntry(text, NOW - 1)).toBe('x');
    expect(decodeEntry(text, NOW)).toBeUndefined();
  });

  test('is ignored when it has another version or is broken', () => {
    const text = encodeEntry('x', null);
    for (const other of [
      `b2${text.slice(2)}`,
      text.slice(0, -1),
      text.slice(3),
      '',
      'b1.',
      '{"value":1}',
      'b1.e30',
    ]) {
      expect(decodeEntry(other, NOW)).toBeUndefined();
    }
  });

  test('never throws, whatever the stored text', () => {
    const junk = fc.oneof(
      fc.string(),
      fc.string().map((text) => `b1.${text}`),
      fc.base64String().map((text) => `b1.${text}`),
    );
    fc.assert(
      fc.property(junk, fc.integer(), (text, now) => {
        decodeEntry(text, now);
      }),
      { numRuns: 2000 },
    );
  });

  test('cannot be undefined', () => {
    expect(() => encodeEntry(undefined, null)).toThrow(TypeError);
  });
});

describe('the browser storage', () => {
  // E11 B2
  test('stores a profile for an hour, then removes it', () => {
    const area = createArea();
    let now = NOW;
    const storage = createBrowserStorage(
      () => area,
      () => now,
    );
    const profile = {
      msisdn: '27821234567',
      user_id: '41',
      rating_id: null,
      package_id: 'p-grtv-daily-c-01',
    };
    expect(storage.write(STORED_ITEMS.profile, profile)).toBe(true);
    now += 3_599_999;
    expect(storage.read(STORED_ITEMS.profile)).toEqual(profile);
    now += 1;
    expect(storage.read(STORED_ITEMS.profile)).toBeUndefined();
    expect(area.items.size).toBe(0);
  });

  // E11 B2 F10
  test('stores resume positions in whole seconds for a day', () => {
    const storage = createBrowserStorage(createArea, () => NOW);
    expect(STORED_ITEMS.videoPositions.lifetime).toBe(86_400_000);
    expect(STORED_ITEMS.ratings.lifetime).toBe(3_600_000);
    expect(STORED_ITEMS.episodePositions.is([{ id: 3, time: 61 }])).toBe(true);
    for (const wrong of [
      [{ id: 3, time: 1.5 }],
      [{ id: 3, time: -1 }],
      [{ id: '3', time: 1 }],
      { id: 3, time: 1 },
    ]) {
      expect(STORED_ITEMS.videoPositions.is(wrong)).toBe(false);
    }
    expect(storage.read(STORED_ITEMS.videoPositions)).toBeUndefined();
  });

  test('ignores and removes a value of another shape', () => {
    const area = createArea();
    const storage = createBrowserStorage(
      () => area,
      () => NOW,
    );
    area.items.set('active_package', encodeEntry({ subscriber_id: 41 }, null));
    expect(storage.read(STORED_ITEMS.activePackage)).toBeUndefined();
    expect(area.items.size).toBe(0);
  });

  test('never throws and never returns a wrong shape, whatever is stored', () => {
    const stored = fc.oneof(
      fc.string(),
      fc.jsonValue().map((value) => encodeEntry(value, null)),
    );
    fc.assert(
      fc.property(stored, (text) => {
        const area = createArea();
        const storage = createBrowserStorage(
          () => area,
          () => NOW,
        );
        for (const entry of Object.values(STORED_ITEMS)) area.items.set(entry.key, text);
        for (const entry of Object.values<StoredItem<unknown>>(STORED_ITEMS)) {
          const value = storage.read(entry);
          expect(value === undefined || entry.is(value)).toBe(true);
        }
      }),
    );
  });

  test('works without storage, with forbidden storage and with full storage', () => {
    const forbidden = (): never => {
      throw new DOMException('denied', 'SecurityError');
    };
    const full = createArea();
    full.items.set('U_token', encodeEntry('27829999999', null));
    full.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    for (const ask of [() => undefined, forbidden, () => full]) {
      const storage = createBrowserStorage(ask, () => NOW);
      expect(storage.write(STORED_ITEMS.uToken, '27821234567')).toBe(false);
      // The former value would be wrong.
      expect(storage.read(STORED_ITEMS.uToken)).toBeUndefined();
      storage.remove(STORED_ITEMS.uToken);
    }
  });
});
