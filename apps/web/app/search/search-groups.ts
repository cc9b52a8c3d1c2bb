import type { SearchResult } from './search.store.ts';

/** The groups of search results. */
export type GroupName = 'titles' | 'episodes' | 'people' | 'channels' | 'categories' | 'genres';

export const GROUP_WORDS: Readonly<Record<GroupName, string>> = {
  titles: 'Shows and videos',
  episodes: 'Episodes',
  people: 'People',
  channels: 'Channels',
  categories: 'Categories',
  genres: 'Genres',
};

const GROUP_OF: Readonly<Record<SearchResult['kind'], GroupName>> = {
  video: 'titles',
  show: 'titles',
  episode: 'episodes',
  person: 'people',
  channel: 'channels',
  category: 'categories',
  genre: 'genres',
};

export interface Group {
  readonly name: GroupName;
  readonly results: readonly SearchResult[];
}

/**
 * Results by group. The group of the best result comes first; within a group the better results do.
 */
export function groupResults(results: readonly SearchResult[]): Group[] {
  const groups = new Map<GroupName, SearchResult[]>();
  for (const result of results) {
    const name = GROUP_OF[result.kind];
    const group = groups.get(name);
    if (group) group.push(result);
    else groups.set(name, [result]);
  }
  return [...groups].map(([name, members]) => ({ name, results: members }));
}

/** The number of results, with the live channels, as text: `12 results for “zulu”`. */
export function foundWords(found: {
  readonly text: string;
  readonly total: number;
  readonly live?: readonly unknown[];
}): string {
  const total = found.total + (found.live?.length ?? 0);
  if (total === 0) return `Nothing found for “${found.text}”`;
  return `${total === 1 ? '1 result' : `${total} results`} for “${found.text}”`;
}
