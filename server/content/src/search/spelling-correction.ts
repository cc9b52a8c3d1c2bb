import { editDistance, LEAST_TO_MEND, mostEdits } from '@bonisa/domain/catalogue/edit-distance';
import { SYNONYM_WORDS, synonymsOf } from '@bonisa/domain/catalogue/search-synonyms';
import { MAX_WORD } from './folding.ts';
import { orAlike, type SearchText, type Sought } from './search-query.ts';

/**
 * Corrects typed words that match nothing: words in the catalogue's names that differ by one or two
 * errors, and words that were joined or separated. The database says in between which words exist.
 */

/** The most corrections of one word. */
const MOST_ALTERNATIVES = 8;
/** The least letters in a part of a joined word. */
const LEAST_PART = 2;
/** Letters as they sound, and as English writes them: nite, foto, kwik. */
const AS_IT_SOUNDS = [
  ['ite', 'ight'],
  ['f', 'ph'],
  ['kw', 'qu'],
] as const;

/**
 * The questions to the database: which of `exact` exist, and which words are similar to each of
 * `mended`.
 */
export interface WordsToLookUp {
  readonly exact: readonly string[];
  readonly mended: readonly string[];
}

/** The database's answers. */
export interface IndexedWords {
  readonly exact: ReadonlySet<string>;
  /** By typed word, the most similar first. */
  readonly alike: ReadonlyMap<string, readonly string[]>;
}

export interface KnownWords extends IndexedWords {
  /** Words that are not in the index: those of live channels. */
  readonly others: readonly string[];
}

type Words = Pick<SearchText, 'words'>;

/** The words that the database must be asked about before {@link correctionOf} can decide. */
export function wordsToLookUp({ words }: Words): WordsToLookUp {
  const exact = new Set<string>(words);
  for (const word of words) for (const part of partings(word).flat()) exact.add(part);
  for (const word of words)
    for (const other of [...swaps(word), ...respelt(word)]) exact.add(other);
  for (const { together } of neighbours(words)) exact.add(together);
  return {
    exact: [...exact],
    mended: [...new Set(words.filter((word) => word.length >= LEAST_TO_MEND))],
  };
}

/**
 * The corrections; `undefined` if more than half of the words are similar to no known word. A word
 * without a correction is omitted; a known word may get alternatives too, but not one that means
 * the same as others: it is no typing error, though nothing has it.
 */
export function correctionOf({ words }: Words, known: KnownWords): Sought | undefined {
  const meant = words.map((word, place) => alternativesOf(word, place === words.length - 1, known));
  const pairs = neighbours(words).filter(({ together }) => known.exact.has(together));
  const found = words.filter(
    (_, place) =>
      meant[place] !== undefined ||
      pairs.some((pair) => pair.place === place || pair.place + 1 === place),
  );
  if (found.length * 2 < words.length || found.length === 0) return undefined;
  const all: Sought[] = [];
  for (let place = 0; place < words.length; place++) {
    const pair = pairs.find((candidate) => candidate.place === place);
    const sought = meant[place];
    if (!pair) {
      if (sought) all.push(sought);
      continue;
    }
    const other = meant[place + 1];
    const together: Sought = { word: pair.together, begins: place + 2 === words.length };
    all.push(sought && other ? { any: [{ all: [sought, other] }, together] } : together);
    place += 1;
  }
  return { all };
}

/** The alternatives of one word; `undefined`: none. */
function alternativesOf(word: string, isLast: boolean, known: KnownWords): Sought | undefined {
  if (synonymsOf(word).length > 0) return orAlike({ word, begins: isLast });
  const any: Sought[] = [];
  if (known.exact.has(word) || known.others.includes(word)) any.push({ word, begins: isLast });
  for (const near of nearestWords(word, known, isLast)) any.push(orAlike({ word: near }));
  for (const [left, right] of partings(word)) {
    if (known.exact.has(left) && known.exact.has(right))
      any.push({ all: [{ word: left }, { word: right }] });
  }
  return any.length === 0 ? undefined : { any };
}

/**
 * The known words with the fewest errors against this one; of equally near words the most similar.
 */
function nearestWords(
  word: string,
  { exact, alike, others }: KnownWords,
  isLast: boolean,
): string[] {
  const most = mostEdits(word);
  if (most === 0) return [];
  const near = new Map<string, number>();
  for (const other of [...SYNONYM_WORDS, ...others])
    if (Math.abs(other.length - word.length) <= most) near.set(other, editDistance(word, other));
  for (const other of [
    ...swaps(word).filter((swapped) => exact.has(swapped)),
    ...(alike.get(word) ?? []),
  ])
    near.set(other, editDistance(word, other, isLast));
  for (const other of respelt(word)) if (exact.has(other)) near.set(other, 1);
  near.delete(word);
  const distances = [...near].map(([other, slips]) => ({ other, slips }));
  const fewest = Math.min(most, ...distances.map(({ slips }) => slips));
  return distances
    .filter(({ slips }) => slips <= fewest)
    .slice(0, MOST_ALTERNATIVES)
    .map(({ other }) => other);
}

/** Every way to separate a word in two. */
function partings(word: string): [string, string][] {
  const letters = [...word];
  const parted: [string, string][] = [];
  for (let place = LEAST_PART; place <= letters.length - LEAST_PART; place++) {
    parted.push([letters.slice(0, place).join(''), letters.slice(place).join('')]);
  }
  return parted;
}

/**
 * A short word with two swapped neighbours has hardly a trigram in common with the correct one, so
 * every swap is tried.
 */
function swaps(word: string): string[] {
  const letters = [...word];
  if (letters.length < LEAST_TO_MEND) return [];
  return letters
    .slice(1)
    .map((second, place) =>
      [...letters.slice(0, place), second, letters[place], ...letters.slice(place + 2)].join(''),
    );
}

/** A word that was typed as it sounds has too little in common with the correct one, too. */
function respelt(word: string): string[] {
  if (word.length < LEAST_TO_MEND) return [];
  return AS_IT_SOUNDS.map(([heard, spelt]) => word.replaceAll(heard, spelt)).filter(
    (other) => other !== word,
  );
}

/** Every two adjacent words, joined. */
function neighbours(words: readonly string[]): { place: number; together: string }[] {
  return words.slice(0, -1).flatMap((word, place) => {
    const together = word + (words[place + 1] ?? '');
    return together.length <= MAX_WORD ? [{ place, together }] : [];
  });
}
