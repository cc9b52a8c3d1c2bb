import type { Clock } from '@bonisa/kit/clock/clock';
import type { ReadingRepository } from './catalogue-reading.repository.ts';
import type { AiredCosts } from './live.presentation.ts';
import { createBrowsePages } from './reading/browse-pages.service.ts';
import { createCards } from './reading/cards.service.ts';
import { createGuideReads } from './reading/guide.service.ts';
import { LISTED_KINDS, type ListedKind, type ListedRow } from './reading/listing.repository.ts';
import { createLiveReads } from './reading/live.service.ts';
import { createTitleReads } from './reading/titles.service.ts';

export type CatalogueReading = ReturnType<typeof createCatalogueReading>;

/**
 * Everything that viewers read of the catalogue, by subject. Pages (`catalogue.page-data.ts`), the
 * content API (`content.routes.ts`), lists and search all read here. Returns only what is visible
 * at the clock's time.
 */
export function createCatalogueReading(parts: {
  reading: ReadingRepository;
  clock: Clock;
  airedCosts?: AiredCosts;
}) {
  const { reading, clock } = parts;
  return {
    ...createTitleReads(parts),
    ...createBrowsePages(parts),
    ...createLiveReads(parts),
    ...createGuideReads(parts),
    ...createCards(parts),

    /** The slugs of one kind. Categories of different channels may have the same slug. */
    slugs: async (kind: ListedKind): Promise<string[]> =>
      (await reading.listed(kind, clock.now())).map(({ slug }) => slug),

    /** The names of all visible entries, with the time of the last change of each and of all. */
    async inventory(): Promise<Inventory> {
      const now = clock.now();
      const [changedAt, ...rows] = await Promise.all([
        reading.lastChange(),
        ...LISTED_KINDS.map((kind) => reading.listed(kind, now)),
      ]);
      return {
        changedAt: changedAt ?? now,
        entries: LISTED_KINDS.flatMap((kind, index) =>
          (rows[index] ?? []).map((row) => ({ kind, ...row })),
        ),
      };
    },
  };
}

/** `entries` are grouped by kind, in the order of `LISTED_KINDS`. */
interface Inventory {
  readonly changedAt: Date;
  readonly entries: readonly (ListedRow & { readonly kind: ListedKind })[];
}
