// A1
import { describe, expect, it } from 'vitest';
import { cacheSearches } from './cached-searches.ts';
import type { Hits, SearchRequest } from './search.repository.ts';
import { asTyped, readSearchText } from './search-query.ts';

const START = new Date('2026-11-30T18:00:00Z');
const later = new Date(START.getTime() + 5000);
const REQUEST: SearchRequest = { kinds: [], now: START, offset: 0, limit: 20 };

function remembered() {
  let version = 1;
  const asked: SearchRequest[] = [];
  const searches = cacheSearches({
    repository: {
      find: async (_, request): Promise<Hits> => {
        asked.push(request);
        return { total: asked.length, any: true, languages: [], page: [] };
      },
      knownWords: async () => ({ exact: new Set(), alike: new Map() }),
    },
    version: () => version,
    clock: { now: () => START },
  });
  const find = async (text: string, request = REQUEST) => {
    const read = readSearchText(text);
    if (!read) throw new Error('no words');
    return (await searches.find(asTyped(read), request)).total;
  };
  const publish = (): void => {
    version += 1;
  };
  return { asked, find, publish };
}

describe('remembered searches', () => {
  it('ask the database once for the same text, whenever and however often', async () => {
    const { asked, find } = remembered();
    await Promise.all([find('isibane'), find('Isibane!'), find('isibane')]);
    await find('isibane', { ...REQUEST, now: later });
    expect(asked).toEqual([REQUEST]);
  });

  it('ask again for another page, another language and after a publication', async () => {
    const { asked, find, publish } = remembered();
    await find('isibane');
    await find('isibane', { ...REQUEST, offset: 20 });
    await find('isibane', { ...REQUEST, language: 'zu' });
    publish();
    expect(await find('isibane', { ...REQUEST, now: later })).toBe(4);
    expect(asked.at(-1)?.now).toBe(later);
  });
});
