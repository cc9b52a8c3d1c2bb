import type {
  CategoryCard,
  ChannelCard,
  EpisodeCard,
  GenreCount,
  TitleCard,
} from '@bonisa/contract/page-data';
import type { SearchResult } from '@bonisa/contract/search.calls';
import {
  categoryCard,
  channelCard,
  episodeCard,
  genreCount,
  titleCard,
} from '../catalogue.presentation.ts';
import type { ReadingRepository } from '../catalogue-reading.repository.ts';

/** The kinds of entries that a list, a search result or a stored position can refer to. */
export type EntityKind = 'video' | 'show' | 'episode' | 'channel' | 'category' | 'genre' | 'person';

export interface Reference {
  readonly kind: EntityKind;
  readonly id: number;
}

/** A card with its kind, in the same shape as on pages. */
export type Card = SearchResult;
type ReadonlyCard =
  | TitleCard
  | EpisodeCard
  | ({ readonly kind: 'channel' } & ChannelCard)
  | ({ readonly kind: 'category' } & CategoryCard)
  | ({ readonly kind: 'genre' } & GenreCount)
  | {
      readonly kind: 'person';
      readonly slug: string;
      readonly name: string;
      readonly titleCount: number;
    };
export type Cards = ReturnType<typeof createCards>;

/** Returns the key of a reference in the result of `cardsOf`. */
export function referenceKey({ kind, id }: Reference): string {
  return `${kind}:${id}`;
}

/**
 * Reads cards by reference, for my list, resume positions and search. Sends one statement for each
 * kind, for any number of references.
 */
export function createCards({ reading }: { reading: ReadingRepository }) {
  /** The cards of the references that are visible at `now`, by {@link referenceKey}. */
  async function cardsOf(references: readonly Reference[], now: Date): Promise<Map<string, Card>> {
    const idsOf = (...kinds: EntityKind[]): number[] =>
      references.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
    const cards = new Map<string, Card>();
    const add = async <Row extends { readonly id: number }>(
      ids: number[],
      read: (ids: number[], now: Date) => Promise<readonly Row[]>,
      cardOf: (row: Row) => ReadonlyCard,
    ): Promise<void> => {
      if (ids.length === 0) return;
      for (const row of await read(ids, now)) {
        // The same shape without `readonly`, for the type's sake only.
        const card = cardOf(row) as Card;
        cards.set(referenceKey({ kind: card.kind, id: row.id }), card);
      }
    };
    await Promise.all([
      add(idsOf('video', 'show'), reading.titlesByIds, titleCard),
      add(idsOf('episode'), reading.episodesByIds, episodeCard),
      add(idsOf('channel'), reading.channelsByIds, (row) => ({
        kind: 'channel',
        ...channelCard(row),
      })),
      add(idsOf('category'), reading.categoriesByIds, (row) => ({
        kind: 'category',
        ...categoryCard(row),
      })),
      add(idsOf('genre'), reading.genresByIds, (row) => ({ kind: 'genre', ...genreCount(row) })),
      add(idsOf('person'), reading.peopleByIds, ({ slug, name, titleCount }) => ({
        kind: 'person',
        slug,
        name,
        titleCount,
      })),
    ]);
    return cards;
  }

  return {
    cardsOf,

    /**
     * Finds a reference by kind and id, or by kind and slug. `undefined` means: not visible at
     * `now`. A category cannot be found by slug, because its slug is unique in its channel only.
     */
    async findReference(
      named:
        | { kind: EntityKind; id: number }
        | { kind: Exclude<EntityKind, 'category'>; slug: string },
      now: Date,
    ): Promise<Reference | undefined> {
      const id = 'id' in named ? named.id : await reading.idBySlug(named.kind, named.slug);
      if (id === undefined) return undefined;
      const reference = { kind: named.kind, id };
      return (await cardsOf([reference], now)).has(referenceKey(reference)) ? reference : undefined;
    },
  };
}
