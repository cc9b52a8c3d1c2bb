import { joined, wordsOf } from './folding.ts';

/**
 * What somebody typed, as the database is asked for it. Only words of `folding.ts` get in: nothing
 * has to be escaped but by quotes.
 */

/** More words than a name has: what comes after them is not looked at. */
export const MAX_WORDS = 8;
/**
 * A shorter beginning of a word fits too much to be looked up alone: then only names that begin
 * with it are found.
 */
export const LEAST_BEGINNING = 3;

/**
 * What must be there: a word (`begins`: or a longer one that begins so), one of several things, or
 * all of them.
 */
export type Sought =
  | { readonly word: string; readonly begins?: boolean }
  | { readonly any: readonly Sought[] }
  | { readonly all: readonly Sought[] };

/**
 * A is a thing's own name, B who made it or what it is part of, C where it stands, D what is told
 * of it.
 */
export type Weights = 'A' | 'AB' | '';

export interface SearchText {
  /** At most {@link MAX_WORDS}, at least one. */
  readonly words: readonly string[];
  /** Without what parts them. */
  readonly joined: string;
}

/** Reads what was typed; `undefined` where there is not one letter or digit in it. */
export function readSearchText(text: string): SearchText | undefined {
  const words = wordsOf(text).slice(0, MAX_WORDS);
  return words.length === 0 ? undefined : { words, joined: joined(words) };
}

/** All the words, whole. */
export function wholeWords({ words }: SearchText): Sought {
  return { all: words.map((word) => ({ word })) };
}

/** All the words, of which the last may be half typed. */
export function halfTyped({ words }: SearchText): Sought {
  return { all: words.map((word, place) => ({ word, begins: place === words.length - 1 })) };
}

/**
 * What an index is asked for in place of {@link halfTyped}: a last word of one or two letters
 * begins half of all words, so beside others it is only looked at afterwards, and alone it is taken
 * as it is.
 */
export function forIndex(text: SearchText): Sought {
  const last = text.words.at(-1) ?? '';
  if (last.length >= LEAST_BEGINNING) return halfTyped(text);
  return text.words.length === 1
    ? wholeWords(text)
    : { all: text.words.slice(0, -1).map((word) => ({ word })) };
}

/**
 * As PostgreSQL reads it: `('sun':*A & 'rise':A)`. Weights: where the words must stand; none:
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

/**
 * The least text that comes after every text which begins with `text`, where texts are compared
 * byte by byte.
 */
export function afterAllThatBegin(text: string): string {
  return `${text}\u{10FFFF}`;
}
