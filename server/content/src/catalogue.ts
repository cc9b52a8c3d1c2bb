import { thumbhashOf } from '@bonisa/artwork/painter';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { FileStore } from '@bonisa/kit/files/file-store';
import type { Packages } from '@bonisa/money/packages/packages';
import { createCatalogueService } from './catalogue.service.ts';
import { createCatalogueChanges } from './catalogue-changes.repository.ts';
import { createReadingRepository } from './catalogue-reading.repository.ts';
import { createBatchRepository } from './editing/batch.repository.ts';
import { deletedStudioRoutes } from './editing/deleted.routes.ts';
import { catalogueStudioRoutes } from './editing/editing.routes.ts';
import {
  createDeleted,
  createEntries,
  createEntriesEditing,
  type EntryMediaOn,
} from './editing/editing.ts';
import { entriesStudioRoutes } from './editing/entries.routes.ts';
import { giveFirstShelf } from './editing/first-shelf.ts';
import { createListsRepository } from './editing/lists.repository.ts';
import { listsStudioRoutes } from './editing/lists.routes.ts';
import { createEntryLists } from './editing/lists.service.ts';
import { createLiveWeeks } from './editing/live-weeks.service.ts';
import { programmeStudioRoutes } from './editing/programme.routes.ts';
import type { StoredCaptions } from './editing/returning-entry.ts';
import { createVersionsRepository } from './editing/versions.repository.ts';
import { purgeDated } from './live-programmes.purge.ts';
import { createLiveRecordings } from './live-recording.ts';
import { createUploadedArtworkRepository } from './pictures/uploaded-artwork.repository.ts';
import { createUploadedArtwork } from './pictures/uploaded-artwork.service.ts';
import { createPreviewReading } from './reading/preview-reading.ts';
import { createDraftProgramming, createProgrammingReads } from './reading/programming.service.ts';
import { ensureIndex } from './search/search-index.ts';
import { createTitleMediaRepository } from './title-media.repository.ts';
import { createTitleMedia } from './title-media.service.ts';
import { createTitlePlays } from './title-plays.repository.ts';

export interface CatalogueDependencies {
  readonly packages: Pick<Packages, 'sold'>;
  readonly db: Database;
  readonly files: FileStore;
  readonly clock: Clock;
  /** Which media there is: a later module has it. */
  readonly entryMediaOn: EntryMediaOn;
  /** Which captions of deleted titles are still there, of the same module. */
  readonly storedCaptions: StoredCaptions;
}

export type Catalogue = ReturnType<typeof createCatalogue>;

/** Builds the catalogue: what is written, and its version. Call `start` before reading. */
export function createCatalogue({
  packages,
  db,
  files,
  clock,
  entryMediaOn,
  storedCaptions,
}: CatalogueDependencies) {
  const reading = createReadingRepository(db);
  const service = createCatalogueService({
    reading,
    changes: createCatalogueChanges(db),
    clock,
    pricesChanged: packages.sold.epoch,
  });
  const drafts = createPreviewReading(db);
  const entriesEditing = createEntriesEditing({
    ...{ db, service, thumbhashOf, files, entryMediaOn },
  });
  const written = { db, editing: entriesEditing, entryMediaOn };
  const entries = createEntries({ ...written, clock });
  const weeks = createLiveWeeks({ entries, editing: entriesEditing });
  const listing = createListsRepository(db);
  const lists = createEntryLists({ repository: listing, clock, media: entryMediaOn(db) });
  return {
    reading,
    /** The same with drafts: what a preview shows. */
    drafts,
    service,
    /** Writes entries by the caller's own keys. */
    editing: entriesEditing,
    /** Makes videos of recordings of live channels. */
    liveRecordings: createLiveRecordings({
      repository: createBatchRepository(db),
      editing: entriesEditing,
    }),
    /** The calls of the studio. */
    studioRoutes: [
      catalogueStudioRoutes({ editing: entriesEditing }),
      entriesStudioRoutes({ entries, editing: entriesEditing, clock }),
      deletedStudioRoutes({ deleted: createDeleted({ ...written, storedCaptions }), entries }),
      listsStudioRoutes({ lists, repository: listing, editing: entriesEditing }),
      programmeStudioRoutes({
        ...{ weeks, reading, clock },
        names: createBatchRepository(db),
      }),
    ],
    /** Reads and writes the weeks of live channels. */
    weeks,
    /** Gives entries pictures that were uploaded. */
    artwork: createUploadedArtwork({
      reading: createUploadedArtworkRepository(db),
      repositoryOn: createUploadedArtworkRepository,
      files,
      editing: entriesEditing,
      clock,
    }),
    /** The media and the captions of videos and episodes. */
    titleMedia: createTitleMedia({
      reading: createTitleMediaRepository(db),
      repositoryOn: createTitleMediaRepository,
      versionsOn: createVersionsRepository,
      mediaOn: entryMediaOn,
      change: service.changeEntries,
    }),
    /** What the live channels play. */
    programming: createProgrammingReads({ reading, clock }).programming,
    /** What the live channels play now that viewers do not have. */
    draftProgramming: createDraftProgramming({ drafts, reading, clock }),
    titlePlays: createTitlePlays(db),
    /** Gives a catalogue that never had an entry a shelf of its newest titles. */
    giveFirstShelf: () => giveFirstShelf(db, entriesEditing),
    /** Removes dated programmes that were over long ago: viewers see them from yesterday on. */
    purge: (): Promise<void> => purgeDated(db, clock.now()),
    /** `long`: a database whose statements may take minutes, to rebuild an index. */
    start: async (long: Database): Promise<void> => {
      await ensureIndex(long);
      await service.start();
    },
  };
}
