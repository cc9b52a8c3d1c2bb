import type { LiveChannelCard } from '@bonisa/contract/live-page-data';
import type { Language } from '@bonisa/contract/title-facts';
import { languageName } from '@bonisa/domain/language';
import type { Clock } from '../../platform/clock/clock.ts';
import { type Card, type Cards, type EntityKind, referenceKey } from '../reading/cards.service.ts';
import { matchingLive } from './live-matches.ts';
import type { Hit, Hits, NameHit, SearchRepository } from './search.repository.ts';
import { readSearchText, type SearchText } from './search-query.ts';
import { correctionOf, wordsToLookUp } from './slips.ts';

export const DEFAULT_LIMIT = 20;
export const MOST_SUGGESTIONS = 8;

export interface SearchParts {
  readonly repository: SearchRepository;
  readonly cardsOf: Cards['cardsOf'];
  /** All live channels with what is on now. */
  readonly liveChannels: () => Promise<readonly LiveChannelCard[]>;
  readonly clock: Clock;
}

/** The request; no kinds: all of them. */
export interface SearchAsked {
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
  readonly kind: EntityKind;
  readonly path: string;
}

export type Search = ReturnType<typeof createSearch>;

/**
 * Finds visible entries for a typed text: as typed, and corrected only if nothing matches. A text
 * without a word finds nothing.
 */
export function createSearch({ repository, cardsOf, liveChannels, clock }: SearchParts) {
  const correct = async (text: SearchText) =>
    correctionOf(text, await repository.knownWords(wordsToLookUp(text)));

  return {
    /** One page of matches, best first. `total` counts at most a few thousand. */
    async find({
      text,
      kinds = [],
      offset = 0,
      limit = DEFAULT_LIMIT,
      language,
    }: SearchAsked): Promise<SearchFound> {
      const typed = readSearchText(text);
      if (!typed) return { results: [], total: 0, offset, limit, languages: [], live: [] };
      const request = { kinds, now: clock.now(), offset, limit, language };
      const live =
        kinds.length === 0 && offset === 0 ? matchingLive(typed, await liveChannels()) : [];
      const { total, languages, page } = await typedOrCorrected(
        () => repository.find(typed, request),
        async () => {
          const corrected = await correct(typed);
          return corrected ? await repository.findCorrected(corrected, request) : NOTHING;
        },
        (hits) => !hits.any,
      );
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

    /** Names that the viewer may be typing, the likeliest first. */
    async suggest(text: string, asked: number = MOST_SUGGESTIONS): Promise<Suggestion[]> {
      const typed = readSearchText(text);
      if (!typed) return [];
      const limit = Math.min(asked, MOST_SUGGESTIONS);
      // Several matches may share a name, so more are read than returned.
      const request = { kinds: [], now: clock.now(), offset: 0, limit: limit * 3 };
      const names = await typedOrCorrected(
        () => repository.names(typed, request),
        async () => {
          const corrected = await correct(typed);
          return corrected ? await repository.namesCorrected(corrected, request) : [];
        },
        (found) => found.length === 0,
      );
      return uniqueNames(names).slice(0, limit);
    },
  };
}

/** Genres and people have no picture: the index has everything on their cards. */
function ownCard({ kind, name, path, titleCount }: Hit): Card | undefined {
  const slug = path.slice(path.lastIndexOf('/') + 1);
  if (kind === 'genre') return { kind, slug, title: name, titleCount: titleCount ?? 0 };
  if (kind === 'person') return { kind, slug, name, titleCount: titleCount ?? 0 };
  return undefined;
}

const NOTHING: Hits = { total: 0, any: false, languages: [], page: [] };

/** Each language once, by name. */
function languagesOf(codes: readonly string[]): Language[] {
  return [...new Set(codes)]
    .map((code) => ({ code, name: languageName(code) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

async function typedOrCorrected<Found>(
  typed: () => Promise<Found>,
  corrected: () => Promise<Found>,
  isNothing: (found: Found) => boolean,
): Promise<Found> {
  const found = await typed();
  return isNothing(found) ? await corrected() : found;
}

/**
 * Two entries of a kind may have the same name (many shows have an episode 'Home'): one of them is
 * suggested.
 */
function uniqueNames(names: readonly NameHit[]): Suggestion[] {
  const told = new Map<string, Suggestion>();
  for (const { name, kind, path } of names) {
    const key = `${kind}:${name}`;
    if (!told.has(key)) told.set(key, { text: name, kind, path });
  }
  return [...told.values()];
}
