import type { TitleCard } from '@bonisa/contract/page-data';

type Searchable = Pick<TitleCard, 'title' | 'genre' | 'language'>;

/** Titles in which every typed word begins a word of the title, its genre or its language; accents and case do not matter. */
export function matching<Title extends Searchable>(titles: readonly Title[], text: string): Title[] {
  const wanted = words(text);
  return titles.filter((title) => {
    const there = words(`${title.title} ${title.genre} ${title.language.name}`);
    return wanted.every((word) => there.some((candidate) => candidate.startsWith(word)));
  });
}

function words(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
