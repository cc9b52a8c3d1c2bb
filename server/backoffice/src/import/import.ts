import type { LiveWeeks } from '@bonisa/content/editing/live-weeks.service';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { publicAddressesOf } from '@bonisa/kit/public-address';
import { type ImportRoutesParts, importStudioRoutes } from './import.studio-routes.ts';
import { createImportHistoryRepository } from './import-history.repository.ts';
import { createImportHistory } from './import-history.service.ts';
import { importHistoryRoutes } from './import-history.studio-routes.ts';
import { createImportReader } from './read-import.ts';
import { xmltvStudioRoutes } from './xmltv.studio-routes.ts';

export type Imports = ReturnType<typeof createImports>;

/** Imports through the studio, and the list of those that were written. */
export function createImports({
  db,
  clock,
  artwork,
  library,
  weeks,
}: Pick<ImportRoutesParts, 'artwork' | 'library'> & {
  readonly db: Database;
  readonly clock: Clock;
  readonly weeks: LiveWeeks;
}) {
  const history = createImportHistory({ repository: createImportHistoryRepository(db), clock });
  const reader = createImportReader();
  return {
    studioRoutes: [
      importStudioRoutes({ artwork, library, reader, addressesOf: publicAddressesOf }),
      importHistoryRoutes(history),
      xmltvStudioRoutes({ weeks, reader, clock }),
    ],
    purge: history.purge,
  };
}
