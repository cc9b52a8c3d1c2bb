import { synonymsOf } from '@bonisa/domain/catalogue/search-synonyms';
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
 * A is the entry's own name, B its credits or parents, C its channel, category and genre, D its
 * synopses.
 */
export type Weights = 'A' | 'AB' | '';

export interface SearchText {
  /** At most {@link MAX_WORDS}, at least one. */
  readonly words: readonly string[];
  /** The words without separators. */
  readonly joined: string;
}

/** Reads a typed text; `undefined` if it has neither a letter nor a digit. */
export function readSearchText(text: string): SearchText | undefined {
  const words = wordsOf(text).slice(0, MAX_WORDS);
  return words.length === 0 ? undefined : { words, joined: joined(words) };
}

/** A word, or another that means the same. */
function orAlike(sought: { readonly word: string; readonly begins?: boolean }): Sought {
  const alike = synonymsOf(sought.word);
  return alike.length === 0 ? sought : { any: [sought, ...alike.map((word) => ({ word }))] };
}

/** All the words, whole. */
export function wholeWords({ words }: SearchText): Sought {
  return { all: words.map((word) => orAlike({ word })) };
}

/** All the words, of which the last may be half typed. */
export function halfTyped({ words }: SearchText): Sought {
  return {
    all: words.map((word, place) => orAlike({ word, begins: place === words.length - 1 })),
  };
}

/**
 * The condition for the index instead of {@link halfTyped}. One or two letters begin half of all
 * words: among other words they are only checked afterwards, and alone they match as a whole word.
 */
export function forIndex(text: SearchText): Sought {
  const last = text.words.at(-1) ?? '';
  if (last.length >= LEAST_BEGINNING) return halfTyped(text);
  return text.words.length === 1
    ? wholeWords(text)
    : { all: text.words.slice(0, -1).map((word) => orAlike({ word })) };
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
