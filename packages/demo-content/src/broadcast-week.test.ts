import { expect, it } from 'vitest';
import { type BroadcastDay, type Recordings, slotsOfWeek } from './broadcast-week.ts';

const NONE: Recordings = { videos: new Map(), episodes: new Map() };

const DAY: BroadcastDay = [
  { from: '05:00', title: 'Early', synopsis: 'Early.' },
  { from: '20:00', title: null },
  { from: '23:00', title: 'Late', synopsis: ['One.', 'Two.'] },
  { from: '01:00', title: 'Later', synopsis: 'Later.', ratingAge: '13', ratingAdvice: ['L'] },
];

it('lasts each programme until the next one starts, and leaves pauses out', () => {
  const unrated = { ratingAge: 'A', ratingAdvice: [], video: null, episode: null };
  expect(slotsOfWeek({ weekday: DAY, weekend: DAY }, NONE).slice(0, 3)).toEqual([
    { startsAt: 300, minutes: 900, title: 'Early', synopsis: 'Early.', ...unrated },
    { startsAt: 1380, minutes: 120, title: 'Late', synopsis: 'One.', ...unrated },
    {
      startsAt: 1500,
      minutes: 240,
      title: 'Later',
      synopsis: 'Later.',
      ratingAge: '13',
      ratingAdvice: ['L'],
      video: null,
      episode: null,
    },
  ]);
});

it('shows the next synopsis on the next day', () => {
  const slots = slotsOfWeek({ weekday: DAY, weekend: DAY }, NONE);
  expect(slots.filter(({ title }) => title === 'Late').map(({ synopsis }) => synopsis)).toEqual([
    'One.',
    'Two.',
    'One.',
    'Two.',
    'One.',
    'Two.',
    'One.',
  ]);
});

it('ends Sunday at 05:00 on Monday, at the start of the week', () => {
  const slots = slotsOfWeek({ weekday: DAY, weekend: DAY }, NONE);
  expect(slots.at(-1)).toMatchObject({ startsAt: 60, minutes: 240 });
});

it('prefers the programme of Saturday or Sunday to that of the weekend', () => {
  const only = (title: string): BroadcastDay => [{ from: '05:00', title, synopsis: 'All day.' }];
  const week = { weekday: only('Work'), weekend: only('Rest'), sunday: only('Church') };
  expect(slotsOfWeek(week, NONE).map(({ title }) => title)).toEqual([
    'Work',
    'Work',
    'Work',
    'Work',
    'Work',
    'Rest',
    'Church',
  ]);
});

it('takes words and rating from what it plays: of a show each day the next episode', () => {
  const words = { title: 'Show', ratingAge: 'PG', ratingAdvice: ['V'] };
  const recordings: Recordings = {
    videos: new Map([['film', { ...words, title: 'Film', synopsis: 'A film.' }]]),
    episodes: new Map([
      ['show', [1, 2].map((at) => ({ ...words, synopsis: `Part ${at}.`, episode: `show-${at}` }))],
    ]),
  };
  const day: BroadcastDay = [
    { from: '05:00', show: 'show' },
    { from: '07:00', video: 'film' },
  ];
  const [first, film, second] = slotsOfWeek({ weekday: day }, recordings);
  expect(first).toMatchObject({ ...words, synopsis: 'Part 1.', video: null, episode: 'show-1' });
  expect(second).toMatchObject({ synopsis: 'Part 2.', episode: 'show-2' });
  expect(film).toMatchObject({ title: 'Film', video: 'film', episode: null, startsAt: 420 });
  expect(() => slotsOfWeek({ weekday: [{ from: '05:00', show: 'x' }] }, recordings)).toThrow();
});
