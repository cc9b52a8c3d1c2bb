/**
 * The fence before charges: of two live copies of one database only one may charge and send. The
 * one that does says so in the file store, again and again, each time under a new token that it
 * also keeps; a copy has an older token, and sees that the owner lives.
 */
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock/clock.ts';
import type { FileStore, StoredFile } from '../../platform/files/file-store.ts';
import type { NewId } from '../../platform/ids.ts';
import type { ScheduledJob } from '../../platform/jobs/scheduler.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { FenceRepository } from './fence.repository.ts';
import { type Fence, judgeOwner, type Owner, readOwner, type Verdict } from './judge-owner.ts';

export const FENCE_KEY = 'fence/owner';
const RENEW_MS = 10_000;
const WATCH_MS = 5000;
/** Longer than the file store takes to fail. */
const LEASE_MS = 45_000;
/**
 * After so long without the file store a database that held the fence before charges on: nobody
 * else could have taken it there either, and paid time and grace run out meanwhile.
 */
const AWAY_MS = 60 * 60_000;

export interface FenceDependencies {
  readonly isOn: boolean;
  readonly repository: FenceRepository;
  readonly files: Pick<FileStore, 'read' | 'replace'>;
  /** Where this database is: a copy that lives beside it has another place. */
  readonly placeOf: () => Promise<string | null>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly logger: Pick<Logger, 'error' | 'info' | 'warn'>;
  readonly metrics: Pick<Metrics, 'fenceHeld'>;
  readonly wake: () => void;
}

export type JobFence = ReturnType<typeof createFence>;

/** The file store does not answer. */
class StoreAwayError extends Error {}

/** The owner's file; every failure of the store has one name. */
function ownerFile(files: FenceDependencies['files']) {
  const named = <Result>(work: Promise<Result>): Promise<Result> =>
    work.catch((error: unknown) => {
      throw new StoreAwayError('the file store does not answer', { cause: error });
    });
  return {
    read: () => named(files.read(FENCE_KEY)),
    replace: (before: StoredFile | undefined, bytes: Buffer) =>
      named(files.replace(FENCE_KEY, before, bytes)),
  };
}

/** Builds the fence: the gate of charges, its renewal, and an operator's take-over. */
export function createFence(dependencies: FenceDependencies) {
  const { isOn, repository, files, placeOf, clock, newId, logger, metrics, wake } = dependencies;
  const store = ownerFile(files);
  // A gauge without labels says 0 from the start, which would call somebody.
  if (!isOn) metrics.fenceHeld.remove();
  const inMs = (ms: number): Date => new Date(clock.now().getTime() + ms);

  const hold = async (fence: Fence, change: Partial<Fence>): Promise<void> => {
    await repository.write({ ...change, state: 'held', dueAt: inMs(RENEW_MS) });
    if (fence.state === 'held') return;
    logger.info('this database charges and sends: it holds the fence in the file store');
    wake();
  };

  /** Writes the next token: first here, so that a crash in between is recognised. */
  const take = async (fence: Fence, before: StoredFile | undefined, note?: string) => {
    const token = newId();
    await repository.write({ nextToken: token });
    const now = clock.now();
    const owner: Owner = {
      lineage: fence.lineage,
      token,
      renewedAt: now.toISOString(),
      place: await placeOf(),
    };
    if (!(await store.replace(before, Buffer.from(JSON.stringify(owner))))) {
      await repository.write({ dueAt: inMs(1000) });
      return false;
    }
    await hold(fence, {
      token,
      nextToken: null,
      renewedAt: now,
      problem: null,
      seenToken: null,
      seenAt: null,
      awaySince: null,
      ...(note === undefined ? {} : { note }),
    });
    return true;
  };

  const refuse = async (fence: Fence, found: Owner, problem: 'another_copy' | 'older_copy') => {
    const seen =
      fence.seenToken === found.token ? {} : { seenToken: found.token, seenAt: clock.now() };
    const change = { problem, awaySince: null, ...seen };
    await repository.write({ ...change, state: 'refused', dueAt: inMs(WATCH_MS) });
    if (fence.problem !== problem || fence.state !== 'refused') logger.error(REFUSED[problem]);
  };

  const act = async (
    fence: Fence,
    verdict: Verdict,
    file: StoredFile | undefined,
    found?: Owner,
  ) => {
    if (verdict === 'take') return void (await take(fence, file));
    if (!found) return;
    if (verdict !== 'watch') return await refuse(fence, found, verdict);
    const seen = fence.seenToken === null ? { seenToken: found.token, seenAt: clock.now() } : {};
    await repository.write({ ...seen, awaySince: null, problem: null, dueAt: inMs(WATCH_MS) });
  };

  /** The store does not answer: who holds the fence goes on, others wait for it. */
  const withoutStore = async (fence: Fence, error: unknown): Promise<void> => {
    const now = clock.now();
    const awaySince = fence.awaySince ?? now;
    if (fence.awaySince === null)
      logger.warn({ err: error, state: fence.state }, 'the fence in the file store cannot be read');
    const change = { awaySince, problem: 'store_away' as const };
    const isLong = now.getTime() - awaySince.getTime() >= AWAY_MS;
    const mayGoOn = fence.state === 'held' || (fence.state === 'waiting' && isLong && fence.token);
    if (mayGoOn) await hold(fence, change);
    else await repository.write({ ...change, dueAt: inMs(WATCH_MS) });
  };

  const look = async (fence: Fence): Promise<void> => {
    try {
      const file = await store.read();
      const found = readOwner(file?.bytes);
      const here = { now: clock.now(), place: await placeOf() };
      await act(fence, judgeOwner(fence, found, here), file, found);
    } catch (error) {
      if (!(error instanceof StoreAwayError)) throw error;
      await withoutStore(fence, error);
    }
  };

  const job: ScheduledJob = {
    name: 'fence',
    nextDue: () => repository.nextDue(),
    run: async () => {
      const times = { now: clock.now(), until: inMs(LEASE_MS), isForced: false };
      const fence = await repository.claim(times, newId);
      if (fence) await look(fence);
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

    /**
     * An operator decides that this database charges: the other one is refused with its next
     * renewal. Returns whether it is held.
     */
    takeOver: async (note: string): Promise<boolean> => {
      const times = { now: clock.now(), until: inMs(LEASE_MS), isForced: true };
      const fence = await repository.claim(times, newId);
      if (!isOn || !fence) return false;
      const isHeld = await take(fence, await store.read(), note);
      if (isHeld) logger.warn({ note }, 'the fence was taken over by an operator');
      return isHeld;
    },

    measure: async (): Promise<void> => {
      if (isOn) metrics.fenceHeld.set((await repository.closedSince()) === null ? 1 : 0);
    },
  };
}

const REFUSED = {
  another_copy:
    'NOTHING IS CHARGED OR SENT: another copy of this database is at work with the same file store; see GET /ops/hold and docs/operations.md',
  older_copy:
    'NOTHING IS CHARGED OR SENT: this database is older than the one that charged until now; see GET /ops/hold and docs/operations.md',
} as const;
