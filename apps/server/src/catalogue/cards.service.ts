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
} from './catalogue.presentation.ts';
import type { ReadingRepository } from './catalogue-reading.repository.ts';

/** What a list, a search result or a remembered position may name. */
export type EntityKind = 'video' | 'show' | 'episode' | 'channel' | 'category' | 'genre' | 'person';

export interface Reference {
  readonly kind: EntityKind;
  readonly id: number;
}

/** A card with its kind, as calls answer it: of every kind the one shape that pages know. */
export type Card = SearchResult;
export type CardOf<Kind extends EntityKind> = Extract<Card, { kind: Kind }>;
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

/** The key of a reference in the answer of `cardsOf`. */
export function referenceKey({ kind, id }: Reference): string {
  return `${kind}:${id}`;
}

/**
 * Cards by reference, for what keeps references of its own (my list, resume, search): what is not
 * visible now is not among the answers. One statement for each kind that is asked for, however many
 * references there are.
 */
export function createCards({ reading }: { reading: ReadingRepository }) {
  /** The cards of those that are visible, by {@link referenceKey}. */
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
        // A card of a page is never written to; calls know the same shape without `readonly`.
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
     * What a kind and an id, or a kind and a slug, name where it is visible now; a category has no
     * slug of its own.
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
