// F10: the stored resume position.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFinished, isUnfinished, latestByTitle, type ReportedPosition } from './resume.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const before = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1000);
const position = (one: Partial<ReportedPosition>): ReportedPosition => ({
  title: 1,
  episode: null,
  seconds: 50,
  durationSeconds: 100,
  at: NOW,
  ...one,
});

describe('isUnfinished', () => {
  // F10
  it.each([
    [4, false],
    [5, true],
    [50, true],
    [95, true],
    [96, false],
    [200, false],
    [0, false],
  ])('judges %i seconds of a hundred: %s', (seconds, unfinished) => {
    expect(isUnfinished(seconds, 100)).toBe(unfinished);
  });

  it('is false for media without a duration', () => {
    fc.assert(fc.property(fc.nat(), (seconds) => !isUnfinished(seconds, 0)));
  });
});

describe('isFinished', () => {
  it('is true from the credits on, and without credits near the end', () => {
    expect(isFinished(80, 100, 80)).toBe(true);
    expect(isFinished(79, 100, 80)).toBe(false);
    expect(isFinished(95, 100)).toBe(false);
    expect(isFinished(96, 100)).toBe(true);
    expect(isFinished(96, 0)).toBe(false);
  });

  it('never holds for a position that is unfinished', () => {
    const seconds = fc.integer({ min: 0, max: 200 });
    fc.assert(
      fc.property(seconds, fc.option(seconds, { nil: undefined }), (at, credits) => {
        expect(isUnfinished(at, 100, credits) && isFinished(at, 100, credits)).toBe(false);
      }),
    );
  });
});

describe('latestByTitle', () => {
  it('stores the beginning of the next episode once the credits of one are reached', () => {
    const next = { episode: 3, durationSeconds: 200 };
    const one = { title: 7, episode: 2, creditsAt: 80 };
    const stored = (position: Partial<ReportedPosition>) =>
      latestByTitle([{ ...one, seconds: 80, durationSeconds: 100, at: NOW, ...position }], NOW)[0];
    expect(stored({ next })).toEqual({
      title: 7,
      episode: 3,
      seconds: 0,
      durationSeconds: 200,
      finished: false,
      at: NOW,
    });
    expect(stored({})).toMatchObject({ episode: 2, seconds: null, finished: true });
    expect(stored({ next, seconds: 79 })).toMatchObject({ episode: 2, seconds: 79 });
    expect(stored({ next, seconds: 2 })).toMatchObject({ seconds: null, finished: false });
  });

  // F10
  it('stores the latest position, one for a show whatever the episode', () => {
    const stored = latestByTitle(
      [
        position({ title: 7, episode: 2, seconds: 30, at: before(60) }),
        position({ title: 7, episode: 1, seconds: 80, at: before(3600) }),
        position({ title: 9, seconds: 20, at: before(5) }),
      ],
      NOW,
    );
    expect(stored).toEqual([
      { title: 7, episode: 2, seconds: 30, durationSeconds: 100, finished: false, at: before(60) },
      {
        title: 9,
        episode: null,
        seconds: 20,
        durationSeconds: 100,
        finished: false,
        at: before(5),
      },
    ]);
  });

  it('stores only a mark for a title that was finished last', () => {
    expect(
      latestByTitle(
        [position({ seconds: 50, at: before(60) }), position({ seconds: 99, at: NOW })],
        NOW,
      ),
    ).toEqual([
      { title: 1, episode: null, seconds: null, durationSeconds: 100, finished: true, at: NOW },
    ]);
  });

  const positions = fc.array(
    fc.record({
      title: fc.integer({ min: 1, max: 4 }),
      episode: fc.option(fc.integer({ min: 1, max: 9 })),
      seconds: fc.nat(200),
      durationSeconds: fc.nat(150),
      at: fc.integer({ min: -5000, max: 5000 }).map(before),
    }),
    { maxLength: 30 },
  );

  // F10
  it('stores at most one position a title, none in the future, always the latest, and the same when it runs again', () => {
    fc.assert(
      fc.property(positions, (reported) => {
        const stored = latestByTitle(reported, NOW);
        expect(new Set(stored.map((one) => one.title)).size).toBe(stored.length);
        for (const one of stored) {
          const latest = Math.max(
            ...reported
              .filter(({ title }) => title === one.title)
              .map(({ at }) => Math.min(at.getTime(), NOW.getTime())),
          );
          expect(one.at.getTime()).toBe(latest);
        }
        expect(latestByTitle([...reported, ...reported], NOW)).toEqual(stored);
      }),
    );
  });
});
