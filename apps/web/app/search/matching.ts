import type { TitleCard } from '@bonisa/contract/page-data';

type Searchable = Pick<TitleCard, 'title' | 'genre' | 'language'>;

/**
 * Titles in which every typed word begins a word of the title or its genre, or stands in the name of its language (`zulu` in
 * `isiZulu`); accents and case do not matter.
 */
export function matching<Title extends Searchable>(titles: readonly Title[], text: string): Title[] {
  const wanted = words(text);
  return titles.filter((title) => {
    const there = words(`${title.title} ${title.genre}`);
    const language = words(title.language.name).join(' ');
    return wanted.every((word) => language.includes(word) || there.some((candidate) => candidate.startsWith(word)));
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
