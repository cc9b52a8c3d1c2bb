import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** A browser with this screen, whose decoder of AV1 is like that. */
function browser(answer: { smooth: boolean; powerEfficient: boolean }, stored?: string) {
  const storage = new Map(stored === undefined ? [] : [['av1', stored]]);
  const decodingInfo = vi.fn(async (_: MediaDecodingConfiguration) => answer);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
  });
  vi.stubGlobal('navigator', { mediaCapabilities: { decodingInfo } });
  vi.stubGlobal('screen', { width: 360, height: 640 });
  vi.stubGlobal('devicePixelRatio', 2);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  return { storage, decodingInfo };
}
/** A page that has just loaded. */
const page = async () => ({
  ...(await import('./data-choice.ts')),
  ...(await import('./find-av1.ts')),
});

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

const COSTS = [1, 2, 4, 8, 16, 1, 1.5, 3, 5, 9];

describe('a device that has never played AV1', () => {
  it('gets H.264 until the page after the one that found that it decodes AV1 with ease', async () => {
    const { storage, decodingInfo } = browser({ smooth: true, powerEfficient: true });
    const first = await page();
    expect(first.playTerms()).toEqual({ max_height: 240 });
    await first.findAv1();
    expect(decodingInfo.mock.calls[0]?.[0].video).toMatchObject({ width: 1280, height: 720 });
    expect(storage.get('av1')).toBe('1');
    expect([first.playTerms().av1, first.costAt(COSTS, 480)]).toEqual([undefined, 4]);
    vi.resetModules();
    const second = await page();
    expect([second.playTerms().av1, second.costAt(COSTS, 480)]).toEqual([true, 3]);
  });

  it('keeps H.264 where AV1 loses pictures or takes much power, also if it did not before', async () => {
    for (const answer of [
      { smooth: true, powerEfficient: false },
      { smooth: false, powerEfficient: true },
    ]) {
      vi.resetModules();
      const { storage } = browser(answer, '1');
      await (await page()).findAv1();
      expect(storage.get('av1')).toBe('0');
      vi.resetModules();
      expect((await page()).playTerms().av1).toBeUndefined();
    }
  });
});
