import type { Cards } from '../catalogue/cards.service.ts';
import type { ReadingRepository } from '../catalogue/catalogue-reading.repository.ts';
import type { MembershipReading } from '../catalogue/reading/memberships.repository.ts';
import type { Clock } from '../platform/clock.ts';
import { type Card, keyOf, type ViewerCatalogue } from './viewer-catalogue.port.ts';

export interface ViewerCatalogueSources {
  readonly reading: Pick<ReadingRepository, 'playableBySlug'>;
  readonly memberships: MembershipReading;
  readonly cards: Cards;
  readonly clock: Clock;
}

/** The catalogue as it is now, in the words of lists and positions. */
export function createViewerCatalogue({
  reading,
  memberships,
  cards,
  clock,
}: ViewerCatalogueSources): ViewerCatalogue {
  return {
    find: async (named) => {
      const found = await cards.findReference(named, clock.now());
      return found && { ...found, kind: named.kind };
    },
    // Asked for by kinds that a list knows, it answers no others.
    cardsOf: async (references) =>
      (await cards.cardsOf(references, clock.now())) as ReadonlyMap<string, Card>,
    inChannel: async (slug, references) =>
      new Set((await memberships.membersOf(slug, references)).map(keyOf)),
    showSlugs: (ids) => memberships.titleSlugs(ids),
    isPlayable: async (slug) => (await reading.playableBySlug(slug, clock.now())) !== undefined,
  };
}
