import type { ReadingRepository } from '../catalogue/catalogue-reading.repository.ts';
import { createCards } from '../catalogue/reading/cards.service.ts';
import { createMembershipReading } from '../catalogue/reading/memberships.repository.ts';
import { eraserOf, type PersonalDataStore } from '../numbers/personal-data.port.ts';
import type { InTurn } from '../numbers/subscriber-turn.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { createListRepository } from './list.repository.ts';
import { createListService } from './list.service.ts';
import { createResumeRepository } from './resume.repository.ts';
import { createResumeService } from './resume.service.ts';
import { createViewerCatalogue } from './viewer-catalogue.ts';

/** Lists and positions outlive a subscription by a year (the privacy policy says so). */
const KEPT_AFTER_END_MS = 365 * 24 * 60 * 60_000;

export interface ViewerParts {
  readonly db: Database;
  readonly reading: ReadingRepository;
  readonly inTurn: InTurn;
  readonly clock: Clock;
}

/** What viewing keeps of a number: the list, and positions of playback. */
export function viewerPersonalData(db: Database): readonly PersonalDataStore[] {
  return [eraserOf(createListRepository(db)), eraserOf(createResumeRepository(db))];
}

/** Builds what a subscriber keeps: the list, and where playback was left. */
export function createViewer({ db, reading, inTurn, clock }: ViewerParts) {
  const catalogue = createViewerCatalogue({
    reading,
    memberships: createMembershipReading(db),
    cards: createCards({ reading }),
    clock,
  });
  const lists = createListRepository(db);
  const positions = createResumeRepository(db);
  return {
    /** Lets go of what nobody comes back to. */
    purge: async (): Promise<void> => {
      const before = new Date(clock.now().getTime() - KEPT_AFTER_END_MS);
      await lists.purge(before);
      await positions.purge(before);
    },
    catalogue,
    lists,
    positions,
    list: createListService({ repository: lists, catalogue, inTurn, clock }),
    resume: createResumeService({ repository: positions, catalogue, inTurn, clock }),
  };
}
