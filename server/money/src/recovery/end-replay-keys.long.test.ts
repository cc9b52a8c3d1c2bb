// What people ended after a backup is known again where SECRET_KEY was changed since (decision
// 47).
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Secrets } from '@bonisa/kit/secrets/secrets';
import { freshNumber } from '@bonisa/server/app.test-kit';
import { secretsOf } from '@bonisa/server/key-rotation.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handsetSends, type Subscribed } from '../messaging/messages.test-kit.ts';
import {
  type Backup,
  backupOf,
  createRestoreBench,
  DAY,
  HOUR,
  type RestoreBench,
  type RunningProduct,
} from './recovery.test-kit.ts';

/** The steps of a change: before it, while both keys are accepted, and after it. */
const STEPS = { before: 0, during: 2, after: 3 } as const;

let folder: string;
let bench: RestoreBench;
let secrets: Record<keyof typeof STEPS, Secrets>;
let people: readonly Subscribed[];
/** Blocked with the old key; the backup has never seen it. */
const unseen = freshNumber();
let backup: Backup;
let restored: RunningProduct;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ends-keys-'));
  const [before, during, after] = await Promise.all(
    Object.values(STEPS).map((step) => secretsOf(step, folder)),
  );
  if (!before || !during || !after) throw new Error('a step has no secrets');
  secrets = { before, during, after };
  bench = await createRestoreBench({ FILE_STORE: pathToFileURL(folder).href }, before);
  people = await bench.subscribers(5);
  await bench.first.advance(60);
  backup = await bench.backup();
  await bench.first.advance(HOUR);
  const [stopped, blocked, removed, later] = people;
  await endWithOldKey(stopped, blocked, removed);
  // The same service with the new key: somebody stops, and its record is signed with that one.
  const rotated = await bench.restore(await backupOf(bench.first.open), after);
  await handsetSends(rotated, later?.msisdn ?? '', 'STOP');
});
afterAll(async () => {
  await bench.close();
  await rm(folder, { recursive: true, force: true });
});

async function endWithOldKey(
  ...[stopped, blocked, removed]: readonly (Subscribed | undefined)[]
): Promise<void> {
  await handsetSends(bench.first, stopped?.msisdn ?? '', 'STOP');
  await handsetSends(bench.first, blocked?.msisdn ?? '', 'STOP ALL');
  await handsetSends(bench.first, unseen, 'STOP ALL');
  const [row] = await bench.first.rows(
    `select id from subscribers where msisdn = '${removed?.msisdn}'`,
  );
  await bench.first.app.owners.removal.remove(Number(row?.id));
}

const statusesIn = (product: RunningProduct) =>
  Promise.all(
    people.map(({ msisdn }) => product.app.subscription.service.statusOf(msisdn as never)),
  );
const files = async (): Promise<number> =>
  (await readdir(join(folder, 'ends'), { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  ).length;

describe('a backup from before a change of SECRET_KEY', () => {
  it('holds its jobs, and names the records that the earlier key has signed', async () => {
    expect(await files()).toBe(5);
    const wary = await bench.restore(backup, secrets.after);
    const asked = bench.asked().length;
    await wary.app.scheduler.runDue();
    const hold = await wary.hold();
    expect(hold).toMatchObject({ held: true, problem: 'end_records' });
    expect(hold.unreadable_ends).toHaveLength(4);
    expect(bench.asked()).toHaveLength(asked);
  });

  it('knows every end again in a start that accepts the earlier key, once', async () => {
    restored = await bench.restore(backup, secrets.during);
    const asked = bench.asked().length;
    const sent = bench.carrier.calls('sendMessage').length;
    await restored.app.scheduler.runDue();
    expect(await statusesIn(restored)).toEqual([
      'cancelled',
      'blocked',
      'none',
      'cancelled',
      'trial',
    ]);
    expect(await restored.hold()).toMatchObject({
      problem: null,
      ends: { waiting: 0, replayed: 5, removing: 0 },
    });
    expect(bench.carrier.calls('sendMessage')).toHaveLength(sent);
    await restored.advance(2 * DAY);
    const charged = bench
      .asked()
      .slice(asked)
      .map(({ msisdn }) => msisdn);
    expect(new Set(charged)).toEqual(new Set([people[4]?.msisdn]));
  });

  it('still knows a removed and a blocked number by its mark', async () => {
    const ask = (msisdn: string, transaction_id: string) =>
      restored.visitor().call('statusCheck', { transaction_id, msisdn, service_key: 'demo-daily' });
    expect((await ask(unseen, 'unseen')).body).toMatchObject({ code: 'BLOCKED' });
    // The free day was used before the removal.
    const removed = (await ask(people[2]?.msisdn ?? '', 'removed')).body;
    expect(removed).toMatchObject({ hasFreeTrial: false });
  });

  it('goes on without the earlier key afterwards', async () => {
    const events = 'select count(*)::int as n from subscription_events';
    const before = await restored.rows(events);
    const later = await bench.restore(await backupOf(restored.open), secrets.after);
    await later.app.scheduler.runDue();
    expect(await later.hold()).toMatchObject({ held: false, problem: null, ends: { replayed: 5 } });
    expect(await later.rows(events)).toEqual(before);
  });
});
