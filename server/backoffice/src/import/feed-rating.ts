import { RATING_ADVICE, RATING_AGES } from '@bonisa/contract/studio/catalogue-entries';
import { type Node, textOf } from './feed-xml.ts';

/** The rating of a feed's item by the Film and Publication Board, out of those that it has. */

export interface FeedRating {
  /** A rating of the catalogue, or what the feed says, by which the item is refused. */
  readonly age: string;
  readonly advice?: readonly string[];
}

const OURS = /fpb|south-?africa|\bza\b/i;
/** What they rate is not what ours rate: PG of the MPAA is no PG of ours. */
const OTHERS = /mpaa|v-?chip|\btv\b|fsk|bbfc|acb|cnc|csa|pegi|usk|esrb|eirin|kijkwijzer/i;
/**
 * The ratings of ours that are no younger than those of systems that feeds have, too.
 * The map is in `docs/import.md`.
 */
const MAPS: readonly {
  readonly scheme: RegExp;
  readonly ages: Readonly<Record<string, string>>;
}[] = [
  {
    scheme: /mpaa/i,
    ages: { G: 'A', PG: '10-12PG', 'PG-13': '13', R: '18', 'NC-17': '18' },
  },
  {
    scheme: /v-?chip|\btv\b/i,
    ages: {
      ...{ 'TV-Y': 'A', 'TV-G': 'A', 'TV-Y7': '7-9PG', 'TV-Y7-FV': '7-9PG' },
      ...{ 'TV-PG': '10-12PG', 'TV-14': '16', 'TV-MA': '18' },
    },
  },
];
const RATING = /^(A|PG|7-9 ?PG|10-12 ?PG|13|16|18)(?![0-9])[ (,-]*([A-Z ,/]*)\)?$/;

/**
 * The rating of the board counts, then one that names no board, then that of another board: by
 * {@link MAPS}, or it refuses the item. Of several the one for the oldest viewers counts.
 * `nonadult` says nothing.
 */
export function feedRating(ratings: readonly unknown[]): FeedRating | undefined {
  const given = ratings.flatMap((one) => {
    const text = textOf(one)?.toUpperCase();
    const scheme = textOf((one as Node)['@scheme']) ?? '';
    return text === undefined || text === 'NONADULT' ? [] : [{ text, scheme }];
  });
  const isOther = ({ scheme }: { scheme: string }): boolean => OTHERS.test(scheme);
  const ours = given.filter(({ scheme }) => OURS.test(scheme));
  const plain = given.filter((one) => !isOther(one));
  const [first, ...more] =
    ours.length + plain.length > 0
      ? (ours.length > 0 ? ours : plain).map(({ text }) => ratingIn(text))
      : given.map(mapped);
  if (!first) return undefined;
  return more.reduce((oldest, one) => (rank(one) > rank(oldest) ? one : oldest), first);
}

/** The rating of ours for one of another system; without one, what refuses the item. */
function mapped({ text, scheme }: { text: string; scheme: string }): FeedRating {
  const map = MAPS.find((one) => one.scheme.test(scheme));
  return { age: map?.ages[text] ?? `${text} (${scheme})` };
}

const rank = ({ age }: FeedRating): number => (RATING_AGES as readonly string[]).indexOf(age);

/** `16LV` and `16 (L, V)` with the letters of their advice. */
function ratingIn(text: string): FeedRating {
  const [, age, letters = ''] = RATING.exec(text.replaceAll('–', '-')) ?? [];
  const advice = letters
    .split(/[ ,/]+/)
    .filter(Boolean)
    .map(lettersIn);
  if (age === undefined || advice.some((one) => one === undefined)) return { age: text };
  const known = { age: age.replace(' ', '') };
  return advice.length > 0
    ? { ...known, advice: [...new Set(advice.flatMap((one) => one ?? []))] }
    : known;
}

/** The advice of a word: one, or one a letter; SV within others may be either. */
function lettersIn(word: string): readonly string[] | undefined {
  const all: readonly string[] = RATING_ADVICE;
  if (all.includes(word)) return [word];
  if (/SV|CT|IAT/.test(word)) return undefined;
  return [...word].every((letter) => all.includes(letter)) ? [...word] : undefined;
}
