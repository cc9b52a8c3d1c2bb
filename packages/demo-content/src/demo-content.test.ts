import { expect, it } from 'vitest';
import { readDemoContent } from './demo-content.ts';

it('names every genre, category and shelf in the other languages of the site', () => {
  const { genres, categories, shelves, liveCategories } = readDemoContent().catalogue;
  for (const { slug, names } of [...genres, ...categories, ...shelves, ...liveCategories])
    expect(Object.keys(names ?? {}), slug).toEqual(['zu', 'xh', 'af', 'st']);
});
