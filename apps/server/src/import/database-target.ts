import { thumbhashOf } from '@bonisa/artwork/painter';
import { type CatalogueService, createCatalogueService } from '../catalogue/catalogue.service.ts';
import { createCatalogueChanges } from '../catalogue/catalogue-changes.repository.ts';
import { createReadingRepository } from '../catalogue/catalogue-reading.repository.ts';
import type { EditingService } from '../catalogue/editing/editing.service.ts';
import { createEntriesEditing } from '../catalogue/editing/editing.ts';
import { ensureIndex } from '../catalogue/search/search-index.ts';
import { createEntryMedia } from '../media/studio/entry-media.ts';
import { type Clock, createMovableClock } from '../platform/clock/clock.ts';
import { clockState } from '../platform/clock/clock-state.ts';
import type { OpenDatabase } from '../platform/database/database.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import { createImportHistoryRepository } from './import-history.repository.ts';
import { createImportHistory } from './import-history.service.ts';
import type { ListingTarget } from './run-import.ts';

/** Who writes without a studio. */
const COMMAND = { kind: 'command', id: '', name: 'npm run import' } as const;

export interface DatabaseTarget extends ListingTarget {
  /** For the pictures, films and captions of the import. */
  readonly service: CatalogueService;
  readonly editing: EditingService;
  readonly clock: Clock;
}

/** A database, written by the editing service in this process. */
export async function databaseTarget(
  { db }: Pick<OpenDatabase, 'db'>,
  { dataDir }: { readonly dataDir: string },
  files: Pick<FileStore, 'read'>,
): Promise<DatabaseTarget> {
  const clock = createMovableClock(clockState(dataDir).read());
  const service = createCatalogueService({
    reading: createReadingRepository(db),
    changes: createCatalogueChanges(db),
    clock,
  });
  await ensureIndex(db);
  await service.start();
  const editing = createEntriesEditing({
    ...{ db, service, thumbhashOf, files },
    entryMediaOn: createEntryMedia,
  });
  const history = createImportHistory({ repository: createImportHistoryRepository(db), clock });
  return {
    service,
    editing,
    clock,
    apply: (rows) => editing.apply(rows),
    preview: (rows, assumed) => editing.preview(rows, { assumed }),
    report: async (id, report) => void (await history.report(id, report, COMMAND)),
  };
}
