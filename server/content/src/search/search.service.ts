import type { LiveChannelCard } from '@bonisa/contract/live-page-data';
import type { Language } from '@bonisa/contract/title-facts';
import type { Names } from '@bonisa/domain/catalogue/names';
import { languageName } from '@bonisa/domain/language';
import type { Clock } from '@bonisa/kit/clock/clock';
import { nameOf } from '../catalogue.presentation.ts';
import { type Card, type Cards, type EntityKind, referenceKey } from '../reading/cards.service.ts';
import { matchingLive, wordsOfLive } from './live-matches.ts';
import type { Hit, Hits, SearchRepository, SearchRequest } from './search.repository.ts';
import {
  asCorrected,
  asTyped,
  LEAST_BEGINNING,
  type Question,
  readSearchText,
  type SearchText,
  type Sought,
  withoutNumbers,
} from './search-query.ts';
import { correctionOf, wordsToLookUp } from './spelling-correction.ts';

export const DEFAULT_LIMIT = 20;
export const MOST_SUGGESTIONS = 8;
/** The places of suggestions that live channels do not lose to names. */
const LIVE_SUGGESTIONS = 2;

export interface SearchParts {
  readonly repository: SearchRepository;
  readonly cardsOf: Cards['cardsOf'];
  /** All live channels with what is on now. */
  readonly liveChannels: () => Promise<readonly LiveChannelCard[]>;
  readonly clock: Clock;
}

/** The request; no kinds: all of them. */
export interface SearchQuery {
  readonly text: string;
  readonly kinds?: readonly EntityKind[];
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
  /** Only what has this audio language. */
  readonly language?: string | undefined;
}

export interface SearchFound {
  readonly results: readonly Card[];
  readonly total: number;
  readonly offset: number;
  readonly limit: number;
  /** The audio languages of everything that fits, whichever is asked for. */
  readonly languages: readonly Language[];
  /** Live channels that fit, in the first page of a search of all kinds. */
  readonly live: readonly LiveChannelCard[];
}

/** A name of the catalogue, and its page. */
export interface Suggestion {
  readonly text: string;
  readonly names?: Names;
  readonly kind: EntityKind;
  readonly path: string;
}

export type Search = ReturnType<typeof createSearch>;

/**
 * Finds visible entries for a typed text: as typed, and corrected only if nothing matches. A text
 * without a word finds nothing.
 */
export function createSearch({ repository, cardsOf, liveChannels, clock }: SearchParts) {
  /**
   * What fits a text, the same for results and suggestions: as typed; with its words corrected;
   * and, where it says an episode that there is not, both without the number.
   */
  async function foundBy(text: SearchText, request: SearchRequest): Promise<Found> {
    const channels = request.kinds.length === 0 ? await liveChannels() : [];
    const ask = async (question: Question): Promise<Found> => ({
      ...(await repository.find(question, request)),
      live: matchingLive(question.half, channels),
    });
    const typed = await ask(asTyped(text));
    if (isAny(typed)) return typed;
    const corrected = await correct(text.said ?? text, channels);
    if (corrected) {
      const numbers = text.said?.numbers.map((word): Sought => ({ word })) ?? [];
      const found = await ask(asCorrected({ all: [corrected, ...numbers] }));
      if (isAny(found)) return found;
    }
    const rest = withoutNumbers(text);
    return rest ? await foundBy(rest, request) : typed;
  }

  async function correct(
    text: Pick<SearchText, 'words'>,
    channels: readonly LiveChannelCard[],
  ): Promise<Sought | undefined> {
    const known = await repository.knownWords(wordsToLookUp(text));
    return correctionOf(text, { ...known, others: channels.flatMap(wordsOfLive) });
  }

  return {
    /** One page of matches, best first. `total` counts at most a few thousand. */
    async find({
      text,
      kinds = [],
      offset = 0,
      limit = DEFAULT_LIMIT,
      language,
    }: SearchQuery): Promise<SearchFound> {
      const typed = readSearchText(text);
      if (!typed) return { results: [], total: 0, offset, limit, languages: [], live: [] };
      const request = { kinds, now: clock.now(), offset, limit, language };
      const { total, languages, page, ...found } = await foundBy(typed, request);
      const live = offset === 0 ? found.live : [];
      const cards = await cardsOf(
        page.filter((hit) => !ownCard(hit)),
        request.now,
      );
      return {
        results: page.flatMap((hit) => ownCard(hit) ?? cards.get(referenceKey(hit)) ?? []),
        total,
        offset,
        limit,
        languages: languagesOf([...languages, ...live.map((channel) => channel.language.code)]),
        live: language ? live.filter((channel) => channel.language.code === language) : live,
      };
    },

    /**
     * The names of the best results: only those with the words in the name, where any has; then
     * live channels that fit, for which a few places are kept.
     */
    async suggest(text: string, asked: number = MOST_SUGGESTIONS): Promise<Suggestion[]> {
      const typed = readSearchText(text);
      if (!typed) return [];
      const limit = Math.min(asked, MOST_SUGGESTIONS);
      // Several matches may share a name, so more are read than returned.
      const request = { kinds: [], now: clock.now(), offset: 0, limit: limit * 3 };
      const { page, live } = await foundBy(typed, request);
      const ownNameHits = page.filter((hit) => hit.named);
      const names = uniqueNames(ownNameHits.length > 0 ? ownNameHits : page);
      const channels = typed.joined.length < LEAST_BEGINNING ? [] : live.map(ofLive);
      const kept = Math.min(channels.length, LIVE_SUGGESTIONS);
      return [...names.slice(0, limit - kept), ...channels].slice(0, limit);
    },
  };
}

function ofLive({ title, slug, category }: LiveChannelCard): Suggestion {
  return { text: title, kind: 'channel', path: `/live/${category.slug}/${slug}` };
}

/** Genres and people have no picture: the index has everything on their cards. */
function ownCard({ kind, name, names, path, titleCount }: Hit): Card | undefined {
  const slug = path.slice(path.lastIndexOf('/') + 1);
  if (kind === 'genre') return { kind, ...nameOf(slug, name, names), titleCount: titleCount ?? 0 };
  if (kind === 'person') return { kind, slug, name, titleCount: titleCount ?? 0 };
  return undefined;
}

interface Found extends Hits {
  readonly live: readonly LiveChannelCard[];
}

function isAny({ any, live }: Found): boolean {
  return any || live.length > 0;
}

/** Each language once, by name. */
function languagesOf(codes: readonly string[]): Language[] {
  return [...new Set(codes)]
    .map((code) => ({ code, name: languageName(code) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/**
 * Two entries of a kind may have the same name (many shows have an episode 'Home'): one of them is
 * suggested.
 */
function uniqueNames(names: readonly Hit[]): Suggestion[] {
  const suggested = new Map<string, Suggestion>();
  for (const { name, names: own, kind, path } of names) {
    const key = `${kind}:${name}`;
    if (!suggested.has(key))
      suggested.set(key, { text: name, ...(own && { names: own }), kind, path });
  }
  return [...suggested.values()];
}
