// Decision 50: what people end between a restore and the replay hides nothing that is older.
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CarrierUnavailableError } from '@bonisa/carriers/carrier-outcome';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Subscribed } from '../messaging/messages.test-kit.ts';
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
let backup: Backup;
let [before, lost, kept]: Subscribed[] = [];
let later: readonly Subscribed[];

const statusOf = (product: RunningProduct, person: Subscribed | undefined): Promise<string> =>
  product.app.subscription.service.statusOf(person?.msisdn as never);
const cancelIn = async (product: RunningProduct, person: Subscribed | undefined): Promise<void> => {
  const [row] = await product.rows(`select id from subscribers where msisdn = '${person?.msisdn}'`);
  await product.app.subscription.service.cancel(Number(row?.id), 'subscriber');
};
const newestFile = async (): Promise<string> => {
  const all = await readdir(join(folder, 'ends'), { recursive: true, withFileTypes: true });
  const files = all.filter((entry) => entry.isFile());
  return (
    files
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .at(-1) ?? ''
  );
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ends-'));
  bench = await createRestoreBench({ FILE_STORE: pathToFileURL(folder).href });
  [before, lost, kept, ...later] = await bench.subscribers(8);
  await bench.first.advance(60);
  await cancelIn(bench.first, before);
  backup = await bench.backup();
  await bench.first.advance(HOUR);
  await cancelIn(bench.first, lost);
  bench.clock.by(2 * HOUR);
});
afterAll(async () => {
  await bench.close();
  await rm(folder, { recursive: true, force: true });
});

describe('somebody stops between a restore and the replay', () => {
  it('and the lost stops are carried out again all the same', async () => {
    const restored = await bench.restore(backup);
    await cancelIn(restored, later[0]);
    await restored.app.scheduler.runDue();
    expect(await statusOf(restored, lost)).toBe('cancelled');
    expect((await restored.hold()).ends).toMatchObject({ replayed: 1 });
    const asked = bench.asked().length;
    await restored.advance(DAY);
    const charged = bench.asked().slice(asked);
    expect(charged.map(({ msisdn }) => msisdn)).toContain(kept?.msisdn);
    expect(charged.map(({ msisdn }) => msisdn)).not.toContain(lost?.msisdn);
    bench.clock.by(-DAY);
  });

  it('also where the server is started again before the replay', async () => {
    const restored = await bench.restore(backup);
    await cancelIn(restored, later[1]);
    const again = await bench.restore(await backupOf(restored.open));
    await again.app.scheduler.runDue();
    expect(await statusOf(again, lost)).toBe('cancelled');
  });

  it('and the next start begins at the newest record again', async () => {
    // A start reads the hour before the newest one, which the ends of the other tests are not in.
    bench.clock.by(2 * HOUR);
    const restored = await bench.restore(backup);
    await cancelIn(restored, later[2]);
    await restored.app.scheduler.runDue();
    const [known] = await restored.rows(
      'select count(*)::int as n from end_records where before_replay',
    );
    expect(known).toEqual({ n: 0 });
    bench.clock.by(HOUR);
    await restored.rows(`delete from end_records where state = 'replayed' returning name`);
    const again = await bench.restore(await backupOf(restored.open));
    await again.app.scheduler.runDue();
    expect(again.log.filter((line) => line.includes('carried out again'))).toEqual([]);
  });

  it('and an operator does without the list of the carrier, but not without the stops', async () => {
    const restored = await bench.restore(backup);
    bench.carrier.next('listCharges', async () => {
      throw new CarrierUnavailableError('carrier_error');
    });
    await restored.app.scheduler.runDue();
    await cancelIn(restored, later[3]);
    const release = (more: object = {}) =>
      restored.ops('POST', '/ops/hold/release', { note: 'No list', without_list: true, ...more });
    await rename(join(folder, 'ends'), join(folder, 'elsewhere'));
    expect(await release()).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await rm(join(folder, 'ends'), { recursive: true, force: true });
    await rename(join(folder, 'elsewhere'), join(folder, 'ends'));
    expect((await restored.hold()).held).toBe(true);
    expect(await release()).toMatchObject({ status: 200, body: { held: false } });
    expect(await statusOf(restored, lost)).toBe('cancelled');
  });

  it('into another store, which still holds jobs', async () => {
    await rename(join(folder, 'ends'), join(folder, 'elsewhere'));
    const restored = await bench.restore(backup);
    await cancelIn(restored, later[4]);
    await restored.app.scheduler.runDue();
    expect(await restored.hold()).toMatchObject({ held: true, problem: 'end_records' });
    await rm(join(folder, 'ends'), { recursive: true });
    await rename(join(folder, 'elsewhere'), join(folder, 'ends'));
  });
});

it('a file without a signature keeps jobs waiting, however much newer the other ends are', async () => {
  await cancelIn(bench.first, kept);
  const newest = await newestFile();
  const hoursAgo = new Date(bench.clock.now().getTime() - 2 * HOUR * 1000);
  const time = hoursAgo.toISOString().replaceAll(/[-:.]/g, '');
  const day = hoursAgo.toISOString().slice(0, 10);
  const foreign = join(folder, 'ends', day, `${time}-${randomUUID()}`);
  await writeFile(foreign, await readFile(newest));
  const restored = await bench.restore(backup);
  await restored.app.scheduler.runDue();
  await restored.advance(60);
  expect(await statusOf(restored, kept)).toBe('cancelled');
  expect(await restored.hold()).toMatchObject({ held: true, problem: 'end_records' });
  await rm(foreign);
  await restored.advance(120);
  expect(await restored.hold()).toMatchObject({ problem: null });
});
