import { saidEpisode } from '@bonisa/domain/catalogue/said-episode';
import { synonymsBegunBy, synonymsOf } from '@bonisa/domain/catalogue/search-synonyms';
import { joined, wordsOf } from './folding.ts';

/**
 * A typed text as a database query. It contains only folded words (`folding.ts`), so quotes are the
 * only escaping.
 */

/** More words than any name has; the rest is ignored. */
export const MAX_WORDS = 8;
/**
 * A shorter prefix matches too many words to be looked up alone: then only names that begin with it
 * are found.
 */
export const LEAST_BEGINNING = 3;

/**
 * A condition: a word (`begins`: or a longer one with this prefix), one of several conditions, or
 * all of them.
 */
export type Sought =
  | { readonly word: string; readonly begins?: boolean }
  | { readonly any: readonly Sought[] }
  | { readonly all: readonly Sought[] };

/**
 * A is the entry's own name, B its credits, parents or names in other languages, C its channel,
 * category and genre, D its synopses.
 */
export type Weights = 'A' | 'AB' | '';

export interface SearchText {
  /** At most {@link MAX_WORDS}, at least one. */
  readonly words: readonly string[];
  /** The words without separators. */
  readonly joined: string;
  /** The same text, where it says an episode by its number. */
  readonly said?: SaidText | undefined;
}

interface SaidText {
  /** The other words; there may be none. */
  readonly words: readonly string[];
  /** The words by which the index has the numbers: `s1`, `e2`. */
  readonly numbers: readonly string[];
}

/** One question in the ways in which the database is asked. */
export interface Question {
  /** Names that begin with this text come first; `null`: none do. */
  readonly joined: string | null;
  readonly whole: Sought;
  readonly half: Sought;
  readonly index: Sought;
}

/** Reads a typed text; `undefined` if it has neither a letter nor a digit. */
export function readSearchText(text: string): SearchText | undefined {
  const all = wordsOf(text);
  const words = all.slice(0, MAX_WORDS);
  if (words.length === 0) return undefined;
  const episodeWords = saidEpisode(all);
  return { words, joined: joined(words), said: episodeWords && saidText(episodeWords) };
}

function saidText({ season, episode, words }: ReturnType<typeof saidEpisode> & object): SaidText {
  return {
    words: words.slice(0, MAX_WORDS),
    numbers: [...(season ? [`s${season}`] : []), ...(episode ? [`e${episode}`] : [])],
  };
}

/** Without the number of an episode; `undefined`: there is none, or nothing else. */
export function withoutNumbers({ said }: SearchText): SearchText | undefined {
  return said && said.words.length > 0
    ? { words: said.words, joined: joined(said.words) }
    : undefined;
}

/** The question of a text as it was typed. */
export function asTyped(text: SearchText): Question {
  return {
    joined: text.joined,
    whole: wholeWords(text),
    half: halfTyped(text),
    index: forIndex(text),
  };
}

/** The question of corrected words. */
export function asCorrected(sought: Sought): Question {
  return { joined: null, whole: sought, half: sought, index: sought };
}

/** A word, or another that means the same. */
export function orAlike(sought: { readonly word: string; readonly begins?: boolean }): Sought {
  const alike = sought.begins ? synonymsBegunBy(sought.word) : synonymsOf(sought.word);
  return alike.length === 0 ? sought : { any: [sought, ...alike.map((word) => ({ word }))] };
}

/** A condition for a text, or, where it says an episode, for the words and numbers of that. */
function orSaid(
  { words, said }: SearchText,
  condition: (words: readonly string[], begins: boolean) => readonly Sought[],
): Sought {
  const typed: Sought = { all: condition(words, true) };
  if (!said) return typed;
  const numbers = said.numbers.map((word) => ({ word }));
  // A word before the number is not half typed.
  const begins = said.words.at(-1) === words.at(-1);
  return { any: [typed, { all: [...condition(said.words, begins), ...numbers] }] };
}

/** All the words, whole. */
export function wholeWords(text: SearchText): Sought {
  return orSaid(text, (words) => words.map((word) => orAlike({ word })));
}

/** All the words, of which the last may be half typed. */
export function halfTyped(text: SearchText): Sought {
  return orSaid(text, (words, begins) =>
    words.map((word, place) => orAlike({ word, begins: begins && place === words.length - 1 })),
  );
}

/**
 * The condition for the index instead of {@link halfTyped}. One or two letters begin half of all
 * words: among other words they are only checked afterwards, and alone they match as a whole word.
 */
export function forIndex(text: SearchText): Sought {
  const last = text.words.at(-1) ?? '';
  if (last.length >= LEAST_BEGINNING) return halfTyped(text);
  if (text.words.length === 1) return wholeWords(text);
  return orSaid(text, (words, begins) =>
    words.slice(0, begins ? -1 : undefined).map((word) => orAlike({ word })),
  );
}

/**
 * In PostgreSQL's syntax: `('sun':*A & 'rise':A)`. Weights: where the words must occur; none:
 * anywhere.
 */
export function asTsquery(sought: Sought, weights: Weights = ''): string {
  if ('word' in sought) return `'${sought.word}'${label(sought.begins ?? false, weights)}`;
  const [parts, operator] = 'any' in sought ? [sought.any, ' | '] : [sought.all, ' & '];
  if (parts.length === 0) throw new Error('Nothing is sought.');
  return `(${parts.map((part) => asTsquery(part, weights)).join(operator)})`;
}

function label(begins: boolean, weights: Weights): string {
  const marks = `${begins ? '*' : ''}${weights}`;
  return marks === '' ? '' : `:${marks}`;
}

/** The smallest text after all texts with the prefix `text`, compared byte by byte. */
export function endOfPrefix(text: string): string {
  return `${text}\u{10FFFF}`;
}
