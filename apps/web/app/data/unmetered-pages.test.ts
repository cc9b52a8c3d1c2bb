import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noteUnmeteredPage, takeUnmetered } from './unmetered-pages.ts';

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('navigator', {});
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A page of a visitor that has received `document` and `files`. */
async function openPage(document: number, files: number[]) {
  vi.resetModules();
  const module = await import('./unmetered-pages.ts');
  const events = new EventTarget();
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('performance', {
    getEntriesByType: (type: string) =>
      (type === 'navigation' ? [document] : files).map((transferSize) => ({
        transferSize,
        workerStart: 0,
      })),
  });
  vi.stubGlobal('window', {});
  const leave = () => events.dispatchEvent(new Event('pagehide'));
  module.noteUnmeteredPage();
  events.dispatchEvent(new Event('load'));
  await Promise.resolve();
  return { files, leave, meter: () => window.bonisaMetered?.() };
}

it('sums what pages have received that were left before the meter came', async () => {
  (await openPage(9_000, [1_000, 500])).leave();
  (await openPage(8_000, [0])).leave();
  expect(takeUnmetered()).toBe(18_500);
  expect(takeUnmetered()).toBe(0);
});

it('counts a page once that is left twice, and not one that the meter counts', async () => {
  const first = await openPage(9_000, [1_000]);
  first.leave();
  first.files.push(300);
  first.leave();
  expect(stored.get('data_unmetered')).toBe('10300');
  first.meter();
  expect(takeUnmetered()).toBe(0);
  first.leave();
  expect(takeUnmetered()).toBe(0);
});

it('does without storage, and without what somebody else has put there', () => {
  stored.set('data_unmetered', 'much');
  expect(takeUnmetered()).toBe(0);
  vi.stubGlobal('localStorage', undefined);
  expect(takeUnmetered()).toBe(0);
  vi.stubGlobal('performance', { getEntriesByType: () => [] });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('window', {});
  noteUnmeteredPage();
  expect(() => window.bonisaMetered?.()).not.toThrow();
});
