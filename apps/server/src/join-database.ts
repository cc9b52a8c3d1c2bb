/**
 * Joins the processes of a database: refuses keys that the others would not understand, and a
 * process that must be the only one; then says to later ones that this one runs.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, relative, resolve } from 'node:path';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database, OpenDatabase } from '@bonisa/kit/database/database';
import {
  type LiveProcess,
  liveProcesses,
  lockProcesses,
  refuseCompany,
  startLine,
  writeLine,
} from '@bonisa/kit/database/live-processes';
import { type JoiningSecrets, joinKeys } from '@bonisa/kit/secrets/lasting-secret';
import type { Secrets } from '@bonisa/kit/secrets/secrets';
import type { Logger } from 'pino';
import type { Config } from './config.ts';

export interface JoiningProcess {
  readonly config: Pick<
    Config,
    'role' | 'dataDir' | 'fileStore' | 'testClock' | 'simulatesCarriers'
  >;
  readonly secrets: JoiningSecrets;
  readonly open: Pick<OpenDatabase, 'db' | 'pool' | 'state'>;
  readonly clock: Clock;
  /** The time of the lines, which no test clock moves. */
  readonly time: Clock;
  readonly logger: Pick<Logger, 'warn' | 'debug'>;
}

/** A process that has joined; `stop` says that it has gone. */
export interface JoinedDatabase extends Pick<Secrets, 'lastingKey'> {
  stop(): Promise<void>;
}

/** Throws a line that names what is wrong. */
export async function joinDatabase(joining: JoiningProcess): Promise<JoinedDatabase> {
  const { config, secrets, open, clock, time, logger } = joining;
  const keys = { secrets, now: clock.now(), logger };
  // Only one process can open an embedded database (`server/kit/src/database/data-dir-lock.ts`).
  if (!open.pool) {
    const lastingKey = await joinKeys(open.db, { ...keys, others: [] });
    return { lastingKey, stop: async () => undefined };
  }
  const id = idOf(config.dataDir);
  const process: LiveProcess = {
    role: config.role,
    keys: [...secrets.kids],
    alone: aloneFor(config),
  };
  const lastingKey = await open.db.transaction(async (transaction) => {
    const tx = transaction as unknown as Database;
    await lockProcesses(tx);
    const others = await liveProcesses(tx, time.now(), id);
    const lasting = await joinKeys(tx, { ...keys, others });
    refuseCompany(process.alone, others);
    await writeLine(tx, { id, process, now: time.now() });
    return lasting;
  });
  const away = (): boolean => open.state.awaySince !== undefined;
  return { lastingKey, ...startLine({ db: open.db, id, process, time, away, logger }) };
}

/**
 * The id of the process of a data folder, which has one at a time: after a kill the next one takes
 * the place of the dead one. With the machine's name, since folders are copied with machines.
 */
function idOf(dataDir: string): string {
  const file = join(dataDir, 'process-id');
  const known = existsSync(file) ? readFileSync(file, 'utf8') : '';
  // A crash may leave half of it, which another folder might share.
  const id = known.length === ID_LENGTH ? known : randomUUID();
  if (id !== known) {
    writeFileSync(`${file}.new`, id, { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  }
  return createHash('sha256').update(`${hostname()}\n${id}`).digest('base64url');
}

/** The letters of a UUID. */
const ID_LENGTH = 36;

/** Why no other process may run on the database; '' where others may. */
function aloneFor({
  testClock,
  simulatesCarriers,
  fileStore,
  dataDir,
}: JoiningProcess['config']): string {
  // Each process would have a time of its own: what is due at one is not at the others.
  if (testClock) return 'TEST_CLOCK';
  // Each process would have carriers of its own: airtime, messages and payments of one are unknown
  // to the others.
  if (simulatesCarriers) return 'CARRIER_URL: simulated carriers';
  // What one process packages or is sent in uploads is nowhere for the others.
  const isOwn = fileStore.kind === 'folder' && isInFolder(dataDir, fileStore.folder);
  return isOwn ? 'FILE_STORE: files lie in DATA_DIR' : '';
}

function isInFolder(folder: string, inside: string): boolean {
  return !relative(resolve(folder), resolve(inside)).startsWith('..');
}
