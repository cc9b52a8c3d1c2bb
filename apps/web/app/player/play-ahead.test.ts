// The first picture is fetched before the press: F10, and the bytes of nobody are reported.

import type { OpeningMedia } from '@bonisa/player/media-attachment';
import { beforeEach, describe, expect, it } from 'vitest';
import { takeAhead } from './ahead.ts';
import { type PlayAheadParts, playAhead } from './play-ahead.ts';
import type { PlayGranted } from './player-handoff.ts';

const GRANTED = { entitled: true, play_id: 'one' } as PlayGranted;
const REFUSED = { entitled: false, reason: 'expired' } as const;
const BYTES = { mobile: 0, wifi: 31_000, unknown: 0 };

const OPENING = {} as OpeningMedia;

const state = { dropped: 0, now: 0, terms: '240 undefined', reported: [] as unknown[] };
beforeEach(
  () => void Object.assign(state, { dropped: 0, now: 1000, terms: '240 zu', reported: [] }),
);

function fetched(ask: PlayAheadParts['ask'] = async () => GRANTED) {
  const life = new AbortController();
  const parts = {
    ask,
    prepare: () => ({ opening: OPENING, drop: () => void state.dropped++ }),
    terms: () => state.terms,
    report: (...said: unknown[]) => void state.reported.push(said),
    bytesSince: () => BYTES,
    now: () => state.now,
  };
  playAhead('isibane', parts, life.signal);
  return life;
}

describe('what is fetched ahead of a press', () => {
  it('is handed over once, with the moment of its call, and nothing is reported', async () => {
    const life = fetched();
    await Promise.resolve();
    state.now = 4000;
    const taken = takeAhead('isibane');
    expect([taken?.askedAt, taken?.opening]).toEqual([1000, OPENING]);
    expect(await taken?.answer).toEqual(GRANTED);
    expect(takeAhead('isibane')).toBeUndefined();
    life.abort();
    expect([state.reported, state.dropped]).toEqual([[], 0]);
  });

  it('is no answer where it refuses or fails: the press asks', async () => {
    fetched(async () => REFUSED);
    expect(await takeAhead('isibane')?.answer).toBeUndefined();
    fetched(() => Promise.reject(new Error('no line')));
    expect(await takeAhead('isibane')?.answer).toBeUndefined();
  });

  it.each<[string, (life: AbortController) => unknown]>([
    ['when its page is left or hidden, or the viewer has signed out', (life) => life.abort()],
    ['when the viewer chooses another picture or language', () => (state.terms = '480 zu')],
    ['after five minutes', () => (state.now += 5 * 60_000 + 1)],
  ])('is dropped and reported once %s', (_, happens) => {
    let stopped: AbortSignal | undefined;
    const life = fetched((_slug, signal) => {
      stopped = signal;
      return new Promise(() => undefined);
    });
    happens(life);
    expect(takeAhead('isibane')).toBeUndefined();
    life.abort();
    expect(state.reported).toEqual([['isibane', BYTES]]);
    expect(stopped?.aborted).toBe(true);
  });

  it('leaves the video element when it is dropped', async () => {
    const life = fetched();
    await Promise.resolve();
    life.abort();
    expect(state.dropped).toBe(1);
  });

  it('is of one title', () => {
    fetched();
    expect(takeAhead('please-hold-s1e1')).toBeUndefined();
    expect(takeAhead('isibane')).toBeDefined();
  });
});
