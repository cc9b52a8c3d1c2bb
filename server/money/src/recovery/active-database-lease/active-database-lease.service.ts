/**
 * The active database lease: of two live copies of one database only one may charge and send. The
 * one that does says so in the file store, again and again, each time under a new token that it
 * also keeps; a copy has an older token, and sees that the owner lives.
 */

import type { Clock } from '@bonisa/kit/clock/clock';
import type { StoredFile } from '@bonisa/kit/files/file-store';
import type { NewId } from '@bonisa/kit/ids';
import { leaseEnd } from '@bonisa/kit/jobs/lease';
import type { ScheduledJob } from '@bonisa/kit/jobs/scheduler';
import type { Metrics } from '@bonisa/kit/metrics';
import type { Logger } from 'pino';
import type { DatabaseLeaseRepository } from './active-database-lease.repository.ts';
import { createLeaseFile, type LeaseFile, type LeaseFiles, LeaseStoreError } from './lease-file.ts';
import {
  type DatabaseLease,
  isTokenOf,
  judgeOwner,
  type Owner,
  readOwner,
  type Verdict,
} from './lease-ownership.ts';

const RENEW_MS = 10_000;
const WATCH_MS = 5000;
const LATE_MS = 1000;
/** A process that is late so often in a row says so: nobody else should write all the time. */
const LATE_TIMES = 5;
/**
 * After so long without the file store a database that held the active database lease before
 * charges on: nobody else could have taken it there either, and paid time and grace run out
 * meanwhile. So does one that never held it, where the store refuses it: it charged before there
 * was an active database lease.
 */
const AWAY_MS = 60 * 60_000;

export interface ActiveDatabaseLeaseDependencies {
  readonly isOn: boolean;
  readonly repository: DatabaseLeaseRepository;
  readonly files: LeaseFiles;
  /** Where this database is: a copy that lives beside it has another place. */
  readonly placeOf: () => Promise<string | null>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly logger: Pick<Logger, 'error' | 'info' | 'warn'>;
  readonly metrics: Pick<Metrics, 'databaseLeaseHeld'>;
  readonly wake: () => void;
}

export type ActiveDatabaseLease = ReturnType<typeof createActiveDatabaseLease>;

/** `unsure`: in 15 seconds, if nobody else writes. `unreached`: the store does not answer. */
export type TakenOver = 'held' | 'unsure' | 'late' | 'unreached';

/** Another process has claimed the look meanwhile: this one writes nothing more. */
class ClaimLostError extends Error {}

/**
 * Builds the active database lease: the gate of charges, its renewal, and an operator's take-over.
 */
export function createActiveDatabaseLease(dependencies: ActiveDatabaseLeaseDependencies) {
  const { isOn, repository, files, placeOf, clock, newId, logger, metrics, wake } = dependencies;
  const openFile = createLeaseFile(files, logger);
  let lateTimes = 0;
  // A gauge without labels says 0 from the start, which would call somebody.
  if (!isOn) metrics.databaseLeaseHeld.remove();
  const inMs = (ms: number): Date => new Date(clock.now().getTime() + ms);

  const write = async (claim: DatabaseLease, change: Partial<DatabaseLease>): Promise<void> => {
    if (!(await repository.write(claim, change))) throw new ClaimLostError();
  };

  const hold = async (lease: DatabaseLease, change: Partial<DatabaseLease>): Promise<void> => {
    await write(lease, { ...change, state: 'held', dueAt: inMs(RENEW_MS) });
    if (lease.state === 'held') return;
    logger.info('this database charges and sends: it holds the active database lease');
    wake();
  };

  const holdAs = (
    lease: DatabaseLease,
    { token, renewedAt }: Owner,
    note?: string,
  ): Promise<void> =>
    hold(lease, {
      ...NOTHING_SEEN,
      token,
      nextToken: null,
      renewedAt: new Date(renewedAt),
      ...(note === undefined ? {} : { note }),
    });

  /** Writes the next token: first here, so that a crash in between is recognised. */
  const take = async (
    lease: DatabaseLease,
    { store, before, isOnlyOne, note }: Taking,
  ): Promise<Exclude<TakenOver, 'unreached'>> => {
    const found = readOwner(before?.bytes);
    const token = tokenToWrite(lease, found, newId);
    // What the file has now stays known, whatever becomes of the next token.
    const known = isTokenOf(lease, found) && found ? { token: found.token } : {};
    await write(lease, { ...known, nextToken: token });
    const renewedAt = clock.now().toISOString();
    const owner: Owner = { lineage: lease.lineage, token, renewedAt, place: await placeOf() };
    const written = await store.write(before, Buffer.from(JSON.stringify(owner)));
    if (written === 'late') return await beLate(lease);
    lateTimes = 0;
    if (written === 'written' || isOnlyOne) {
      await holdAs(lease, owner, note);
      return 'held';
    }
    const seen = { seenToken: token, seenAt: clock.now(), awaySince: null };
    const waiting = { ...seen, state: 'waiting', problem: 'unconfirmed' } as const;
    const noteField = note === undefined ? {} : { note };
    await write(lease, { ...waiting, ...noteField, dueAt: inMs(WATCH_MS) });
    return 'unsure';
  };

  const beLate = async (lease: DatabaseLease): Promise<'late'> => {
    if (++lateTimes === LATE_TIMES)
      logger.warn(
        { times: lateTimes, state: lease.state },
        'the active database lease in the file store cannot be written: another process is always faster, or has left a lock',
      );
    await write(lease, { dueAt: inMs(LATE_MS) });
    return 'late';
  };

  const refuse = async (
    lease: DatabaseLease,
    found: Owner,
    problem: 'another_copy' | 'older_copy',
  ) => {
    const seen =
      lease.seenToken === found.token ? {} : { seenToken: found.token, seenAt: clock.now() };
    const change = { problem, awaySince: null, ...seen };
    await write(lease, { ...change, state: 'refused', dueAt: inMs(WATCH_MS) });
    if (lease.problem !== problem || lease.state !== 'refused') logger.error(REFUSED[problem]);
  };

  const act = async (lease: DatabaseLease, verdict: Verdict, taking: Taking): Promise<void> => {
    const found = readOwner(taking.before?.bytes);
    if (verdict === 'renew' || verdict === 'take') {
      await take(lease, { ...taking, isOnlyOne: verdict === 'renew' });
      return;
    }
    if (!found) return;
    if (verdict === 'confirm') return await holdAs(lease, found);
    if (verdict !== 'watch') return await refuse(lease, found, verdict);
    const seen = lease.seenToken === null ? { seenToken: found.token, seenAt: clock.now() } : {};
    const problem = lease.problem === 'unconfirmed' ? lease.problem : null;
    await write(lease, { ...seen, awaySince: null, problem, dueAt: inMs(WATCH_MS) });
  };

  /** The store does not serve: who holds the active database lease goes on, others wait for it. */
  const withoutStore = async (lease: DatabaseLease, error: LeaseStoreError): Promise<void> => {
    const { problem } = error;
    const now = clock.now();
    const awaySince = lease.awaySince ?? now;
    const isOther = lease.problem !== problem && lease.problem !== 'unconfirmed';
    if (lease.awaySince === null || isOther)
      logger[problem === 'store_away' ? 'warn' : 'error'](
        { err: error, state: lease.state },
        UNSERVED[problem],
      );
    // What waits for its confirmation waits on; its problem says how it is judged.
    const change = lease.problem === 'unconfirmed' ? { awaySince } : { awaySince, problem };
    const isLong = now.getTime() - awaySince.getTime() >= AWAY_MS;
    const hasCharged = lease.token !== null || problem === 'store_refuses';
    if (lease.state === 'held' || (lease.state === 'waiting' && isLong && hasCharged))
      await hold(lease, { ...change, problem });
    else await write(lease, { ...change, dueAt: inMs(WATCH_MS) });
  };

  const look = async (lease: DatabaseLease): Promise<void> => {
    try {
      const store = openFile();
      const before = await store.read();
      const here = { now: clock.now(), place: await placeOf() };
      const verdict = judgeOwner(lease, readOwner(before?.bytes), here);
      await act(lease, verdict, { store, before, isOnlyOne: false });
    } catch (error) {
      if (!(error instanceof LeaseStoreError)) throw error;
      await withoutStore(lease, error);
    }
  };

  /** An operator decides; without the store only where no other copy was seen. */
  const takeBy = async (lease: DatabaseLease, note: string): Promise<TakenOver> => {
    try {
      const store = openFile();
      return await take(lease, { store, before: await store.read(), isOnlyOne: false, note });
    } catch (error) {
      if (!(error instanceof LeaseStoreError)) throw error;
      if (lease.state === 'refused') {
        await write(lease, { dueAt: inMs(WATCH_MS) });
        return 'unreached';
      }
      const awaySince = lease.awaySince ?? clock.now();
      await hold(lease, { awaySince, problem: error.problem, note });
      return 'held';
    }
  };

  const job: ScheduledJob = {
    name: 'active-database-lease',
    nextDue: () => repository.nextDue(),
    run: async () => {
      const times = { now: clock.now(), until: leaseEnd(clock.now()), isForced: false };
      const lease = await repository.claim(times, newId);
      if (lease) await look(lease).catch(unlessClaimed);
      // Never more in one turn: the next look is due later.
      return 0;
    },
  };

  return {
    /** Renews the active database lease, or looks who has it. */
    jobs: isOn ? [job] : [],

    /** An instant while this database must not charge and send; otherwise `null`. */
    closedSince: (): Promise<Date | null> =>
      isOn ? repository.closedSince() : Promise.resolve(null),

    /** The state for an operator; `undefined`: there is no active database lease. */
    view: async () => {
      if (!isOn) return undefined;
      const row = await repository.read();
      return {
        state: row?.state ?? 'waiting',
        problem: row?.problem ?? null,
        renewed_at: row?.renewedAt ?? null,
        note: row?.note ?? null,
      };
    },

    /** Whether it is held, and nothing is wrong that an operator must correct. */
    isFine: async (): Promise<boolean> => {
      if (!isOn) return true;
      const row = await repository.read();
      return row?.state === 'held' && row.problem !== 'store_refuses';
    },

    /**
     * An operator decides that this database charges: the other one is refused with its next
     * renewal.
     */
    takeOver: async (note: string): Promise<TakenOver> => {
      const times = { now: clock.now(), until: leaseEnd(clock.now()), isForced: true };
      const lease = isOn ? await repository.claim(times, newId) : undefined;
      if (!lease) return 'late';
      const taken = await takeBy(lease, note).catch((error: unknown) => {
        unlessClaimed(error);
        return 'late' as const;
      });
      if (taken === 'held' || taken === 'unsure')
        logger.warn({ note }, 'the active database lease was taken over by an operator');
      return taken;
    },

    measure: async (): Promise<void> => {
      if (isOn) metrics.databaseLeaseHeld.set((await repository.closedSince()) === null ? 1 : 0);
    },
  };
}

/** What is needed to write the owner's file. */
interface Taking {
  readonly store: LeaseFile;
  readonly before: StoredFile | undefined;
  /** No other copy can write at the same moment. */
  readonly isOnlyOne: boolean;
  readonly note?: string;
}

const NOTHING_SEEN = { problem: null, seenToken: null, seenAt: null, awaySince: null } as const;

function unlessClaimed(error: unknown): void {
  if (!(error instanceof ClaimLostError)) throw error;
}

/**
 * The holder writes the same token again until it is seen in the file: a write that was broken off
 * may still arrive. Everybody else writes a new one, which no copy of the database knows.
 */
function tokenToWrite(lease: DatabaseLease, found: Owner | undefined, newId: NewId): string {
  const { state, nextToken } = lease;
  return state === 'held' && nextToken !== null && found?.token !== nextToken ? nextToken : newId();
}

const UNSERVED = {
  store_away:
    'the active database lease in the file store cannot be read or written: the store does not answer',
  store_refuses:
    'the file store refuses the active database lease: its credentials must read, write and remove fence/*; see GET /ops/hold and docs/recovery.md',
} as const;

const REFUSED = {
  another_copy:
    'NOTHING IS CHARGED OR SENT: another copy of this database is at work with the same file store; see GET /ops/hold and docs/recovery.md',
  older_copy:
    'NOTHING IS CHARGED OR SENT: this database is older than the one that charged until now; see GET /ops/hold and docs/recovery.md',
} as const;
