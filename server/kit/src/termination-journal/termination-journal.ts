/**
 * Ends of subscriptions, blocks and removals of personal data are also written into the file store,
 * which has a life of its own: a restored database does not know those of its last hours, and
 * nobody else does. Whoever stopped would be charged again.
 */

import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../clock/clock.ts';
import type { Database, OpenDatabase } from '../database/database.ts';
import type { FileStore } from '../files/file-store.ts';
import type { NewId } from '../ids.ts';
import { leaseEnd } from '../jobs/lease.ts';
import type { ScheduledJob } from '../jobs/scheduler.ts';
import type { Metrics } from '../metrics.ts';
import {
  dayFolder,
  type End,
  endNameOf,
  isEndName,
  openEnd,
  sealEnd,
  type Termination,
} from './termination.ts';
import {
  createTerminationJournalRepository,
  type EndRow,
} from './termination-journal.repository.ts';

const DAY_MS = 24 * 60 * 60_000;
const BATCH = 50;
const AT_ONCE = 8;
/** A write that takes longer is broken off, before another process may claim its rows. */
const WRITTEN_WITHIN_MS = 35_000;
const RETRY_MS = 30_000;
/** An answer waits so long for the file store at most: an end is never refused or delayed. */
const PATIENCE_MS = 500;
/** How far the clocks of processes may differ, and how long a transaction may take. */
const SLACK_MS = 60 * 60_000;
/** No older backup is ever restored. */
export const KEPT_DAYS = 35;
/** Rows only say what the database knows, so the newest are enough. */
const ROWS_KEPT_MS = 2 * DAY_MS;
/** Old folders are looked for so many days back, in case no process ran for some time. */
const SWEPT_DAYS = 30;

export interface TerminationJournalDependencies {
  /** Without it nothing is recorded: the file store would be lost together with the database. */
  readonly isOn: boolean;
  readonly open: OpenDatabase;
  readonly files: FileStore;
  readonly key: Uint8Array;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly logger: Pick<Logger, 'error' | 'info' | 'warn'>;
  readonly metrics: Pick<Metrics, 'terminationJournal'>;
}

export type TerminationJournal = ReturnType<typeof createTerminationJournal>;

/** A record of the file store; without `record` its signature or its form is wrong. */
export interface FoundEnd {
  readonly name: string;
  readonly folder: string;
  readonly record: Termination | undefined;
}

/** Builds the records of ends: their writing, and what a restored database lacks of them. */
export function createTerminationJournal(dependencies: TerminationJournalDependencies) {
  const { isOn, open, files, key, clock, newId, logger, metrics } = dependencies;
  const repository = createTerminationJournalRepository(open);
  let isFailing = false;
  const inMs = (ms: number): Date => new Date(clock.now().getTime() + ms);

  const report = (failure: unknown): void => {
    if (failure !== undefined && !isFailing)
      logger.error(
        { err: failure },
        'ends cannot be written into the file store: a restore would not know them; they are tried again',
      );
    if (failure === undefined && isFailing)
      logger.info('ends are written into the file store again');
    isFailing = failure !== undefined;
  };

  /** Writes what waits; returns how many were written. */
  const writeDue = async (): Promise<number> => {
    const now = clock.now();
    const claimed = await repository.claim('waiting', { now, until: leaseEnd(now), limit: BATCH });
    const written: string[] = [];
    const failed: string[] = [];
    let failure: unknown;
    const rest = claimed.values();
    const signal = AbortSignal.timeout(WRITTEN_WITHIN_MS);
    const worker = async (): Promise<void> => {
      for (const { name, at, end } of rest) {
        try {
          await files.put(`${dayFolder(at)}/${name}`, sealEnd(key, name, { at, end }), signal);
          written.push(name);
        } catch (error) {
          failure = error;
          failed.push(name);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    await repository.finish(written, 'written');
    await repository.postpone(failed, inMs(RETRY_MS));
    if (claimed.length > 0) report(failure);
    return written.length;
  };

  const job: ScheduledJob = {
    name: 'termination-journal',
    nextDue: () => repository.nextDue('waiting'),
    run: writeDue,
  };

  /**
   * Where a look for missing records begins: this database knows everything before. People stop
   * also between a restore and the replay, so what they end then must not move it.
   */
  const knownUntil = async (): Promise<Date> => {
    const now = clock.now().getTime();
    const newest = await repository.newest('anywhere');
    const since = newest ? Math.min(newest.at.getTime(), now) - SLACK_MS : 0;
    return new Date(Math.max(since, now - KEPT_DAYS * DAY_MS));
  };

  /** The newest file that was written, where the store lacks it: it is another store. */
  const lost = async (): Promise<string | undefined> => {
    const written = await repository.newest('in the store');
    if (!written || written.at < inMs(-KEPT_DAYS * DAY_MS)) return undefined;
    const file = `${dayFolder(written.at)}/${written.name}`;
    return (await files.stat(file)) ? undefined : file;
  };

  /** A store without a file that was written there is another one, or a folder not mounted. */
  const checkStore = async (): Promise<void> => {
    const file = await lost();
    if (file !== undefined)
      throw new Error(`the file store lacks ${file}, which was written: is it another store?`);
  };

  /** The records that this database lacks, in their order, in batches. */
  async function* unknown(): AsyncGenerator<readonly FoundEnd[]> {
    const from = await knownUntil();
    const last = dayFolder(inMs(DAY_MS));
    for (let day = from; dayFolder(day) <= last; day = new Date(day.getTime() + DAY_MS))
      yield* missingOf(dayFolder(day), endNameOf(from, ''));
  }

  return {
    isOn,
    repository,
    job,

    /** Records an end in the transaction that makes it. */
    record: async (tx: Database, end: End): Promise<void> => {
      if (!isOn) return;
      const at = clock.now();
      const name = endNameOf(at, newId());
      await repository.within(tx).insert({ name, at, state: 'waiting', record: end, dueAt: at });
    },

    /** After that transaction, before the answer: writes it. It never fails, and takes no long. */
    flush: async (): Promise<void> => {
      if (!isOn) return;
      const patience = new AbortController();
      const written = writeDue().catch(report);
      await Promise.race([
        written,
        wait(PATIENCE_MS, undefined, { signal: patience.signal, ref: false }).catch(
          () => undefined,
        ),
      ]);
      patience.abort();
    },

    /** The records of the file store that this database lacks, in their order, in batches. */
    async *missing(): AsyncGenerator<readonly FoundEnd[]> {
      if (!isOn) return;
      await checkStore();
      await repository.beginReplay();
      yield* unknown();
    },

    /** All of the missing ones were carried out: later looks begin at the newest record. */
    finishReplay: async (): Promise<void> => {
      if (isOn) await repository.finishReplay(clock.now());
    },

    /**
     * What keeps the ends from being read, for an operator: the files that may be ours and are not
     * signed, or lack. Rejects while the file store does not answer.
     */
    unreadable: async (): Promise<readonly string[]> => {
      const file = await lost();
      if (file !== undefined) return [file];
      const found: string[] = [];
      for await (const batch of unknown())
        for (const { name, folder, record } of batch) if (!record) found.push(`${folder}/${name}`);
      return found;
    },

    /**
     * An operator decides to do without the files that cannot be read: they keep nothing waiting
     * any more, not at the next start either.
     */
    doWithout: async (): Promise<void> => {
      if ((await lost()) !== undefined) await repository.release();
      for await (const batch of unknown())
        for (const { name, record } of batch)
          if (!record) await repository.insert(releasedRow(name, clock.now()));
    },

    /** How many wait, and how many came back after a restore. */
    counts: repository.counts,

    measure: async (): Promise<void> => {
      for (const [state, count] of Object.entries(await repository.counts()))
        metrics.terminationJournal.set({ state }, count);
    },

    /** Removes what no kept backup can lack. */
    purge: async (): Promise<void> => {
      if (!isOn) return;
      await repository.purge(inMs(-ROWS_KEPT_MS), SLACK_MS);
      for (let days = KEPT_DAYS + 1; days <= KEPT_DAYS + SWEPT_DAYS; days++)
        await files.removeFolder(dayFolder(inMs(-days * DAY_MS)));
    },
  };

  /** Names are short, so those of a day fit into memory; contents are read a few at a time. */
  async function* missingOf(folder: string, from: string): AsyncGenerator<readonly FoundEnd[]> {
    const names: string[] = [];
    for await (const file of files.list(folder)) {
      const name = file.key.slice(folder.length + 1);
      // Whatever has another name was written by somebody else, and keeps nothing waiting.
      if (!isEndName(name)) logger.warn({ file: file.key }, 'a file among the ends is not ours');
      // Older ones are known, also where their rows are deleted: they must have no effect again.
      else if (name >= from) names.push(name);
    }
    names.sort();
    for (let i = 0; i < names.length; i += BATCH) {
      const batch = names.slice(i, i + BATCH);
      const known = await repository.known(batch);
      const missing = batch.filter((name) => !known.has(name));
      if (missing.length > 0) yield await Promise.all(missing.map((name) => read(folder, name)));
    }
  }

  async function read(folder: string, name: string): Promise<FoundEnd> {
    const file = await files.read(`${folder}/${name}`);
    return { name, folder, record: file && openEnd(key, name, file.bytes) };
  }
}

/** The row of a file that an operator does without. */
function releasedRow(name: string, now: Date): EndRow {
  return { name, at: now, state: 'released', record: null, dueAt: null };
}
