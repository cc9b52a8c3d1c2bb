import { thumbhashOf } from '@bonisa/artwork/painter';
import { type CatalogueService, createCatalogueService } from '@bonisa/content/catalogue.service';
import { createCatalogueChanges } from '@bonisa/content/catalogue-changes.repository';
import { createReadingRepository } from '@bonisa/content/catalogue-reading.repository';
import { createEntriesEditing } from '@bonisa/content/editing/editing';
import type { EditingService } from '@bonisa/content/editing/editing.service';
import { ensureIndex } from '@bonisa/content/search/search-index';
import { type Clock, createMovableClock } from '@bonisa/kit/clock/clock';
import { clockState } from '@bonisa/kit/clock/clock-state';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import type { FileStore } from '@bonisa/kit/files/file-store';
import { createEntryMedia } from '@bonisa/media/studio/entry-media';
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
