import type { Storyboard } from '@bonisa/player/timeline';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createSheets, thumbnailAt } from './storyboard.ts';

const sheet = (url: string, more: Partial<Storyboard> = {}): Storyboard => ({
  url,
  interval: 2,
  columns: 3,
  count: 4,
  width: 160,
  height: 90,
  ...more,
});

describe('a storyboard', () => {
  const parts = [
    { seconds: 8, storyboard: sheet('/a.jpg') },
    { seconds: 6 },
    { seconds: 8, storyboard: sheet('/b.jpg') },
  ];

  it('has the picture of each time in the sheet of its part', () => {
    expect(thumbnailAt(parts, 0)).toEqual({ sheet: parts[0]?.storyboard, x: 0, y: 0 });
    expect(thumbnailAt(parts, 5.9)).toMatchObject({ x: 320, y: 0 });
    expect(thumbnailAt(parts, 7)).toMatchObject({ x: 0, y: 90 });
    expect(thumbnailAt(parts, 16.5)).toMatchObject({ sheet: { url: '/b.jpg' }, x: 160, y: 0 });
  });

  it('has none where the part has none, and the last one after the end', () => {
    expect(thumbnailAt(parts, 9)).toBeUndefined();
    expect(thumbnailAt([], 9)).toBeUndefined();
    expect(thumbnailAt(parts, 99)).toMatchObject({ sheet: { url: '/b.jpg' }, x: 0, y: 90 });
  });

  it('never points outside of its sheet', () => {
    const shape = fc.record({
      interval: fc.integer({ min: 1, max: 20 }),
      columns: fc.integer({ min: 1, max: 12 }),
      count: fc.integer({ min: 1, max: 100 }),
    });
    fc.assert(
      fc.property(shape, fc.double({ min: -10, max: 5000, noNaN: true }), (more, seconds) => {
        const found = thumbnailAt([{ seconds: 600, storyboard: sheet('/a', more) }], seconds);
        const index = ((found?.y ?? 0) / 90) * more.columns + (found?.x ?? 0) / 160;
        expect(index).toBeGreaterThanOrEqual(0);
        expect(index).toBeLessThan(more.count);
      }),
    );
  });

  it('loads a sheet once, tells when it is here, and loads no more than it may', async () => {
    const load = vi.fn(async () => undefined);
    const onLoaded = vi.fn();
    const sheets = createSheets(() => 2, load, onLoaded);
    expect([sheets.request('/a'), sheets.request('/a'), sheets.has('/a')]).toEqual([
      false,
      false,
      false,
    ]);
    await vi.waitFor(() => expect(onLoaded).toHaveBeenCalledTimes(1));
    expect([sheets.request('/a'), sheets.has('/a')]).toEqual([true, true]);
    sheets.request('/b');
    sheets.request('/c');
    expect(load.mock.calls).toEqual([['/a'], ['/b']]);
  });

  it('asks again for a sheet that failed', async () => {
    const load = vi.fn(async () => Promise.reject(new Error('no signal')));
    const sheets = createSheets(
      () => 1,
      load,
      () => undefined,
    );
    sheets.request('/a');
    await vi.waitFor(() => {
      sheets.request('/a');
      expect(load).toHaveBeenCalledTimes(2);
    });
  });
});
