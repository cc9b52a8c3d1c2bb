import type { SeededRandom } from '@bonisa/artwork/seeded-random';
import type { GeneratedCatalogue } from './search.catalogue.ts';

/** A kind of query, and whether the intended title is among the first twenty results. */
interface QueryKind {
  readonly name: string;
  readonly make: (
    random: SeededRandom,
    made: GeneratedCatalogue,
  ) => { text: string; meant?: string };
}

/** The sorts of queries that are measured. */
export const SORTS: readonly QueryKind[] = [
  { name: 'the exact name', make: (random, { titles }) => sameBoth(random.pick(titles).title) },
  {
    name: 'half typed',
    make: (random, { titles }) => ({ text: halfOf(random.pick(titles).title) }),
  },
  {
    name: 'a slip',
    make: (random, { titles }) =>
      withTypingError(random.pick(titles.filter(longEnough)).title, random),
  },
  {
    name: 'other accents, punctuation, order',
    make: (random, { titles }) => withOtherSpelling(random.pick(titles).title),
  },
  { name: 'a person', make: (random, { people }) => sameBoth(random.pick(people)) },
  {
    name: 'a word and a genre',
    make: (random, { titles }) => ({ text: `${random.pick(titles).title.split(' ')[0]} drama` }),
  },
  {
    name: 'a genre, a language',
    make: (random) => ({
      text: random.pick(['drama', 'comedy', 'isizulu', 'venda', 'music', 'sport afrikaans']),
    }),
  },
  {
    name: 'one to three letters',
    make: (random, { titles }) => ({
      text: random.pick(titles).title.slice(0, random.between(1, 3)),
    }),
  },
  {
    name: 'nothing like it',
    make: (random) => ({
      text: Array.from({ length: 9 }, () => random.pick([...'qwxzjvkf'])).join(''),
    }),
  },
];

function sameBoth(name: string): { text: string; meant: string } {
  return { text: name, meant: name };
}

function halfOf(name: string): string {
  return name.slice(0, Math.max(3, Math.floor(name.length * 0.6)));
}

/** In a word of six letters or more, one letter is left out, doubled, or swapped with the next. */
function withTypingError(name: string, random: SeededRandom): { text: string; meant: string } {
  const words = name.split(' ');
  const place = random.pick(words.flatMap((word, at) => (word.length >= 6 ? [at] : [])));
  const word = words[place] ?? '';
  const at = random.between(1, word.length - 2);
  const kind = random.between(0, 2);
  const [letter = '', next = ''] = [word[at], word[at + 1]];
  const slipped =
    kind === 0
      ? word.slice(0, at) + word.slice(at + 1)
      : word.slice(0, at) +
        (kind === 1 ? letter + letter + next : next + letter) +
        word.slice(at + 2);
  return { text: words.with(place, slipped).join(' '), meant: name };
}

function longEnough({ title }: { title: string }): boolean {
  return title.split(' ').some((word) => word.length >= 6);
}

/**
 * Without accents, in capitals, with other characters between the words, and the words reversed.
 */
function withOtherSpelling(name: string): { text: string; meant: string } {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase();
  return { text: plain.split(' ').reverse().join(' - '), meant: name };
}
