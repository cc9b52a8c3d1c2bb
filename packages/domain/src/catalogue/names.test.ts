import { expect, it } from 'vitest';
import { withNamesIn } from './names.ts';

const at = new Date(0);
const landscape = { base: '/pictures/a', widths: [320] };
const music = { title: 'Music', names: { zu: 'Umculo', af: 'Musiek' } };
const page = { at, none: null, cards: [{ landscape, genre: music }, { landscape }] };

it('keeps of each name that in one language', () => {
  const { cards } = withNamesIn(page, 'zu');
  expect(cards[0]).toEqual({ landscape, genre: { title: 'Music', names: { zu: 'Umculo' } } });
  expect(withNamesIn(music, 'st')).toEqual({ title: 'Music' });
  expect(withNamesIn(music)).toEqual({ title: 'Music' });
  // Others read the same answer.
  expect(music.names.af).toBe('Musiek');
});

it('keeps what has no names as the same object', () => {
  const { cards, ...rest } = withNamesIn(page, 'zu');
  expect(cards[0]?.landscape).toBe(landscape);
  expect(cards[1]).toBe(page.cards[1]);
  expect(rest.at).toBe(at);
  expect(withNamesIn(landscape, 'zu')).toBe(landscape);
});
