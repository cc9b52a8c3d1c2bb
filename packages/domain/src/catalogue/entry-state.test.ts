import { describe, expect, it } from 'vitest';
import { entryState, openTo, withdrawnSince } from './entry-state.ts';
import { publishBlockersOf } from './publish-blockers.ts';

const NOW = new Date('2026-11-23T08:00:00Z');
const EARLIER = new Date('2026-11-22T08:00:00Z');
const LATER = new Date('2026-11-24T08:00:00Z');

describe('the state of an entry', () => {
  it.each([
    ['draft', { published: false }],
    ['withdrawn', { published: false, withdrawnAt: EARLIER }],
    ['published', { published: true }],
    ['published', { published: true, availableFrom: NOW, availableUntil: LATER }],
    ['scheduled', { published: true, availableFrom: LATER }],
    ['withdrawn', { published: true, availableFrom: EARLIER, availableUntil: NOW }],
  ] as const)('is %s for %j', (state, entry) => {
    expect(entryState(entry, NOW)).toBe(state);
  });

  it('is withdrawn since the write that took it from viewers, and not after it is back', () => {
    expect(withdrawnSince({ published: true }, false, NOW)).toBe(NOW);
    expect(withdrawnSince({ published: false, withdrawnAt: EARLIER }, false, NOW)).toBe(EARLIER);
    expect(withdrawnSince({ published: false, withdrawnAt: EARLIER }, true, NOW)).toBeNull();
    expect(withdrawnSince(undefined, false, NOW)).toBeNull();
  });

  it('opens a title to packages in their windows, and to all without windows', () => {
    const windows = [
      { package: 'monthly', from: EARLIER.toISOString(), until: null },
      { package: 'daily', from: LATER.toISOString(), until: null },
      { package: 'weekly', from: null, until: NOW.toISOString() },
    ];
    const isOpen = (to: string) => openTo(windows, to, NOW).isOpen;
    expect(openTo(null, 'daily', NOW)).toEqual({ isOpen: true, until: null });
    expect(openTo([], undefined, NOW).isOpen).toBe(true);
    expect(['monthly', 'daily', 'weekly', 'other'].map(isOpen)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    const until = (at: Date | null) => ({
      ...{ package: 'daily', from: null, until: at?.toISOString() ?? null },
    });
    expect(openTo([until(LATER)], 'daily', NOW)).toEqual({ isOpen: true, until: LATER });
    expect(openTo([until(LATER), until(null)], 'daily', NOW).until).toBeNull();
  });
});

describe('what an entry lacks', () => {
  const ready = { media: 'ready', synopsis: 'One.', description: 'Two.', ratingAge: 'PG' } as const;

  it('is nothing for a title with all of it, and its film first for one without', () => {
    expect(
      publishBlockersOf('video', { ...ready, parents: { channel: 'published' } }, NOW),
    ).toEqual([]);
    const bare = { ...ready, media: 'none', description: 'One.', hasOwnPicture: false } as const;
    expect(publishBlockersOf('video', bare, NOW)).toEqual([
      { field: 'media', reason: 'It has no film yet', blocks: true },
      { field: 'poster', reason: 'It has a drawn picture and none of its own', blocks: false },
      { field: 'description', reason: 'Its description repeats the synopsis', blocks: false },
    ]);
  });

  it('is a rating of its own for a recording of a live channel, as advice', () => {
    expect(publishBlockersOf('video', { ...ready, isUnseenRecording: true }, NOW)).toMatchObject([
      { field: 'ratingAge', blocks: false },
    ]);
  });

  it('names parents that viewers do not see, and rights that have ended', () => {
    const parents = { channel: 'draft', category: 'withdrawn', season: 'scheduled' } as const;
    const packages = [{ package: 'daily', from: null, until: EARLIER.toISOString() }];
    const lacks = publishBlockersOf(
      'video',
      { ...ready, parents, availableUntil: NOW, packages },
      NOW,
    );
    expect(lacks.map(({ field, blocks }) => [field, blocks])).toEqual([
      ['channel', true],
      ['category', true],
      ['availableUntil', true],
      ['packages', true],
      ['season', false],
    ]);
    expect(lacks.map(({ reason }) => reason)).toEqual([
      'Its channel is a draft',
      'Its category is withdrawn',
      'Its rights have ended: the window is closed',
      'The windows of all its packages are closed',
      'Its season is published later',
    ]);
  });

  it('is contents for a show, a shelf and a live channel, and only advice for a season', () => {
    const first = (kind: string, facts: object) => publishBlockersOf(kind, facts, NOW)[0];
    expect(first('show', { episodes: 0 })).toMatchObject({ field: 'episodes', blocks: true });
    expect(first('season', { episodes: 0 })).toMatchObject({ field: 'episodes', blocks: false });
    expect(first('shelf', { titles: 0 })).toMatchObject({ field: 'titles', blocks: true });
    expect(first('channel', { titles: 0 })).toMatchObject({ field: 'titles', blocks: false });
    expect(first('liveChannel', { programmes: 0 })).toMatchObject({ field: 'slots' });
  });

  it('is when nothing is on in the coming days, as advice, the first times of it', () => {
    const gap = (day: number) => ({
      startsAt: new Date(`2026-11-2${day}T00:00:00Z`),
      endsAt: new Date(`2026-11-2${day}T03:30:00Z`),
    });
    const gaps = [0, 1, 2, 3, 4, 5, 6, 7, 8].map(gap);
    const lacks = publishBlockersOf('liveChannel', { programmes: 3, gaps }, NOW);
    expect(lacks.map(({ reason }) => reason)).toEqual([
      ...['Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed', 'Thu'].map(
        (day) => `Nothing is on from ${day} 02:00 to ${day} 05:30`,
      ),
      'Nothing is on at 2 more times of the coming seven days',
    ]);
    expect(lacks.some(({ blocks }) => blocks)).toBe(false);
  });
});
