/**
 * Backs up the embedded database every few minutes, by the same command as a person does: it asks
 * this process for the copy, opens it, and writes the file. So a backup that cannot be opened is
 * never kept, and this process is busy only while it makes the copy.
 */
import { execFile } from 'node:child_process';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { freeBytes } from '../platform/database/embedded-folder.ts';
import type { Measure } from '../platform/http/operations-measures.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { BackupConfig } from './backup.config.ts';
import { abandonedParts, backupName, backupTime, expiredBackups } from './backup-series.ts';

const run = promisify(execFile);
const COMMAND = join(import.meta.dirname, 'backup.process.ts');
/** A copy of a pilot takes seconds; one that hangs must not end all later ones. */
const WITHIN_MS = 10 * 60_000;
/** What the database itself needs on the disk beside a backup. */
const SPARE_BYTES = 256_000_000;

export interface PeriodicBackupOptions {
  readonly config: BackupConfig;
  readonly now: () => Date;
  readonly logger: Pick<Logger, 'error' | 'info'>;
  /** Writes one backup; rejects with the reason. */
  readonly write?: (file: string, signal: AbortSignal) => Promise<void>;
}

/** Starts the backups; the first is made at once, because a restore may just have been done. */
export function startBackups(options: PeriodicBackupOptions): { stop: () => Promise<void> } {
  const { config, logger } = options;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = config.everyMs === 0;
  let working = Promise.resolve();
  const ending = new AbortController();

  const next = (): void => {
    if (isStopped) return;
    working = backUp(options, ending.signal).catch((error: unknown) => {
      // A stop ends the command; what it had begun is removed by a later backup.
      if (!isStopped)
        logger.error({ err: error, folder: config.folder }, 'the database could not be backed up');
    });
    void working.then(() => {
      if (!isStopped) timer = setTimeout(next, config.everyMs).unref();
    });
  };
  next();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      ending.abort();
      await working;
    },
  };
}

/**
 * Writes one backup and removes old ones. Throws where there is no space, or none was written.
 */
export async function backUp(
  { config: { folder }, now, logger, write = byCommand }: PeriodicBackupOptions,
  signal: AbortSignal,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await readdir(folder);
  for (const part of abandonedParts(names, now())) await rm(join(folder, part));
  const newest = names
    .filter((name) => backupTime(name))
    .sort()
    .at(-1);
  const size = newest === undefined ? 0 : (await stat(join(folder, newest))).size;
  // Old backups go first only when a new one is there: a full disk keeps what it has.
  if ((await freeBytes(folder)) < SPARE_BYTES + 2 * size)
    throw new Error('there is no space for a backup');
  const name = backupName(now());
  await write(join(folder, name), signal);
  for (const old of expiredBackups([...names, name], now())) await rm(join(folder, old));
  logger.info({ backup: name }, 'the database was backed up');
}

async function byCommand(file: string, signal: AbortSignal): Promise<void> {
  // It outlives this process where that is killed, and must not hold the folder against the next.
  const words = [...process.execArgv, COMMAND, file, '--only-running'];
  await run(process.execPath, words, { timeout: WITHIN_MS, signal });
}

/**
 * Makes what tells Prometheus when the newest backup began. Each is opened before it is kept, so it
 * is verified as well.
 */
export function createBackupMeasure(
  { everyMs, folder }: BackupConfig,
  metrics: Pick<
    Metrics,
    'backupMade' | 'backupMadeEvery' | 'backupVerified' | 'backupVerifiedEvery'
  >,
): Measure {
  const { backupMade, backupMadeEvery, backupVerified, backupVerifiedEvery } = metrics;
  // A gauge is 0 until it is set, and 0 is a time: another machine may make the backups.
  for (const gauge of [backupMade, backupMadeEvery, backupVerified, backupVerifiedEvery])
    gauge.remove();
  return async () => {
    if (everyMs === 0) return;
    const times = (await readdir(folder)).flatMap((name) => backupTime(name)?.getTime() ?? []);
    if (times.length > 0) {
      backupMade.set(Math.max(...times) / 1000);
      backupVerified.set(Math.max(...times) / 1000);
    }
    backupMadeEvery.set(everyMs / 1000);
    backupVerifiedEvery.set(everyMs / 1000);
  };
}
