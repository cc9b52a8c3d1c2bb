import type { ReadingRepository } from '@bonisa/content/catalogue-reading.repository';
import type { Cards } from '@bonisa/content/reading/cards.service';
import type { MembershipReading } from '@bonisa/content/reading/memberships.repository';
import type { Clock } from '@bonisa/kit/clock/clock';
import { inBatches } from '@bonisa/kit/database/in-batches';
import { type Card, keyOf, type Reference, type ViewerCatalogue } from './viewer-catalogue.port.ts';

export interface ViewerCatalogueSources {
  readonly reading: Pick<ReadingRepository, 'playableBySlug' | 'neighboursOf'>;
  readonly memberships: MembershipReading;
  readonly cards: Cards;
  readonly clock: Clock;
}

/** Implements the viewer's port with the catalogue's services at the current time. */
export function createViewerCatalogue({
  reading,
  memberships,
  cards,
  clock,
}: ViewerCatalogueSources): ViewerCatalogue {
  return {
    find: async (title) => {
      const found = await cards.findReference(title, clock.now());
      return found && { ...found, kind: title.kind };
    },
    // The catalogue answers only the kinds that were asked for, and a list knows all of those.
    cardsOf: inBatches(async (asked: readonly (readonly Reference[])[]) => {
      const found = (await cards.cardsOf(asked.flat(), clock.now())) as ReadonlyMap<string, Card>;
      return asked.map(() => found);
    }),
    inChannel: async (slug, references) =>
      new Set((await memberships.membersOf(slug, references)).map(keyOf)),
    showSlugs: (ids) => memberships.titleSlugs(ids),
    nextEpisode: async (showId, episodeId) => {
      const now = clock.now();
      const { next } = await reading.neighboursOf(showId, episodeId, now);
      if (next === null) return undefined;
      const reference = { kind: 'episode' as const, id: next };
      const card = (await cards.cardsOf([reference], now)).get(keyOf(reference));
      return card?.kind === 'episode' ? card : undefined;
    },
    assetOf: async (slug) => (await reading.playableBySlug(slug, clock.now()))?.assetId,
    isPlayable: async (slug) => (await reading.playableBySlug(slug, clock.now())) !== undefined,
  };
}
