import type { OpenDatabase } from '@bonisa/kit/database/database';
import { AppError } from '@bonisa/kit/http/app-error';
import type { OpsRoutes } from '@bonisa/kit/http/operations-listener';

/**
 * Names the process that answered. The backup command finds the server by its port and checks that
 * this is the process that holds the data folder.
 */
export const PROCESS_HEADER = 'x-bonisa-process';

/**
 * `POST /ops/backup`: a consistent dump of the embedded database, for `npm run backup`. The dump
 * contains phone numbers but no secrets; the command adds those, because it may read them.
 */
export function backupOpsRoutes({ pglite }: Pick<OpenDatabase, 'pglite'>): OpsRoutes {
  return (operations) => {
    operations.post('/ops/backup', async (_request, reply) => {
      if (!pglite)
        throw new AppError(
          'conflict',
          'The database is a PostgreSQL server: back it up with pg_dump.',
        );
      const dump = await pglite.dumpDataDir('gzip');
      return reply
        .header(PROCESS_HEADER, String(process.pid))
        .header('cache-control', 'no-store')
        .type('application/gzip')
        .send(Buffer.from(await dump.arrayBuffer()));
    });
  };
}
