import { say } from '../words/words.ts';
import type { SearchResult } from './search.store.ts';

/** The groups of search results. */
export type GroupName = 'titles' | 'episodes' | 'people' | 'channels' | 'categories' | 'genres';

export const GROUP_WORDS: Readonly<Record<GroupName, () => string>> = {
  titles: () => say('search.titles'),
  episodes: () => say('search.episodes'),
  people: () => say('listing.people'),
  channels: () => say('title.channels'),
  categories: () => say('title.categories'),
  genres: () => say('title.genres'),
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
  const { text } = found;
  const count = found.total + (found.live?.length ?? 0);
  return count === 0 ? say('search.nothing', { text }) : say('search.found', { count, text });
}
