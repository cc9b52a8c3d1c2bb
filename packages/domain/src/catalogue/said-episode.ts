import { editDistance, mostEdits } from './edit-distance.ts';

/** An episode that a typed text names by its number, and the other words: those of its show. */
export interface SaidEpisode {
  readonly season?: number;
  readonly episode?: number;
  readonly words: readonly string[];
}

/** Words for an episode and a season in the languages of the site, folded as the search does. */
const EPISODE = ['episode', 'episodes', 'aflewering', 'isiqephu', 'isiqendu', 'karolo'];
const SEASON = ['season', 'series', 'seisoen', 'isizini', 'sehla'];
/** Short forms: one error away from too many other words. */
const SHORT_EPISODE = new Set(['ep', 'eps', 'epi', 'epis', 'epsd', 'aflev', 'afl']);
const SHORT_SEASON = new Set(['seas', 'ssn']);
/** Between the number and the name of the show: `episode 2 of Isibane`. */
const OF = new Set([
  'of',
  'from',
  'in',
  'on',
  'van',
  'uit',
  'se',
  'sa',
  'sika',
  'ya',
  'ka',
  'ye',
  'ea',
  'la',
]);
const NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const ORDINALS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');
/** Longer numbers are no season's and no episode's. */
const NUMBER = /^0*([1-9]\d{0,3})$/;
const COUNTED = /^0*([1-9]\d{0,3})(?:st|nd|rd|th|de|ste)$/;
/** `s1e2`, `s01ep02` and `1x02`; `s1`, `e2`, `ep2` and `episode2`. */
const BOTH = /^(?:s0*([1-9]\d{0,2})ep?|0*([1-9]\d{0,2})x)0*([1-9]\d{0,3})$/;
const ATTACHED = /^(\p{L}+)0*([1-9]\d{0,3})$/u;

/**
 * Reads folded words in which an episode or a season is said by its number, in any order and with
 * typing errors: `episod 2 of isibane`, `isibane s1e2`. `undefined`: none is.
 */
export function saidEpisode(words: readonly string[]): SaidEpisode | undefined {
  const numbers: { season?: number; episode?: number } = {};
  const rest: string[] = [];
  for (let place = 0; place < words.length; ) {
    const found = partAt(words, place);
    if (!found || (found.kind !== 'both' && numbers[found.kind] !== undefined)) {
      rest.push(words[place] ?? '');
      place += 1;
      continue;
    }
    if (found.kind === 'both') Object.assign(numbers, found.numbers);
    else numbers[found.kind] = found.number;
    place += found.length;
    if (place < words.length && OF.has(words[place] ?? '')) place += 1;
  }
  return Object.keys(numbers).length === 0 ? undefined : { ...numbers, words: rest };
}

type Part =
  | { readonly kind: 'season' | 'episode'; readonly number: number; readonly length: number }
  | {
      readonly kind: 'both';
      readonly numbers: { readonly season: number; readonly episode: number };
      readonly length: 1;
    };

/** What is said by the words from a place on. */
function partAt(words: readonly string[], place: number): Part | undefined {
  const [word = '', next = ''] = words.slice(place, place + 2);
  const both = BOTH.exec(word);
  if (both)
    return {
      kind: 'both',
      numbers: { season: Number(both[1] ?? both[2]), episode: Number(both[3]) },
      length: 1,
    };
  const [, letters = '', digits] = ATTACHED.exec(word) ?? [];
  const attached = letters === 'e' ? 'episode' : letters === 's' ? 'season' : kindOf(letters);
  if (attached && digits) return { kind: attached, number: Number(digits), length: 1 };
  const after = numberOf(next);
  const countedKind = kindOf(word);
  if (countedKind && after) return { kind: countedKind, number: after, length: 2 };
  const counted = ordinalOf(word);
  const following = kindOf(next);
  return counted && following ? { kind: following, number: counted, length: 2 } : undefined;
}

function numberOf(word: string): number | undefined {
  const digits = NUMBER.exec(word)?.[1];
  return digits ? Number(digits) : placeIn(NUMBERS, word);
}

function ordinalOf(word: string): number | undefined {
  const digits = COUNTED.exec(word)?.[1];
  return digits ? Number(digits) : placeIn(ORDINALS, word);
}

/** From 1 on. */
function placeIn(list: readonly string[], word: string): number | undefined {
  return list.indexOf(word) + 1 || undefined;
}

function kindOf(word: string): 'season' | 'episode' | undefined {
  if (SHORT_EPISODE.has(word) || isNearly(word, EPISODE)) return 'episode';
  return SHORT_SEASON.has(word) || isNearly(word, SEASON) ? 'season' : undefined;
}

function isNearly(word: string, names: readonly string[]): boolean {
  return names.some((name) => editDistance(word, name) <= mostEdits(word));
}
