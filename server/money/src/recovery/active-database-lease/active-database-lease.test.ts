// Of two live copies of one database only one charges. The products share a file store, as a copy
// does that is started with the variables of the service.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FileStoreError } from '@bonisa/kit/files/file-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createRestoreBench,
  DAY,
  type RestoreBench,
  type RunningProduct,
} from '../recovery.test-kit.ts';
import { FRESH_MS, SILENCE_MS } from './lease-ownership.ts';

let folder: string;
let bench: RestoreBench;
let copy: RunningProduct;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'active-database-lease-'));
  const FILE_STORE = pathToFileURL(folder).href;
  bench = await createRestoreBench({ FILE_STORE, FENCE: 'on' });
});
afterAll(async () => {
  await bench.close();
  await rm(folder, { recursive: true, force: true });
});

/** A look of a product's active database lease, whenever the last one was. */
async function look(product: RunningProduct): Promise<unknown> {
  bench.clock.by(11);
  for (const job of product.app.recovery.repeated) await job.run();
  return (await product.hold()).fence;
}
/** As long as an owner may be silent; nobody looks meanwhile. */
const silence = () => bench.clock.by(SILENCE_MS / 1000);
const asked = () => bench.asked().length;

describe('a copy with the variables of the service', () => {
  it('lets the service charge once it has looked, and not before', async () => {
    await bench.first.app.scheduler.runDue();
    expect(await bench.first.app.recovery.hold.mayMoveMoney('karoo')).toBe(false);
    expect(await look(bench.first)).toMatchObject({ state: 'held', problem: null });
    await bench.subscribers(2);
    expect((await bench.first.ops('GET', '/metrics')).text).toContain('bonisa_fence_held 1');
  });

  it('charges nobody while the service is at work, says so, and serves its pages', async () => {
    copy = await bench.restore(await bench.backup());
    expect(await look(copy)).toMatchObject({ state: 'waiting' });
    expect(await look(bench.first)).toMatchObject({ state: 'held' });
    expect(await look(copy)).toMatchObject({ state: 'refused', problem: 'another_copy' });
    const before = asked();
    await copy.advance(2 * DAY);
    expect(asked()).toBe(before);
    expect(await copy.app.recovery.hold.mayMoveMoney('karoo')).toBe(false);
    expect(copy.log.filter((line) => line.includes('NOTHING IS CHARGED OR SENT'))).toHaveLength(1);
    expect((await copy.ops('GET', '/metrics')).text).toContain('bonisa_fence_held 0');
    const { notReady, degraded } = await copy.app.readiness.check();
    expect({ notReady, degraded }).toEqual({ notReady: [], degraded: ['fence'] });
    await bench.first.app.scheduler.runDue();
    expect(asked()).toBe(before + 2);
    // The copy's clock moved everybody's: the service renews again.
    expect(await look(bench.first)).toMatchObject({ state: 'held' });
  });

  it('does not take over when the service is silent: it knows less', async () => {
    await look(copy);
    silence();
    expect(await look(copy)).toMatchObject({ state: 'refused', problem: 'older_copy' });
    expect(await look(bench.first)).toMatchObject({ state: 'held' });
  });

  it('charges when an operator decides so, and the service stops', async () => {
    const answer = await copy.ops('POST', '/ops/fence/take-over', {
      note: 'Restored after a fire',
    });
    expect(answer.body).toMatchObject({ state: 'held', note: 'Restored after a fire' });
    expect(await look(bench.first)).toMatchObject({ state: 'refused', problem: 'another_copy' });
    expect(await bench.first.app.recovery.hold.mayMoveMoney('karoo')).toBe(false);
    expect(await look(copy)).toMatchObject({ state: 'held' });
    expect((await copy.ops('POST', '/ops/fence/take-over', { note: '' })).status).toBe(400);
  });
});

describe.runIf(process.env.TEST_DATABASE_URL)('a server that was started again', () => {
  it('charges at once in the same place, since nobody else can have renewed', async () => {
    expect(await look(copy)).toMatchObject({ state: 'held' });
    // A start of the server changes the identity of the database, and nothing else.
    await copy.rows("update fences set database = 'before the start' returning 1");
    expect(await copy.app.recovery.hold.mayMoveMoney('karoo')).toBe(false);
    expect(await look(copy)).toMatchObject({ state: 'held', problem: null });
  });
});

describe('a replica that takes over', () => {
  it('charges by itself when it lacks little and the primary is gone', async () => {
    expect(await look(copy)).toMatchObject({ state: 'held' });
    const replica = await bench.restore(await bench.backup(copy));
    // The primary renews once more, and is lost with that.
    await look(copy);
    expect(FRESH_MS).toBeGreaterThan(11_000);
    expect(await look(replica)).toMatchObject({ state: 'waiting' });
    silence();
    expect(await look(replica)).toMatchObject({ state: 'held' });
    expect(await look(copy)).toMatchObject({ state: 'refused' });
    copy = replica;
  });
});

describe('the file store is away', () => {
  it('goes on charging where it is held', async () => {
    const { files } = copy.app;
    const read = files.read;
    const gone = new FileStoreError('away', 'the file store does not answer (ECONNREFUSED)');
    Object.assign(files, { read: () => Promise.reject(gone) });
    try {
      expect(await look(copy)).toMatchObject({ state: 'held', problem: 'store_away' });
      bench.clock.by(3 * DAY);
      expect(await look(copy)).toMatchObject({ state: 'held' });
      expect(copy.log.filter((line) => line.includes('cannot be read or written'))).toHaveLength(1);
    } finally {
      Object.assign(files, { read });
    }
    expect(await look(copy)).toMatchObject({ state: 'held', problem: null });
  });
});

describe('a product without an active database lease', () => {
  it('has no measure of it, which would call somebody', async () => {
    const withoutLease = await createRestoreBench({ FENCE: 'off' });
    try {
      const { text } = await withoutLease.first.ops('GET', '/metrics');
      expect(text).toContain('# TYPE bonisa_fence_held gauge');
      expect(text).not.toMatch(/^bonisa_fence_held/m);
    } finally {
      await withoutLease.close();
    }
  });
});
