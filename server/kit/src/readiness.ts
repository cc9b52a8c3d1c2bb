/**
 * Whether this process should receive visitors, and which part keeps it from that. The site tells
 * everybody only whether; the operators' listener names the parts.
 */
import { access } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { CLOCKS_AGREE, type ClockAgreement } from './clock/clock-agreement.ts';
import { type OpenDatabase, rowsOf } from './database/database.ts';
import { withTimeLimit } from './database/time-limit.ts';
import type { Drain } from './drain.ts';
import type { FileStore } from './files/file-store.ts';

export type Part =
  | 'start'
  | 'draining'
  | 'database'
  | 'migrations'
  | 'clock'
  | 'file_store'
  | 'fence';

export interface ReadinessReport {
  /** The parts without which no visitor should come; none: ready. */
  readonly notReady: readonly Part[];
  /** The parts without which much still works: pages and sign-ups need no media. */
  readonly degraded: readonly Part[];
}

export interface Readiness {
  /** Sets whether everything has been started. */
  readonly started: (isStarted: boolean) => void;
  /** Asks the database; the answer of the file store may be some seconds old. */
  check(): Promise<ReadinessReport>;
  /** Adds a part without which much still works. */
  also(part: Part, isFine: () => Promise<boolean>): void;
  /** Whether the file store answers; the answer may be some seconds old. */
  hasFiles(): Promise<boolean>;
}

/** A readiness check must be answered before its client gives up. */
const DATABASE_MS = 1000;
const FILES_MS = 1000;
/** A probe each second must not become a request to the object store each second. */
const FILES_FOR_MS = 5000;

export interface ReadinessParts {
  readonly open: Pick<OpenDatabase, 'state' | 'db'>;
  readonly drain: Pick<Drain, 'isDraining'>;
  readonly files: Pick<FileStore, 'stat' | 'folder'>;
  readonly logger: Pick<Logger, 'debug' | 'error' | 'info'>;
  readonly agreement?: Pick<ClockAgreement, 'agrees'> | undefined;
}

/** Makes the check of a process that has not started yet. */
export function createReadiness({
  open,
  drain,
  files,
  logger,
  agreement = CLOCKS_AGREE,
}: ReadinessParts): Readiness {
  let isStarted = false;
  /** The newest migration when the process started, which has all of its release. */
  let newest: number | undefined;
  const others: OtherPart[] = [];
  let filesLogged = true;
  let filesChecked = { at: Number.NEGATIVE_INFINITY, answer: Promise.resolve(true) };

  async function databasePart(): Promise<Part | undefined> {
    if (open.state.awaySince) return 'database';
    try {
      const at = await withTimeLimit(DATABASE_MS, newestMigration(open.db));
      newest ??= at;
      // A restored older database, or one that somebody emptied under this process.
      return at !== undefined && newest !== undefined && at >= newest ? undefined : 'migrations';
    } catch (error) {
      // The database watch logs an outage once; readiness checks may come each second.
      logger.debug({ err: error }, 'the database does not answer');
      return isMissingTable(error) ? 'migrations' : 'database';
    }
  }

  function filesAnswer(): Promise<boolean> {
    const now = performance.now();
    if (now - filesChecked.at > FILES_FOR_MS)
      filesChecked = { at: now, answer: answers(files, logger).then(logged) };
    return filesChecked.answer;
  }

  /** One line when the file store goes away, and one when it is back. */
  function logged(isThere: boolean): boolean {
    if (isThere !== filesLogged)
      if (isThere) logger.info('the file store answers again');
      else logger.error('the file store does not answer: media and new pictures are away');
    filesLogged = isThere;
    return isThere;
  }

  return {
    started: (value) => {
      isStarted = value;
    },
    also: (part, isFine) => void others.push({ part, isFine }),
    hasFiles: filesAnswer,
    async check() {
      const [database, hasFiles] = await Promise.all([databasePart(), filesAnswer()]);
      const notReady: Part[] = [];
      if (!isStarted) notReady.push('start');
      if (drain.isDraining()) notReady.push('draining');
      if (database) notReady.push(database);
      if (!agreement.agrees()) notReady.push('clock');
      const degraded: Part[] = hasFiles ? [] : ['file_store'];
      // Without a database nothing else can be said.
      if (!database) degraded.push(...(await partsThatAreNot(others)));
      return { notReady, degraded };
    },
  };
}

interface OtherPart {
  readonly part: Part;
  readonly isFine: () => Promise<boolean>;
}

async function partsThatAreNot(parts: readonly OtherPart[]): Promise<Part[]> {
  const fine = await Promise.all(
    parts.map(({ isFine }) => withTimeLimit(DATABASE_MS, isFine()).catch(() => false)),
  );
  return parts.filter((_, index) => !fine[index]).map(({ part }) => part);
}

async function newestMigration(db: OpenDatabase['db']): Promise<number | undefined> {
  const rows = await rowsOf<{ at: string | null }>(
    db,
    sql`select max(created_at)::text as at from drizzle.__drizzle_migrations`,
  );
  return rows[0]?.at ? Number(rows[0].at) : undefined;
}

function isMissingTable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (/^(?:42P01|3F000)$/.test(String((cause as { code?: unknown }).code))) return true;
  return false;
}

async function answers(
  { folder, stat }: ReadinessParts['files'],
  logger: ReadinessParts['logger'],
): Promise<boolean> {
  try {
    const probe = folder === undefined ? stat('probe/readiness') : access(folder);
    await withTimeLimit(FILES_MS, Promise.resolve<unknown>(probe));
    return true;
  } catch (error) {
    logger.debug({ err: error }, 'the file store did not answer a check');
    return false;
  }
}
