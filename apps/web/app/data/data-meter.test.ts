import type { AskingTime } from '@bonisa/domain/playback/data-budget';
import { describe, expect, it } from 'vitest';
import { createBrowserStorage, type StorageArea } from '../storage/browser-storage.ts';
import { createDataMeter } from './data-meter.ts';
import { DATA_BUDGET, DATA_USE } from './data-storage.ts';

const MB = 1_000_000;
const NOON = Date.parse('2026-12-05T12:00:00+02:00');
const MIDNIGHT = Date.parse('2026-12-06T00:00:00+02:00');
const NEW_YEAR = Date.parse('2027-01-01T00:00:00+02:00');

function memory(): StorageArea {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

function meterOn(area: StorageArea | undefined) {
  const asking: (AskingTime | undefined)[] = [];
  const clock = { at: NOON };
  const storage = createBrowserStorage(
    () => area,
    () => clock.at,
  );
  const meter = createDataMeter({
    storage,
    now: () => clock.at,
    choiceNow: () => 'saver',
    storeAskingTime: (time) => asking.push(time),
  });
  return { meter, asking, clock, storage };
}

describe('the data meter', () => {
  it('adds to what other tabs have counted', () => {
    const area = memory();
    const here = meterOn(area).meter;
    const there = meterOn(area).meter;
    here.count({ site: 1, media: 10 });
    there.count({ site: 2, media: 20 });
    expect(there.read().use).toEqual([{ day: '2026-12-05', site: 3, media: 30 }]);
    here.refresh();
    expect(here.read()).toEqual(there.read());
  });

  it('warns near the end of a budget, asks at its end, and stores from when to when to ask', () => {
    const { meter, asking, clock } = meterOn(memory());
    meter.setBudget(10);
    meter.count({ site: 0, media: 8 * MB });
    expect(meter.advice()).toBe('warn');
    meter.warned();
    expect(meter.advice()).toBe('none');
    expect(asking.at(-1)).toBeUndefined();
    meter.count({ site: 2 * MB, media: 0 });
    expect(meter.advice()).toBe('ask');
    expect(asking.at(-1)?.until.getTime()).toBe(NEW_YEAR);
    meter.goOnToday('saver');
    expect(meter.advice()).toBe('none');
    expect(asking.at(-1)?.from.getTime()).toBe(MIDNIGHT);
    clock.at = MIDNIGHT;
    expect(meter.advice()).toBe('ask');
    clock.at = NEW_YEAR;
    expect(meter.advice()).toBe('none');
  });

  it('forgets a budget that another tab has removed', () => {
    const area = memory();
    const here = meterOn(area).meter;
    here.setBudget(1);
    meterOn(area).meter.setBudget(undefined);
    here.count({ site: 2 * MB, media: 0 });
    expect(here.read().budget).toBeUndefined();
    expect(here.advice()).toBe('none');
  });

  it('counts for this page alone where the browser stores nothing', () => {
    const { meter } = meterOn(undefined);
    meter.setBudget(1);
    meter.count({ site: MB, media: 0 });
    meter.count({ site: MB, media: 0 });
    expect(meter.read().use).toEqual([{ day: '2026-12-05', site: 2 * MB, media: 0 }]);
    expect(meter.advice()).toBe('ask');
  });

  it('starts anew on what a stranger has written into the storage', () => {
    const area = memory();
    const { storage } = meterOn(area);
    const written: readonly unknown[] = [
      [null],
      [{ day: 'x', site: 1, media: 1 }],
      [{ day: '2026-12-05', site: -1, media: 1 }],
      'x',
    ];
    for (const use of written) {
      storage.write({ ...DATA_USE, is: (_): _ is never => true }, use as never);
      storage.write({ ...DATA_BUDGET, is: (_): _ is never => true }, use as never);
      expect(meterOn(area).meter.read()).toEqual({ use: [], budget: undefined });
    }
  });
});
