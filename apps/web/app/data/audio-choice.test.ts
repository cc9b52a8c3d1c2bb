// F10: the language that a viewer chose is the one of the next title, and of its cost.
import { afterEach, describe, expect, it, vi } from 'vitest';

/** The module as a new page loads it, beside what the browser has stored. */
async function newPage(stored: Record<string, string> | undefined) {
  vi.resetModules();
  vi.stubGlobal('localStorage', {
    getItem(key: string) {
      if (!stored) throw new DOMException('forbidden', 'SecurityError');
      return stored[key] ?? null;
    },
    setItem(key: string, value: string) {
      if (!stored) throw new DOMException('forbidden', 'SecurityError');
      stored[key] = value;
    },
  });
  return await import('./data-choice.ts');
}
afterEach(() => vi.unstubAllGlobals());

const COSTS = [1, 2, 3];
const IN_ENGLISH = [4, 5, 6];
const AUDIO_COSTS = { en: IN_ENGLISH };

describe('the language that a viewer likes to hear', () => {
  it('is none at first, and the last choice on every later page', async () => {
    const stored = {};
    const first = await newPage(stored);
    expect(first.likedAudio()).toBeUndefined();
    first.likeAudio('zu');
    first.likeAudio('en');
    expect((await newPage(stored)).likedAudio()).toBe('en');
  });

  it.each(['', 'EN', '<en>', 'en-ZA', 'english', '<b>'])(
    'is none where something else was stored: %j',
    async (text) => {
      expect(
        (await newPage({ data_choice: JSON.stringify({ audio: text }) })).likedAudio(),
      ).toBeUndefined();
    },
  );

  it('is none where the storage holds no choices, and stands beside the data choice', async () => {
    for (const data_choice of ['', '7', 'null', '"zu"', '{"audio":["zu","en"]}', '{"audio":{}}'])
      expect((await newPage({ data_choice })).likedAudio(), data_choice).toBeUndefined();
    const stored = { data_choice: '{"metered":"best"}' };
    (await newPage(stored)).likeAudio('nso');
    expect(JSON.parse(stored.data_choice)).toEqual({ metered: 'best', audio: 'nso' });
  });

  it('lasts as long as the page where nothing can be stored', async () => {
    const page = await newPage(undefined);
    expect(page.likedAudio()).toBeUndefined();
    page.likeAudio('xh');
    expect(page.likedAudio()).toBe('xh');
    expect((await newPage(undefined)).likedAudio()).toBeUndefined();
  });

  it('decides which costs of an item count, where they differ', async () => {
    const page = await newPage({});
    expect(page.heardCosts(COSTS, AUDIO_COSTS)).toBe(COSTS);
    page.likeAudio('en');
    expect(page.heardCosts(COSTS, AUDIO_COSTS)).toBe(IN_ENGLISH);
    expect(page.heardCosts(COSTS, undefined)).toBe(COSTS);
    page.likeAudio('zu');
    expect(page.heardCosts(COSTS, AUDIO_COSTS)).toBe(COSTS);
  });
});
