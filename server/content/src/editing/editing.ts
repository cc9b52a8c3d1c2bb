import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { FileStore } from '@bonisa/kit/files/file-store';
import { AppError } from '@bonisa/kit/http/app-error';
import { createPackageRepository } from '@bonisa/money/packages/package.repository';
import type { CatalogueService } from '../catalogue.service.ts';
import { artworkKey } from '../pictures/entry-artwork.ts';
import { cutThumbhash } from '../pictures/uploaded-picture.ts';
import { forget } from '../search/search-index.ts';
import type { EntryMedia } from './batch.media.ts';
import type { Drawing, ThumbhashOf } from './batch.pictures.ts';
import { createBatchRepository } from './batch.repository.ts';
import { createDeletedRepository } from './deleted.repository.ts';
import { createDeletedService, type DeletedService } from './deleted.service.ts';
import { createDeletionRepository } from './deletion.repository.ts';
import { createEditingService, type EditingService } from './editing.service.ts';
import { createEntriesService, type EntriesService } from './entries.service.ts';
import { createPublishingRepository } from './publishing.repository.ts';
import type { StoredCaptions } from './returning-entry.ts';
import { createVersionsRepository } from './versions.repository.ts';

/** The media store, asked and told where the catalogue reads or writes. */
export type EntryMediaOn = (db: Database) => EntryMedia;

/** Builds the editing service on the catalogue's own transactions. */
export function createEntriesEditing({
  db,
  service,
  entryMediaOn,
  ...drawing
}: DrawingParts & {
  readonly db: Database;
  readonly service: Pick<CatalogueService, 'changeEntries'>;
  readonly entryMediaOn: EntryMediaOn;
}): EditingService {
  const partsOf = (on: Database) => ({
    repository: createBatchRepository(on),
    deletion: createDeletionRepository(on),
    packages: createPackageRepository(on),
    versions: createVersionsRepository(on),
    media: entryMediaOn(on),
  });
  return createEditingService({
    reading: partsOf(db),
    drawing: createDrawing(drawing),
    change: (work) =>
      service.changeEntries((transaction, now) =>
        work(
          {
            ...partsOf(transaction),
            database: transaction,
            forget: (entries) => forget(transaction, entries),
          },
          now,
        ),
      ),
  });
}

interface WrittenParts {
  readonly db: Database;
  readonly editing: EditingService;
  readonly entryMediaOn: EntryMediaOn;
}

/** Builds what is read and written of single entries. */
export function createEntries({
  db,
  editing,
  entryMediaOn,
  clock,
}: WrittenParts & { readonly clock: Clock }): EntriesService {
  const repository = createBatchRepository(db);
  return createEntriesService({
    editing,
    repository,
    versions: createVersionsRepository(db),
    publishing: createPublishingRepository(db, repository),
    media: entryMediaOn(db),
    clock,
  });
}

/** Builds the list of deleted entries and their return. */
export function createDeleted({
  db,
  editing,
  entryMediaOn,
  storedCaptions,
}: WrittenParts & { readonly storedCaptions: StoredCaptions }): DeletedService {
  return createDeletedService({
    editing,
    repository: createBatchRepository(db),
    versions: createVersionsRepository(db),
    deleted: createDeletedRepository(db),
    media: entryMediaOn(db),
    storedCaptions,
  });
}

export interface DrawingParts {
  readonly thumbhashOf: ThumbhashOf;
  /** Where uploaded pictures lie. */
  readonly files: Pick<FileStore, 'read'>;
}

/** Makes placeholders; that of an uploaded picture from its file. */
function createDrawing({ thumbhashOf, files }: DrawingParts): Drawing {
  return {
    thumbhashOf,
    async thumbhashOfUpload(given) {
      const stored = await files.read(artworkKey(given.id));
      if (!stored) throw new AppError('not_found', 'The picture is not in the store any more.');
      return await cutThumbhash(stored.bytes, given);
    },
  };
}
