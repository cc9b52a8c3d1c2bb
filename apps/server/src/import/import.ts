import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { publicAddressesOf } from '../platform/public-address.ts';
import { type ImportRoutesParts, importStudioRoutes } from './import.studio-routes.ts';
import { createImportHistoryRepository } from './import-history.repository.ts';
import { createImportHistory } from './import-history.service.ts';
import { importHistoryRoutes } from './import-history.studio-routes.ts';

/** Imports through the studio, and the list of those that were written. */
export function createImports({
  db,
  clock,
  artwork,
}: Pick<ImportRoutesParts, 'artwork'> & { readonly db: Database; readonly clock: Clock }) {
  const history = createImportHistory({ repository: createImportHistoryRepository(db), clock });
  return {
    studioRoutes: [
      importStudioRoutes({ artwork, addressesOf: publicAddressesOf }),
      importHistoryRoutes(history),
    ],
    purge: history.purge,
  };
}
