import { ENTRY_KINDS } from '@bonisa/contract/studio/entry-kinds';
import { expect, it } from 'vitest';
import { countedHanging } from './kinds.ts';

it('says what goes with a deleted entry in plain plurals', () => {
  const words = (what: string) => [countedHanging(what, 1), countedHanging(what, 3)];
  expect(words('credits')).toEqual(['1 credit', '3 credits']);
  expect(words('shelves')).toEqual(['1 place on a shelf', '3 places on shelves']);
  expect(words('shelf')).toEqual(['1 shelf', '3 shelves']);
  expect(words('category')).toEqual(['1 category', '3 categories']);
  expect(words('liveChannel')).toEqual(['1 live channel', '3 live channels']);
  expect(words('title')).toEqual(['1 title', '3 titles']);
  for (const kind of ENTRY_KINDS) expect(countedHanging(kind, 2)).not.toMatch(/ss$|ys$|[A-Z]/);
});
