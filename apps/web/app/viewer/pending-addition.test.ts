import { describe, expect, it } from 'vitest';
import { createBrowserStorage } from '../storage/browser-storage.ts';
import { keepWish, takeWish } from './pending-addition.ts';
import { restCost } from './resume.store.ts';
import { createToasts } from './toast.tsx';

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
    keepWish(storage, { kind: 'video', id: 1, slug: 'braai' }, 'Braai');
    keepWish(storage, { kind: 'show', id: 3, slug: 'isibane' }, 'Isibane');
    expect(takeWish(storage)).toEqual({ kind: 'show', id: 3, slug: 'isibane', title: 'Isibane' });
    expect(takeWish(storage)).toBeUndefined();
    keepWish(storage, { kind: 'show', id: 3, slug: 'isibane' }, 'Isibane');
    now += 30 * 60_000;
    expect(takeWish(storage)).toBeUndefined();
  });
});

describe('toasts', () => {
  it('are shown one at a time, and only the shown one can be dismissed', () => {
    const messages = createToasts();
    messages.say('first');
    const first = messages.current();
    messages.say('second', { label: 'Undo', act: () => undefined });
    if (first) messages.dismiss(first);
    expect(messages.current()).toMatchObject({ text: 'second', action: { label: 'Undo' } });
    const second = messages.current();
    if (second) messages.dismiss(second);
    expect(messages.current()).toBeUndefined();
  });
});

describe('the data cost of the rest', () => {
  it('is its share of the whole, rounded up', () => {
    expect(restCost({ time: 50, duration: 100 }, 38)).toBe('19\u00a0MB');
    expect(restCost({ time: 90, duration: 100 }, 38)).toBe('3.8\u00a0MB');
    expect(restCost({ time: 33, duration: 100 }, 1.4)).toBe('1\u00a0MB');
  });
});
