import { expect, it } from 'vitest';
import { readFeed } from './mrss-source.ts';

const read = (ratings: string) =>
  readFeed(
    `<rss><channel><item><guid>a</guid><title>T</title>${ratings}</item></channel></rss>`,
  ).rows.map(({ row }) => [row.ratingAge, row.ratingAdvice])[0];
const rating = (text: string, scheme?: string): string =>
  `<media:rating${scheme ? ` scheme="${scheme}"` : ''}>${text}</media:rating>`;

it.each([
  ['16LV', '16', ['L', 'V']],
  ['16 (L, V)', '16', ['L', 'V']],
  ['18 SV', '18', ['SV']],
  ['13 L/V/L', '13', ['L', 'V']],
  ['10-12 PG', '10-12PG', undefined],
  ['7–9PG', '7-9PG', undefined],
  ['pg', 'PG', undefined],
])('the rating %s of a feed is %s with the advice %j', (text, age, advice) => {
  expect(read(rating(text))).toEqual([age, advice]);
});

it.each([
  ...[['G', 'A'] as const, ['PG', '10-12PG'] as const, ['PG-13', '13'] as const],
  ...[['R', '18'] as const, ['NC-17', '18'] as const],
])('the rating %s of the MPAA is %s', (text, age) => {
  expect(read(rating(text, 'urn:mpaa'))).toEqual([age, undefined]);
});

it.each([
  ...[['TV-Y', 'A'] as const, ['TV-G', 'A'] as const, ['tv-y7', '7-9PG'] as const],
  ...[['TV-PG', '10-12PG'] as const, ['TV-14', '16'] as const, ['TV-MA', '18'] as const],
])('the rating %s of American television is %s', (text, age) => {
  for (const scheme of ['urn:v-chip', 'urn:tv'])
    expect(read(rating(text, scheme))).toEqual([age, undefined]);
});

it.each([
  [rating('PG', 'urn:mpaa') + rating('18', 'urn:fpb'), '18'],
  [rating('R', 'urn:mpaa') + rating('TV-14', 'urn:v-chip'), '18'],
  [rating('18', 'urn:fsk') + rating('13'), '13'],
  [rating('nonadult', 'urn:simple') + rating('16'), '16'],
  [rating('PG') + rating('16'), '16'],
  [rating('18') + rating('13', 'http://www.fpb.org.za'), '13'],
  [rating('nonadult', 'urn:simple'), undefined],
])('of the ratings %s ours counts, for the oldest viewers', (ratings, age) => {
  expect(read(ratings)?.[0]).toBe(age);
});

it.each([
  [rating('X', 'urn:mpaa'), 'X \\(urn:mpaa\\)'],
  [rating('TV-13', 'urn:v-chip'), 'TV-13 \\(urn:v-chip\\)'],
  [rating('16', 'urn:acb'), '16 \\(urn:acb\\)'],
  [rating('PG-13'), 'PG-13'],
  [rating('16 LSV'), '16 LSV'],
  [rating('13+'), '13\\+'],
])('an item that is rated %s alone is refused by it', (ratings, said) => {
  expect(() => read(ratings)).toThrow(new RegExp(`item 0: ratingAge: '${said}' is no rating`));
});
