import type { Logger } from 'pino';
import { systemClock } from '../clock/clock.ts';
import type { ComparedClocks } from '../clock/clock-agreement.ts';
import { WITHOUT_DATABASE, watchDisk } from '../disk-watch.ts';
import type { Shutdown } from '../shutdown.ts';
import { type databaseConfigOf, serverOptionsOf } from './database.config.ts';
import { migrate, type OpenDatabase, openPglite, openPostgres } from './database.ts';
import { clockOffset, watchDatabase } from './database-watch.ts';
import { EmbeddedDatabaseError, freeBytes } from './embedded-folder.ts';

export interface DatabaseConfig extends ReturnType<typeof databaseConfigOf> {
  readonly dataDir: string;
}

/**
 * Opens the configured database, migrates it and watches it: `clocks` says whether a server has the
 * time of this machine.
 */
export async function openDatabase(
  config: DatabaseConfig,
  logger: Logger,
  shutdown: Shutdown,
  clocks: ComparedClocks,
): Promise<OpenDatabase> {
  const open = config.databaseUrl
    ? await openPostgres(config.databaseUrl, serverOptionsOf(config))
    : await openPglite(`${config.dataDir}/database`, systemClock.now());
  shutdown.add(() => open.close());
  if (open.pool) clocks.measured(await clockOffset(open.pool));
  if (config.databasePooled) await sayWhatAPoolerLacks(open, config, logger);
  await migrate(open).catch((error: unknown) => {
    throw explainMigration(config, error);
  });
  const watch = startWatch({ open, config, logger, clocks });
  shutdown.add(() => watch.stop());
  return open;
}

/** Names what does not work behind a pooler by transaction, once. */
async function sayWhatAPoolerLacks(
  { pool }: OpenDatabase,
  { databaseDirectUrl }: DatabaseConfig,
  logger: Logger,
): Promise<void> {
  if (!databaseDirectUrl)
    logger.warn(
      'DATABASE_POOLER: without DATABASE_DIRECT_URL no notices of changes arrive (they are looked for each 0.8 s), and long work, migrations too, takes connections of the pooler',
    );
  const limit = await pool?.query<{ limit: string }>(
    "select current_setting('statement_timeout') as limit",
  );
  if (limit?.rows[0]?.limit === '0')
    logger.warn(
      'DATABASE_POOLER: the server does not limit statements outside of transactions: alter role … set statement_timeout, or connect_query of PgBouncer',
    );
}

/**
 * Tables that our migrations do not expect: another release made them. Migrations run in one
 * transaction, so nothing has changed. Any other error stays as it is.
 */
function explainMigration({ databaseUrl, dataDir }: DatabaseConfig, error: unknown): unknown {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  const { code, message } = Object(cause) as { code?: unknown; message?: unknown };
  if (typeof code !== 'string' || !UNEXPECTED_TABLES.test(code)) return error;
  const what = `is of another release, and this one cannot migrate it (${String(message)}); nothing was changed: start the release that made it, or`;
  return databaseUrl
    ? new Error(`DATABASE_URL: the database ${what} choose an empty database`, { cause: error })
    : new EmbeddedDatabaseError(
        `the database in ${dataDir}/database ${what} choose another DATA_DIR (see 'The embedded database' in docs/recovery.md)`,
        error,
      );
}

/** PostgreSQL's codes for tables, columns and other objects that exist already or are missing. */
const UNEXPECTED_TABLES = /^42(?:P0[1-8]|70[1-4]|71[0-3]|723|883)$/;

/** A server may become unreachable; the embedded database needs space on the disk. */
function startWatch({
  open: { state, pool, longPool, probe },
  config: { dataDir },
  logger,
  clocks,
}: {
  readonly open: OpenDatabase;
  readonly config: DatabaseConfig;
  readonly logger: Logger;
  readonly clocks: ComparedClocks;
}): { stop: () => Promise<void> } {
  const free = () => freeBytes(dataDir);
  if (pool && longPool && probe) {
    const server = watchDatabase({ probe, state, pools: [pool, longPool], logger, clocks });
    const own = { readOnlySince: undefined };
    const disk = watchDisk({ free, state: own, logger, says: WITHOUT_DATABASE });
    return { stop: async () => void (await Promise.all([server.stop(), disk.stop()])) };
  }
  return watchDisk({ free, state, logger });
}
