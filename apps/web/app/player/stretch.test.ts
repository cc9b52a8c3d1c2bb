// F9, live: where the seek bar, the keys and the skips of the player lead.
import { expect, it, vi } from 'vitest';
import { liveStretch, titleStretch } from './stretch.ts';

it('keeps a title between its beginning and its end', () => {
  const video = { currentTime: 20 };
  const { go, words, clock } = titleStretch(video, 90);
  const placeAfter = (to: number) => {
    go(to);
    return video.currentTime;
  };
  expect([30, -5, 95].map(placeAfter)).toEqual([30, 0, 90]);
  expect([clock(65), words(65)]).toEqual(['1:05', '1:05 of 1:30']);
});

it('goes to any place of a title whose length is not known yet', () => {
  const video = { currentTime: 0 };
  titleStretch(video, 0).go(40);
  expect(video.currentTime).toBe(40);
});

it('skips from where the element is, and twice before anything is drawn', () => {
  const video = { currentTime: 20 };
  const title = titleStretch(video, 90);
  title.skip(10);
  title.skip(10);
  expect(video.currentTime).toBe(40);

  const { view, stretch, at } = channel();
  stretch.skip(-10);
  stretch.skip(-10);
  expect(at()).toBe(NOW - 60_000 - 20_000);
  stretch.skip(100);
  expect(view.goLive).toHaveBeenCalledOnce();
});

const NOW = Date.parse('2026-11-23T17:00:00Z');
const HOUR = 3_600_000;

function channel() {
  let at = NOW - 60_000;
  const view = {
    position: () => at,
    oldest: () => NOW - 2 * HOUR,
    newest: () => NOW,
    programme: () => ({ title: 'News', starts_at: NOW - HOUR / 2, ends_at: NOW + HOUR / 2 }),
    secondsOf: (instant: number) => (instant - NOW) / 1000 + 8000,
    instantOf: (seconds: number) => NOW + (seconds - 8000) * 1000,
    seek: vi.fn((to: number) => {
      at = to;
    }),
    goLive: vi.fn(),
  };
  return { view, stretch: liveStretch(view), at: () => at };
}

it('goes within the last two hours of a live channel, and beyond now back to live', () => {
  const { view, stretch } = channel();
  expect([stretch.start, stretch.from, stretch.end]).toEqual([800, 6200, 8000]);
  stretch.go(7990);
  stretch.go(100);
  expect(view.seek.mock.calls).toEqual([[NOW - 10_000], [NOW - 2 * HOUR]]);
  expect(view.goLive).not.toHaveBeenCalled();
  stretch.go(8010);
  expect(view.goLive).toHaveBeenCalledOnce();
});

it('says the time of day of a place on a live channel, and Live at its end', () => {
  const { stretch } = channel();
  expect([stretch.clock(6200), stretch.words(6200), stretch.words(8000)]).toEqual([
    '18:30',
    '18:30',
    'Live',
  ]);
});
