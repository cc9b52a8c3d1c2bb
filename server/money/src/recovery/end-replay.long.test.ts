// What people ended after a backup is known again on the restored database.
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freshNumber } from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handsetSends, type Subscribed, subscribe } from '../messaging/messages.test-kit.ts';
import {
  type Backup,
  backupOf,
  createRestoreBench,
  DAY,
  HOUR,
  type RestoreBench,
  type RunningProduct,
} from './recovery.test-kit.ts';

let folder: string;
let bench: RestoreBench;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ends-'));
  bench = await createRestoreBench({ FILE_STORE: pathToFileURL(folder).href });
});
afterAll(async () => {
  await bench.close();
  await rm(folder, { recursive: true, force: true });
});

const filesIn = async (): Promise<string[]> =>
  (await readdir(join(folder, 'ends'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
const idOf = async (person: Subscribed | undefined): Promise<number> => {
  const [row] = await bench.first.rows(
    `select id from subscribers where msisdn = '${person?.msisdn}'`,
  );
  return Number(row?.id);
};
const statusOf = (product: RunningProduct, msisdn: string): Promise<string> =>
  product.app.subscription.service.statusOf(msisdn as never);

describe('a restore after people have ended something', () => {
  let people: readonly Subscribed[];
  let stopped: Subscribed | undefined;
  let texted: Subscribed | undefined;
  let blocked: Subscribed | undefined;
  let returned: Subscribed | undefined;
  let removed: Subscribed | undefined;
  let kept: Subscribed | undefined;
  const unseen = freshNumber();
  let backup: Backup;
  let restored: RunningProduct;

  beforeAll(async () => {
    people = await bench.subscribers(6);
    [stopped, texted, blocked, returned, removed, kept] = people;
    await bench.first.advance(60);
    backup = await bench.backup();
    await bench.first.advance(HOUR);
    const { service, unblocking } = bench.first.app.subscription;
    await service.cancel(await idOf(stopped), 'subscriber');
    await handsetSends(bench.first, texted?.msisdn ?? '', 'STOP');
    await handsetSends(bench.first, blocked?.msisdn ?? '', 'STOP ALL');
    await handsetSends(bench.first, unseen, 'STOP ALL');
    await handsetSends(bench.first, returned?.msisdn ?? '', 'STOP ALL');
    bench.clock.by(1);
    await unblocking.unblock(returned?.msisdn as never, 'Called us');
    await bench.first.app.owners.removal.remove(await idOf(removed));
  });

  it('has a signed file of each end, without a number, before the answer', async () => {
    const texts = await Promise.all((await filesIn()).map((file) => readFile(file, 'utf8')));
    expect(texts).toHaveLength(7);
    for (const { msisdn } of [...people, { msisdn: unseen }])
      expect(texts.join('')).not.toContain(msisdn.slice(2));
    expect((await bench.first.hold()).ends).toEqual({ waiting: 0, replayed: 0, removing: 0 });
  });

  it('carries them out again before anybody is charged, without a second message', async () => {
    restored = await bench.restore(backup);
    const asked = bench.asked().length;
    const sent = bench.carrier.calls('sendMessage').length;
    await restored.app.scheduler.runDue();
    expect(await Promise.all(people.map(({ msisdn }) => statusOf(restored, msisdn)))).toEqual([
      'cancelled',
      'cancelled',
      'blocked',
      // STOP ALL ended the subscription; the number may subscribe again.
      await statusOf(bench.first, returned?.msisdn ?? ''),
      'none',
      'trial',
    ]);
    // The removed person's, and that of the number that the backup has never seen.
    expect(await restored.rows('select blocked_at from forgotten_numbers')).toHaveLength(2);
    expect(bench.carrier.calls('sendMessage').length).toBe(sent);
    expect((await restored.hold()).ends).toEqual({ waiting: 0, replayed: 7, removing: 0 });
    await restored.advance(2 * DAY);
    const charged = new Set(
      bench
        .asked()
        .slice(asked)
        .map(({ msisdn }) => msisdn),
    );
    expect([...charged]).toEqual([kept?.msisdn]);
  });

  it('keeps a number blocked that the backup has never seen', async () => {
    const asked = await restored.visitor().call('statusCheck', {
      transaction_id: 'unseen',
      msisdn: unseen,
      service_key: 'demo-daily',
    });
    expect(asked.body).toMatchObject({ code: 'BLOCKED' });
  });

  it('does it once: a later start reads the file store and changes nothing', async () => {
    const events = 'select count(*)::int as n from subscription_events';
    const before = await restored.rows(events);
    const later = await bench.restore(await backupOf(restored.open));
    await later.app.scheduler.runDue();
    expect(await later.hold()).toMatchObject({ held: false, ends: { replayed: 7 } });
    expect(await later.rows(events)).toEqual(before);
  });

  it('removes the data only when no charge is open, and charges nobody meanwhile', async () => {
    const late = await bench.restore(backup);
    await late.rows(
      `insert into charges (id, subscription_id, carrier_id, reference, period, package_id, amount, vat, vat_rate, state, created_at, lookup_at, lookups)
         select gen_random_uuid(), s.id, 'karoo', 'OPEN-1', 1, s.package_id, 500, 65, 1500, 'unknown', s.started_at, '2030-01-01', 0
         from subscriptions s join subscribers n on n.id = s.subscriber_id where n.msisdn = '${removed?.msisdn}'`,
    );
    await late.app.scheduler.runDue();
    expect(await statusOf(late, removed?.msisdn ?? '')).toBe('cancelled');
    expect((await late.hold()).ends).toMatchObject({ replayed: 6, removing: 1 });
    await late.rows(
      `update charges set state = 'denied', lookup_at = null where reference = 'OPEN-1'`,
    );
    await late.advance(60);
    expect(await statusOf(late, removed?.msisdn ?? '')).toBe('none');
  });

  it('holds jobs while a file has no signature of ours', async () => {
    const [known = ''] = await filesIn();
    const name = `29990101T000000000Z-${randomUUID()}`;
    const forged = join(known, '..', name);
    await writeFile(forged, await readFile(known));
    const wary = await bench.restore(backup);
    await wary.app.scheduler.runDue();
    expect(await wary.hold()).toMatchObject({ held: true, problem: 'end_records' });
    expect((await wary.hold()).unreadable_ends).toEqual([expect.stringContaining(name)]);
    expect(wary.log.filter((line) => line.includes('no signature of ours')).join()).toContain(name);
    await rm(forged);
    await wary.advance(60);
    expect(await wary.hold()).toMatchObject({ problem: null, why: 'missing_here' });
    expect(await wary.hold()).not.toHaveProperty('unreadable_ends');
  });

  it('does not wait for a file that is not named as ours', async () => {
    const [known = ''] = await filesIn();
    const foreign = join(known, '../.DS_Store');
    await writeFile(foreign, 'of a file manager');
    const calm = await bench.restore(backup);
    await calm.app.scheduler.runDue();
    expect(await calm.hold()).toMatchObject({ problem: null, why: 'missing_here' });
    expect(calm.log.some((line) => line.includes('is not ours'))).toBe(true);
    await rm(foreign);
  });

  it('does without a file where an operator decides so, also after the next start', async () => {
    const known = await backupOf(bench.first.open);
    const newest = (await filesIn()).sort().at(-1) ?? '';
    const torn = newest.replace(/-[^/]*$/, `-${randomUUID()}`);
    await writeFile(torn, '');
    const holding = await bench.restore(known);
    await holding.app.scheduler.runDue();
    expect(await holding.hold()).toMatchObject({ held: true, problem: 'end_records' });
    const body = { note: 'An empty file, of a full disk', without_list: true };
    const answer = await holding.ops('POST', '/ops/hold/release', body);
    expect(answer.body).toMatchObject({ held: false });
    const later = await bench.restore(await backupOf(holding.open));
    await later.app.scheduler.runDue();
    expect(await later.hold()).toMatchObject({ held: false, problem: null });
    await rm(torn);
  });

  it('holds jobs while the file store is another one than before', async () => {
    const known = await backupOf(bench.first.open);
    await rename(join(folder, 'ends'), join(folder, 'elsewhere'));
    const lost = await bench.restore(known);
    await lost.app.scheduler.runDue();
    expect(await lost.hold()).toMatchObject({ held: true, problem: 'end_records' });
    const moved = await bench.restore(known);
    await moved.app.scheduler.runDue();
    await moved.ops('POST', '/ops/hold/release', { note: 'Moved the store', without_list: true });
    const again = await bench.restore(await backupOf(moved.open));
    await again.app.scheduler.runDue();
    expect(await again.hold()).toMatchObject({ held: false, problem: null });
    await rename(join(folder, 'elsewhere'), join(folder, 'ends'));
    await lost.advance(60);
    expect(await lost.hold()).toMatchObject({ problem: null });
  });
});

describe('a quiet service that is started again', () => {
  /** A start of the server on the rows as they are. */
  const startedAgain = async (change?: string): Promise<RunningProduct> => {
    const again = await bench.restore(await backupOf(bench.first.open));
    if (change) await again.rows(change);
    await again.app.scheduler.runDue();
    return again;
  };
  const ended = freshNumber();

  it('does not carry out again what it knew before its rows were deleted', async () => {
    const { service, unblocking } = bench.first.app.subscription;
    await subscribe(bench.first, 'demo-daily', ended);
    await service.block(ended as never, 'stop_all');
    bench.clock.by(2 * HOUR);
    await unblocking.unblock(ended as never, 'Called us');
    await subscribe(bench.first, 'demo-daily', ended);
    await bench.first.advance(3 * DAY);
    await bench.first.app.recovery.purge();
    expect(await bench.first.rows('select name from end_records')).toHaveLength(1);
    const again = await startedAgain();
    expect(again.log.filter((line) => line.includes('carried out again'))).toEqual([]);
    expect(await statusOf(again, ended)).toBe(await statusOf(bench.first, ended));
  });

  it('knows those of the hour before the newest, which a start reads again', async () => {
    const [one, two] = await bench.subscribers(2);
    const { service } = bench.first.app.subscription;
    await service.cancel(await idOf(one), 'subscriber');
    bench.clock.by(HOUR / 2);
    await service.cancel(await idOf(two), 'subscriber');
    await bench.first.advance(3 * DAY);
    await bench.first.app.recovery.purge();
    expect(await bench.first.rows('select name from end_records')).toHaveLength(2);
    // As after the third round of a change of SECRET_KEY: no file has a valid signature.
    for (const file of await filesIn()) await writeFile(file, 'signed with the former key\n-\n');
    expect(await (await startedAgain()).hold()).toMatchObject({ held: false, problem: null });
  });

  it('never ends a subscription that is newer than the end, whatever rows it lacks', async () => {
    const person = freshNumber();
    const { service, unblocking } = bench.first.app.subscription;
    await subscribe(bench.first, 'demo-daily', person);
    await service.block(person as never, 'stop_all');
    bench.clock.by(HOUR / 4);
    await unblocking.unblock(person as never, 'Called us');
    await subscribe(bench.first, 'demo-daily', person);
    const before = await statusOf(bench.first, person);
    for (const file of await filesIn())
      if ((await readFile(file, 'utf8')).startsWith('signed with')) await rm(file);
    const again = await startedAgain('delete from end_records returning name');
    expect(again.log.some((line) => line.includes('older than a consent'))).toBe(true);
    expect(await statusOf(again, person)).toBe(before);
  });
});

describe('the file store is away', () => {
  it('accepts an end all the same, says so, and writes it later', async () => {
    const [person] = await bench.subscribers(1);
    const before = (await filesIn()).length;
    await rm(join(folder, '.incoming'), { recursive: true, force: true });
    await writeFile(join(folder, '.incoming'), 'no folder');
    await bench.first.app.subscription.service.cancel(await idOf(person), 'subscriber');
    expect(await statusOf(bench.first, person?.msisdn ?? '')).toBe('cancelled');
    expect((await bench.first.ops('GET', '/metrics')).text).toContain(
      'bonisa_end_records{state="waiting"} 1',
    );
    expect(bench.first.log.filter((line) => line.includes('cannot be written'))).toHaveLength(1);
    await rm(join(folder, '.incoming'));
    await bench.first.advance(60);
    expect(await filesIn()).toHaveLength(before + 1);
    expect((await bench.first.hold()).ends).toMatchObject({ waiting: 0 });
  });

  it('removes what no backup can lack any more', async () => {
    bench.clock.by(40 * DAY);
    await bench.first.app.recovery.purge();
    expect(await filesIn()).toEqual([]);
  });
});
