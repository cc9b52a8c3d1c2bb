import type { LiveChannelCard } from '@bonisa/contract/live-page-data';
import { describe, expect, it } from 'vitest';
import { MOST_LIVE, matchingLive } from './live-matches.ts';
import { asTyped, readSearchText } from './search-query.ts';

const channel = (slug: string, title: string, more: object = {}) =>
  ({
    slug,
    title,
    tagline: 'All day.',
    category: { slug: 'sport', title: 'Sport' },
    language: { code: 'zu', name: 'isiZulu' },
    now: null,
    ...more,
  }) as unknown as LiveChannelCard;

const CHANNELS = [
  channel('arena', 'Arena', { now: { title: 'Kwêla Sunrise' } }),
  channel('kwela', 'Kwela TV', {
    category: { slug: 'music', title: 'Music', names: { af: 'Musiek' } },
  }),
];
const found = (text: string, channels = CHANNELS): string[] => {
  const typed = readSearchText(text);
  return typed ? matchingLive(asTyped(typed).half, channels).map(({ slug }) => slug) : [];
};

describe('the live channels that fit a search', () => {
  it.each<[string, string[]]>([
    ['arena', ['arena']],
    ['aren', ['arena']],
    ['kwela', ['kwela', 'arena']],
    ['sunrise', ['arena']],
    ['sport isizulu', ['arena']],
    ['live', ['arena', 'kwela']],
    ['live music', ['kwela']],
    ['musiek', ['kwela']],
    ['kwela xqzw', []],
  ])('for %j are those with every word, names first', (text, slugs) => {
    expect(found(text)).toEqual(slugs);
  });

  it('are few, however many fit', () => {
    const many = Array.from({ length: 200 }, (_, n) => channel(`c${n}`, `Arena ${n}`));
    expect(found('arena', many)).toHaveLength(MOST_LIVE);
  });
});
