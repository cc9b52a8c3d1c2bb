import { expect, it } from 'vitest';
import { type BroadcastDay, slotsOfWeek } from './broadcast-week.ts';

const DAY: BroadcastDay = [
  { from: '05:00', title: 'Early', synopsis: 'Early.' },
  { from: '20:00', title: null },
  { from: '23:00', title: 'Late', synopsis: ['One.', 'Two.'] },
  { from: '01:00', title: 'Later', synopsis: 'Later.', ratingAge: '13', ratingAdvice: ['L'] },
];

it('lasts each programme until the next one starts, and leaves pauses out', () => {
  const unrated = { ratingAge: 'A', ratingAdvice: [] };
  expect(slotsOfWeek({ weekday: DAY, weekend: DAY }).slice(0, 3)).toEqual([
    { startsAt: 300, minutes: 900, title: 'Early', synopsis: 'Early.', ...unrated },
    { startsAt: 1380, minutes: 120, title: 'Late', synopsis: 'One.', ...unrated },
    {
      startsAt: 1500,
      minutes: 240,
      title: 'Later',
      synopsis: 'Later.',
      ratingAge: '13',
      ratingAdvice: ['L'],
    },
  ]);
});

it('shows the next synopsis on the next day', () => {
  const slots = slotsOfWeek({ weekday: DAY, weekend: DAY });
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
  const slots = slotsOfWeek({ weekday: DAY, weekend: DAY });
  expect(slots.at(-1)).toMatchObject({ startsAt: 60, minutes: 240 });
});

it('prefers the programme of Saturday or Sunday to that of the weekend', () => {
  const only = (title: string): BroadcastDay => [{ from: '05:00', title, synopsis: 'All day.' }];
  const week = { weekday: only('Work'), weekend: only('Rest'), sunday: only('Church') };
  expect(slotsOfWeek(week).map(({ title }) => title)).toEqual([
    'Work',
    'Work',
    'Work',
    'Work',
    'Work',
    'Rest',
    'Church',
  ]);
});
