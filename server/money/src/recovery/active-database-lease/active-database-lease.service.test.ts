// How the active database lease deals with a file store that refuses, ignores conditions, or is
// slow. Databases are rows in memory; the store is a map.

import { FileStoreError, type StoredFile } from '@bonisa/kit/files/file-store';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DatabaseLeaseRepository } from './active-database-lease.repository.ts';
import { createActiveDatabaseLease } from './active-database-lease.service.ts';
import { CONFIRM_MS, type DatabaseLease, SILENCE_MS } from './lease-ownership.ts';

let now: Date;
let ids: number;
const newId = () => `0197a000-0000-7000-8000-${String(++ids).padStart(12, '0')}`;
const by = (ms: number): void => {
  now = new Date(now.getTime() + ms);
};
beforeEach(() => {
  now = new Date('2026-11-26T08:00:00.000Z');
  ids = 0;
});

type Kind = 'kept' | 'ignored' | 'refused';

/** A store; `fail` is thrown by each call. */
function storeOf(kind: Kind) {
  const content = new Map<string, Buffer>();
  const fileOf = (bytes: Buffer): StoredFile => ({
    bytes,
    size: bytes.length,
    etag: `"${bytes}"`,
    modified: now,
  });
  const store = {
    fail: undefined as Error | undefined,
    /** The next owner's file is written, and the answer is lost. */
    losesAnswer: false,
    content,
    files: {
      read: async (key: string) => {
        if (store.fail) throw store.fail;
        const bytes = content.get(key);
        return bytes && fileOf(bytes);
      },
      put: async (key: string, bytes: unknown) => {
        if (store.fail) throw store.fail;
        content.set(key, bytes as Buffer);
      },
      replace: async (key: string, before: StoredFile | undefined, bytes: Buffer) => {
        if (store.fail) throw store.fail;
        if (kind === 'refused') throw new FileStoreError('conditions', 'no conditions (501)');
        const here = content.get(key);
        const isSame = here === undefined ? !before : before?.bytes.equals(here);
        if (kind === 'kept' && !isSame) return false;
        content.set(key, bytes);
        if (key === 'fence/owner' && store.losesAnswer) throw AWAY;
        return true;
      },
      remove: async (key: string) => void content.delete(key),
    },
  };
  return store;
}
const AWAY = new FileStoreError('away', 'the file store does not answer (503)');
const DENIED = new FileStoreError('refused', 'the file store refuses the service (AccessDenied)');

/** A database with its process. */
function databaseOf(store: ReturnType<typeof storeOf>, place: string, from?: DatabaseLease) {
  const log: string[] = [];
  let row: DatabaseLease | undefined = from && {
    ...from,
    state: 'waiting',
    seenToken: null,
    seenAt: null,
  };
  const repository = {
    claim: async ({ until }: { until: Date }) => {
      row = { ...(row ?? EMPTY), lineage: row?.lineage ?? newId(), dueAt: until };
      return { ...row };
    },
    write: async ({ dueAt }: DatabaseLease, set: Partial<DatabaseLease>) => {
      if (row?.dueAt.getTime() !== dueAt.getTime()) return false;
      row = { ...row, ...set };
      return true;
    },
    read: async () => row && { ...row },
    closedSince: async () => (row?.state === 'held' ? null : new Date(0)),
    nextDue: async () => row?.dueAt ?? null,
  } as unknown as DatabaseLeaseRepository;
  const say = (_facts: unknown, line?: string) => void log.push(line ?? String(_facts));
  const lease = createActiveDatabaseLease({
    isOn: true,
    repository,
    files: store.files as never,
    placeOf: async () => place,
    clock: { now: () => now } as never,
    newId,
    logger: { error: say, info: say, warn: say } as never,
    metrics: { databaseLeaseHeld: { remove: () => undefined, set: () => undefined } } as never,
    wake: () => undefined,
  });
  return {
    log,
    lease,
    repository,
    row: () => row as DatabaseLease,
    look: async () => {
      await lease.jobs[0]?.run();
      return row?.state;
    },
    isOpen: async () => (await lease.closedSince()) === null,
  };
}
const EMPTY: DatabaseLease = {
  id: 'charges',
  database: '',
  writtenBy: '',
  state: 'waiting',
  problem: null,
  lineage: '',
  token: null,
  nextToken: null,
  renewedAt: null,
  seenToken: null,
  seenAt: null,
  awaySince: null,
  dueAt: new Date(0),
  note: null,
};

describe.each(['ignored', 'refused'] as const)('a store where conditions are %s', (kind) => {
  it('lets a new database charge as soon as its own token was read again', async () => {
    const one = databaseOf(storeOf(kind), 'a');
    expect(await one.look()).toBe('waiting');
    expect(one.row().problem).toBe('unconfirmed');
    by(CONFIRM_MS - 1);
    expect(await one.look()).toBe('waiting');
    by(1);
    expect(await one.look()).toBe('held');
    by(10_000);
    expect(await one.look()).toBe('held');
    expect(one.row().problem).toBeNull();
    expect(one.log.filter((line) => line.includes('conditional writes'))).toHaveLength(1);
  });

  it('lets one of two charge that wrote at the same moment', async () => {
    const store = storeOf(kind);
    const [one, two] = [databaseOf(store, 'a'), databaseOf(store, 'b')];
    await Promise.all([one.look(), two.look()]);
    for (let ms = 0; ms < CONFIRM_MS + SILENCE_MS; ms += 5000) {
      by(5000);
      await Promise.all([one.look(), two.look()]);
      expect([await one.isOpen(), await two.isOpen()]).not.toEqual([true, true]);
    }
    expect([one.row().state, two.row().state].sort()).toEqual(['held', 'refused']);
  });
});

describe('a store that refuses the active database lease', () => {
  it('is named, and a database that charged before there was an active database lease goes on in an hour', async () => {
    const store = storeOf('kept');
    store.fail = DENIED;
    const one = databaseOf(store, 'a');
    expect(await one.look()).toBe('waiting');
    expect(one.row().problem).toBe('store_refuses');
    expect(one.log).toEqual([expect.stringContaining('refuses the active database lease')]);
    by(59 * 60_000);
    expect(await one.look()).toBe('waiting');
    by(60_000);
    expect(await one.look()).toBe('held');
    expect(await one.lease.isFine()).toBe(false);
    store.fail = undefined;
    by(10_000);
    expect(await one.look()).toBe('held');
    expect(await one.lease.isFine()).toBe(true);
  });

  it('keeps a new database waiting while it is only away', async () => {
    const store = storeOf('kept');
    store.fail = AWAY;
    const one = databaseOf(store, 'a');
    await one.look();
    by(2 * 60 * 60_000);
    expect(await one.look()).toBe('waiting');
    expect(one.row().problem).toBe('store_away');
  });

  it('does not keep an operator from deciding, unless another copy was seen', async () => {
    const store = storeOf('kept');
    const owner = databaseOf(store, 'a');
    await owner.look();
    const copy = databaseOf(store, 'b', owner.row());
    await copy.look();
    by(10_000);
    await owner.look();
    expect(await copy.look()).toBe('refused');
    store.fail = DENIED;
    expect(await copy.lease.takeOver('The old server is off')).toBe('unreached');
    expect(await copy.isOpen()).toBe(false);
    const other = databaseOf(store, 'c', owner.row());
    expect(await other.lease.takeOver('The rights come tomorrow')).toBe('held');
    expect(other.row()).toMatchObject({ state: 'held', problem: 'store_refuses' });
  });
});

describe('an answer of the store that is lost', () => {
  it('is no other copy, though the next write is lost as well', async () => {
    const store = storeOf('kept');
    const one = databaseOf(store, 'a');
    await one.look();
    store.losesAnswer = true;
    by(10_000);
    expect(await one.look()).toBe('held');
    by(10_000);
    expect(await one.look()).toBe('held');
    store.losesAnswer = false;
    const { replace } = store.files;
    // This one never arrives.
    store.files.replace = () => Promise.reject(AWAY);
    by(10_000);
    expect(await one.look()).toBe('held');
    store.files.replace = replace;
    by(10_000);
    expect(await one.look()).toBe('held');
    expect(one.row().problem).toBeNull();
  });
});

describe('a look whose claim has ended', () => {
  it('writes neither here nor into the store', async () => {
    const store = storeOf('kept');
    const one = databaseOf(store, 'a');
    await one.look();
    const { read } = store.files;
    const before = store.content.get('fence/owner');
    store.files.read = async (key) => {
      const found = await read(key);
      // Meanwhile another process claims the look.
      by(46_000);
      await one.repository.claim(
        { now, until: new Date(now.getTime() + 45_000), isForced: false },
        newId,
      );
      return found;
    };
    const row = one.row();
    await one.look();
    expect(one.row()).toMatchObject({ token: row.token, nextToken: null });
    expect(store.content.get('fence/owner')).toBe(before);
  });
});

describe('a lock that nobody removes', () => {
  it('is said once', async () => {
    const store = storeOf('kept');
    const one = databaseOf(store, 'a');
    await one.look();
    store.files.replace = async () => false;
    for (let i = 0; i < 8; i++) {
      by(1000);
      expect(await one.look()).toBe('held');
    }
    expect(one.log.filter((line) => line.includes('cannot be written'))).toHaveLength(1);
  });
});
