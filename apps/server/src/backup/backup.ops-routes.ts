import type { FastifyInstance } from 'fastify';
import type { OpenDatabase } from '../platform/database.ts';
import { AppError } from '../platform/http/app-error.ts';

/**
 * Which process answered: whoever asks has found it by a port, and wants the one that holds a
 * folder.
 */
export const PROCESS_HEADER = 'x-bonisa-process';

/**
 * `POST /ops/backup`: the embedded database as it is between two statements, as `npm run backup`
 * keeps it. It holds numbers, and no secrets: those are added by the command, which may read them.
 */
export function registerBackupOps(
  operations: FastifyInstance,
  { pglite }: Pick<OpenDatabase, 'pglite'>,
): void {
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
}
