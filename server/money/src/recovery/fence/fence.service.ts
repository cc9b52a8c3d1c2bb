/**
 * The fence before charges: of two live copies of one database only one may charge and send. The
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
import type { FenceRepository } from './fence.repository.ts';
import { createFenceFile, type FenceFile, type FenceFiles, FenceStoreError } from './fence-file.ts';
import {
  type Fence,
  isTokenOf,
  judgeOwner,
  type Owner,
  readOwner,
  type Verdict,
} from './judge-owner.ts';

const RENEW_MS = 10_000;
const WATCH_MS = 5000;
const LATE_MS = 1000;
/** A process that is late so often in a row says so: nobody else should write all the time. */
const LATE_TIMES = 5;
/**
 * After so long without the file store a database that held the fence before charges on: nobody
 * else could have taken it there either, and paid time and grace run out meanwhile. So does one
 * that never held it, where the store refuses it: it charged before there was a fence.
 */
const AWAY_MS = 60 * 60_000;

export interface FenceDependencies {
  readonly isOn: boolean;
  readonly repository: FenceRepository;
  readonly files: FenceFiles;
  /** Where this database is: a copy that lives beside it has another place. */
  readonly placeOf: () => Promise<string | null>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly logger: Pick<Logger, 'error' | 'info' | 'warn'>;
  readonly metrics: Pick<Metrics, 'fenceHeld'>;
  readonly wake: () => void;
}

export type JobFence = ReturnType<typeof createFence>;

/** `unsure`: in 15 seconds, if nobody else writes. `unreached`: the store does not answer. */
export type TakenOver = 'held' | 'unsure' | 'late' | 'unreached';

/** Another process has claimed the look meanwhile: this one writes nothing more. */
class ClaimLostError extends Error {}

/** Builds the fence: the gate of charges, its renewal, and an operator's take-over. */
export function createFence(dependencies: FenceDependencies) {
  const { isOn, repository, files, placeOf, clock, newId, logger, metrics, wake } = dependencies;
  const openFile = createFenceFile(files, logger);
  let lateTimes = 0;
  // A gauge without labels says 0 from the start, which would call somebody.
  if (!isOn) metrics.fenceHeld.remove();
  const inMs = (ms: number): Date => new Date(clock.now().getTime() + ms);

  const write = async (claim: Fence, change: Partial<Fence>): Promise<void> => {
    if (!(await repository.write(claim, change))) throw new ClaimLostError();
  };

  const hold = async (fence: Fence, change: Partial<Fence>): Promise<void> => {
    await write(fence, { ...change, state: 'held', dueAt: inMs(RENEW_MS) });
    if (fence.state === 'held') return;
    logger.info('this database charges and sends: it holds the fence');
    wake();
  };

  const holdAs = (fence: Fence, { token, renewedAt }: Owner, note?: string): Promise<void> =>
    hold(fence, {
      ...NOTHING_SEEN,
      token,
      nextToken: null,
      renewedAt: new Date(renewedAt),
      ...(note === undefined ? {} : { note }),
    });

  /** Writes the next token: first here, so that a crash in between is recognised. */
  const take = async (
    fence: Fence,
    { store, before, isOnlyOne, note }: Taking,
  ): Promise<Exclude<TakenOver, 'unreached'>> => {
    const found = readOwner(before?.bytes);
    const token = tokenToWrite(fence, found, newId);
    // What the file has now stays known, whatever becomes of the next token.
    const known = isTokenOf(fence, found) && found ? { token: found.token } : {};
    await write(fence, { ...known, nextToken: token });
    const renewedAt = clock.now().toISOString();
    const owner: Owner = { lineage: fence.lineage, token, renewedAt, place: await placeOf() };
    const written = await store.write(before, Buffer.from(JSON.stringify(owner)));
    if (written === 'late') return await beLate(fence);
    lateTimes = 0;
    if (written === 'written' || isOnlyOne) {
      await holdAs(fence, owner, note);
      return 'held';
    }
    const seen = { seenToken: token, seenAt: clock.now(), awaySince: null };
    const waiting = { ...seen, state: 'waiting', problem: 'unconfirmed' } as const;
    const said = note === undefined ? {} : { note };
    await write(fence, { ...waiting, ...said, dueAt: inMs(WATCH_MS) });
    return 'unsure';
  };

  const beLate = async (fence: Fence): Promise<'late'> => {
    if (++lateTimes === LATE_TIMES)
      logger.warn(
        { times: lateTimes, state: fence.state },
        'the fence in the file store cannot be written: another process is always faster, or has left a lock',
      );
    await write(fence, { dueAt: inMs(LATE_MS) });
    return 'late';
  };

  const refuse = async (fence: Fence, found: Owner, problem: 'another_copy' | 'older_copy') => {
    const seen =
      fence.seenToken === found.token ? {} : { seenToken: found.token, seenAt: clock.now() };
    const change = { problem, awaySince: null, ...seen };
    await write(fence, { ...change, state: 'refused', dueAt: inMs(WATCH_MS) });
    if (fence.problem !== problem || fence.state !== 'refused') logger.error(REFUSED[problem]);
  };

  const act = async (fence: Fence, verdict: Verdict, taking: Taking): Promise<void> => {
    const found = readOwner(taking.before?.bytes);
    if (verdict === 'renew' || verdict === 'take') {
      await take(fence, { ...taking, isOnlyOne: verdict === 'renew' });
      return;
    }
    if (!found) return;
    if (verdict === 'confirm') return await holdAs(fence, found);
    if (verdict !== 'watch') return await refuse(fence, found, verdict);
    const seen = fence.seenToken === null ? { seenToken: found.token, seenAt: clock.now() } : {};
    const problem = fence.problem === 'unconfirmed' ? fence.problem : null;
    await write(fence, { ...seen, awaySince: null, problem, dueAt: inMs(WATCH_MS) });
  };

  /** The store does not serve: who holds the fence goes on, others wait for it. */
  const withoutStore = async (fence: Fence, error: FenceStoreError): Promise<void> => {
    const { problem } = error;
    const now = clock.now();
    const awaySince = fence.awaySince ?? now;
    const isOther = fence.problem !== problem && fence.problem !== 'unconfirmed';
    if (fence.awaySince === null || isOther)
      logger[problem === 'store_away' ? 'warn' : 'error'](
        { err: error, state: fence.state },
        UNSERVED[problem],
      );
    // What waits for its confirmation waits on; its problem says how it is judged.
    const change = fence.problem === 'unconfirmed' ? { awaySince } : { awaySince, problem };
    const isLong = now.getTime() - awaySince.getTime() >= AWAY_MS;
    const hasCharged = fence.token !== null || problem === 'store_refuses';
    if (fence.state === 'held' || (fence.state === 'waiting' && isLong && hasCharged))
      await hold(fence, { ...change, problem });
    else await write(fence, { ...change, dueAt: inMs(WATCH_MS) });
  };

  const look = async (fence: Fence): Promise<void> => {
    try {
      const store = openFile();
      const before = await store.read();
      const here = { now: clock.now(), place: await placeOf() };
      const verdict = judgeOwner(fence, readOwner(before?.bytes), here);
      await act(fence, verdict, { store, before, isOnlyOne: false });
    } catch (error) {
      if (!(error instanceof FenceStoreError)) throw error;
      await withoutStore(fence, error);
    }
  };

  /** An operator decides; without the store only where no other copy was seen. */
  const takeBy = async (fence: Fence, note: string): Promise<TakenOver> => {
    try {
      const store = openFile();
      return await take(fence, { store, before: await store.read(), isOnlyOne: false, note });
    } catch (error) {
      if (!(error instanceof FenceStoreError)) throw error;
      if (fence.state === 'refused') {
        await write(fence, { dueAt: inMs(WATCH_MS) });
        return 'unreached';
      }
      const awaySince = fence.awaySince ?? clock.now();
      await hold(fence, { awaySince, problem: error.problem, note });
      return 'held';
    }
  };

  const job: ScheduledJob = {
    name: 'fence',
    nextDue: () => repository.nextDue(),
    run: async () => {
      const times = { now: clock.now(), until: leaseEnd(clock.now()), isForced: false };
      const fence = await repository.claim(times, newId);
      if (fence) await look(fence).catch(unlessClaimed);
      // Never more in one turn: the next look is due later.
      return 0;
    },
  };

  return {
    /** Renews the fence, or looks who has it. */
    jobs: isOn ? [job] : [],

    /** An instant while this database must not charge and send; otherwise `null`. */
    closedSince: (): Promise<Date | null> =>
      isOn ? repository.closedSince() : Promise.resolve(null),

    /** The state for an operator; `undefined`: there is no fence. */
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
      const fence = isOn ? await repository.claim(times, newId) : undefined;
      if (!fence) return 'late';
      const taken = await takeBy(fence, note).catch((error: unknown) => {
        unlessClaimed(error);
        return 'late' as const;
      });
      if (taken === 'held' || taken === 'unsure')
        logger.warn({ note }, 'the fence was taken over by an operator');
      return taken;
    },

    measure: async (): Promise<void> => {
      if (isOn) metrics.fenceHeld.set((await repository.closedSince()) === null ? 1 : 0);
    },
  };
}

/** What is needed to write the owner's file. */
interface Taking {
  readonly store: FenceFile;
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
function tokenToWrite(fence: Fence, found: Owner | undefined, newId: NewId): string {
  const { state, nextToken } = fence;
  return state === 'held' && nextToken !== null && found?.token !== nextToken ? nextToken : newId();
}

const UNSERVED = {
  store_away: 'the fence in the file store cannot be read or written: the store does not answer',
  store_refuses:
    'the file store refuses the fence: its credentials must read, write and remove fence/*; see GET /ops/hold and docs/recovery.md',
} as const;

const REFUSED = {
  another_copy:
    'NOTHING IS CHARGED OR SENT: another copy of this database is at work with the same file store; see GET /ops/hold and docs/recovery.md',
  older_copy:
    'NOTHING IS CHARGED OR SENT: this database is older than the one that charged until now; see GET /ops/hold and docs/recovery.md',
} as const;
