/**
 * Which processes run on a database now, and what of them concerns the others: the keys that they
 * know, and whether they must be the only one. Each writes a line when it starts and four times a
 * minute, and removes it when it stops; one that is older than a minute is of a process that died.
 */
import { and, eq, gt, like, lte, ne, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Clock } from '../clock/clock.ts';
import { type Database, lockFor } from './database.ts';
import { installationFacts } from './installation.tables.ts';

const PREFIX = 'process ';
const EVERY_MS = 15_000;
/** Four missed lines: the process has died, or has no database. */
const DEAD_AFTER_MS = 60_000;

const line = z.object({
  role: z.string(),
  /** Ids: of the key that signs, then of those that are accepted beside it. */
  keys: z.tuple([z.string()], z.string()),
  /** The setting for which no other process may run on the database; '' where others may. */
  alone: z.string(),
});

export type LiveProcess = z.output<typeof line>;

/** A line is also in the database's copies, where its process does not run. */
const stored = line.extend({ database: z.string() });
const thisDatabase = sql<string>`(select oid::text from pg_database where datname = current_database())`;

/** Holds the places of all processes until the transaction ends: starts judge one after another. */
export function lockProcesses(tx: Database): Promise<void> {
  return lockFor(tx, 'live processes');
}

/** The processes that run at `now`, which no test moves, without the one of an id. */
export async function liveProcesses(db: Database, now: Date, without = ''): Promise<LiveProcess[]> {
  const rows = await db
    .select({ value: installationFacts.value, database: thisDatabase })
    .from(installationFacts)
    .where(
      and(
        like(installationFacts.name, `${PREFIX}%`),
        ne(installationFacts.name, PREFIX + without),
        gt(installationFacts.at, new Date(now.getTime() - DEAD_AFTER_MS)),
      ),
    );
  return rows.flatMap(({ value, database }) => {
    // A process of another release may write other lines.
    const read = stored.safeParse(JSON.parse(value));
    if (!read.success || read.data.database !== database) return [];
    const { database: _here, ...process } = read.data;
    return [process];
  });
}

/** Writes the line of a process, and removes those of the dead. */
export async function writeLine(
  db: Database,
  { id, process, now }: { id: string; process: LiveProcess; now: Date },
): Promise<void> {
  const { rows } = (await db.execute(sql`select ${thisDatabase} as oid`)) as unknown as {
    rows: { oid: string }[];
  };
  const row = { value: JSON.stringify({ ...process, database: rows[0]?.oid }), at: now };
  await db
    .insert(installationFacts)
    .values({ name: PREFIX + id, ...row })
    .onConflictDoUpdate({ target: installationFacts.name, set: row });
  const dead = lte(installationFacts.at, new Date(now.getTime() - 2 * DEAD_AFTER_MS));
  await db.delete(installationFacts).where(and(like(installationFacts.name, `${PREFIX}%`), dead));
}

/**
 * Throws where a setting of this process or of one that runs allows only one process on a database.
 */
export function refuseCompany(alone: string, others: readonly LiveProcess[]): void {
  if (alone !== '' && others.length > 0)
    throw new Error(
      `${alone}: only one process may run on this database then, and ${others.length === 1 ? 'one runs' : `${others.length} run`} already`,
    );
  const single = others.find((other) => other.alone !== '');
  if (single)
    throw new Error(
      `DATABASE_URL: a process runs on this database that must be the only one (${single.alone})`,
    );
}

/** Keeps the line of a process fresh; `stop` removes it. */
export function startLine(parts: {
  readonly db: Database;
  readonly id: string;
  readonly process: LiveProcess;
  readonly time: Clock;
  readonly away: () => boolean;
  readonly logger: Pick<Logger, 'debug'>;
}): { stop(): Promise<void> } {
  const { db, id, process, time, away, logger } = parts;
  let writing: Promise<void> | undefined;
  const write = (): void => {
    if (away()) return;
    writing = writeLine(db, { id, process, now: time.now() }).catch((error: unknown) =>
      // The watch of the database logs an outage; the next line says that the process lives.
      logger.debug({ err: error }, 'the line of this process could not be written'),
    );
  };
  const timer = setInterval(write, EVERY_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await writing;
      if (away()) return;
      await db
        .delete(installationFacts)
        .where(eq(installationFacts.name, PREFIX + id))
        .catch((error: unknown) =>
          logger.debug({ err: error }, 'the line of this process could not be removed'),
        );
    },
  };
}
