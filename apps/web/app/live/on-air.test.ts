// R10 C9: the current programme and the next ones.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayAndTimeWords, onAir, timeWords } from './on-air.ts';

const programme = (title: string, startsAt: string, endsAt: string) => ({
  title,
  synopsis: title,
  rating: { age: 'PG', advice: [] } as const,
  startsAt: `2026-11-20T${startsAt}:00.000Z`,
  endsAt: `2026-11-20T${endsAt}:00.000Z`,
});
const [news, music, story] = [
  programme('News', '16:00', '17:00'),
  programme('Music', '17:00', '18:30'),
  programme('Story', '19:00', '20:00'),
];
const listing = { now: news, next: [music, story] };
const at = (time: string) => new Date(`2026-11-20T${time}:00.000Z`);

describe('onAir', () => {
  it('moves on with time', () => {
    expect(onAir(listing, at('16:15'))).toEqual({
      now: news,
      next: [music, story],
      progress: 0.25,
    });
    expect(onAir(listing, at('17:00'))).toEqual({ now: music, next: [story], progress: 0 });
    expect(onAir(listing, at('18:45'))).toEqual({ now: null, next: [story], progress: 0 });
  });
  it("returns the page's own answer when the phone's clock is wrong", () => {
    for (const time of ['15:59', '20:00'])
      expect(onAir(listing, at(time))).toEqual({ ...listing, progress: 0 });
    expect(onAir({ now: null, next: [] }, at('16:15'))).toEqual({
      now: null,
      next: [],
      progress: 0,
    });
    expect(onAir({ now: null, next: [story] }, at('01:00'))).toEqual({
      now: null,
      next: [story],
      progress: 0,
    });
  });
  it('returns a programme that contains the instant, with a progress from 0 to 1', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.parse(news.startsAt), max: Date.parse(story.endsAt) - 1 }),
        (instant) => {
          const { now, next, progress } = onAir(listing, new Date(instant));
          if (now)
            expect(Date.parse(now.startsAt) <= instant && instant < Date.parse(now.endsAt)).toBe(
              true,
            );
          for (const { startsAt } of next) expect(Date.parse(startsAt)).toBeGreaterThan(instant);
          expect(progress >= 0 && progress < 1).toBe(true);
        },
      ),
    );
  });
});

describe('the words for times', () => {
  it('are in South African time, with the day when it differs', () => {
    expect(timeWords('2026-11-20T22:05:00.000Z')).toBe('00:05');
    expect(dayAndTimeWords('2026-11-20T21:30:00.000Z', at('05:00'))).toBe('23:30');
    expect(dayAndTimeWords('2026-11-20T22:30:00.000Z', at('05:00'))).toBe('Tomorrow 00:30');
    expect(dayAndTimeWords('2026-11-23T04:00:00.000Z', '2026-11-20T16:00:00.000Z')).toBe(
      'Mon 06:00',
    );
  });
});
