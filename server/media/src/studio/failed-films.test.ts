// A film that failed, seen by an editor, an operator and an alert, and tried again.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ask,
  createPerson,
  createSession,
  type TestSession,
} from '@bonisa/backoffice/staff/staff.test-kit';
import { ASSET } from '@bonisa/content/catalogue.test-kit';
import { ROWS } from '@bonisa/content/editing/rows.test-kit';
import { createOperations } from '@bonisa/kit/http/operations-listener';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mediaAssets, mediaIngestJobs } from '../media.tables.ts';
import { mediaUnderWay, readyAsset } from '../ready-asset.test-kit.ts';

const FAILED_JOB = '01990a00-0000-7000-8000-0000000000c1';
const OTHER = '01990a00-0000-7000-8000-0000000000c2';
const OTHER_JOB = '01990a00-0000-7000-8000-0000000000c3';
const WHY = 'the child process ended by SIGKILL';

let product: TestProduct;
let studio: FastifyInstance;
let operations: FastifyInstance;
let folder: string;
let session: TestSession;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'failed-films-'));
  await mkdir(join(folder, 'files'));
  product = await createTestProduct({ LIMITS: 'off', DATA_DIR: folder });
  studio = await product.studio();
  operations = await createOperations(product.app.operations);
  session = await createSession(product, await createPerson(product, ['publisher', 'operator']));
  await product.app.scheduler.runDue();
  await mediaUnderWay(product);
  const { problems } = await product.app.catalogue.editing.apply(ROWS);
  expect(problems).toEqual([]);
});
afterAll(async () => {
  await operations.close();
  await product.close();
  // The built files of the studio may still be arriving there.
  await rm(folder, { recursive: true, maxRetries: 9 });
});

beforeEach(async () => {
  const { db } = product.open;
  await db.delete(mediaIngestJobs);
  await db.delete(mediaAssets);
  const now = product.clock.now();
  await db
    .insert(mediaAssets)
    .values([
      readyAsset(now, { state: 'failed', title: 'Umuzi' }),
      readyAsset(now, { id: OTHER, state: 'failed', title: 'Ulwandle' }),
    ]);
  const job = { file: 'upload:x', effort: 'quick', captions: [], attempts: 3 } as const;
  const failed = {
    ...job,
    state: 'failed',
    progress: 0.4,
    createdAt: now,
    finishedAt: now,
  } as const;
  const why = { errorCode: 'crashed', errorText: WHY };
  await db.insert(mediaIngestJobs).values([
    { ...failed, ...why, id: FAILED_JOB, assetId: ASSET },
    { ...failed, ...why, id: OTHER_JOB, assetId: OTHER },
  ]);
});

async function call(method: 'GET' | 'POST', path: string, body?: object) {
  const given = body ? { body } : {};
  return await ask(studio, `/studio/api/${path}`, { method, ...given, ...signed() });
}
const signed = () => ({ cookie: session.cookie, csrf: session.csrf });
const list = async (query: string) => (await call('GET', `catalogue/lists/video?${query}`)).body;
const health = async () =>
  (await call('GET', 'service')).body.problems.filter(
    ({ area }: { area: string }) => area === 'film',
  );
const assetState = async (id: string) =>
  (await product.open.db.select().from(mediaAssets).where(eq(mediaAssets.id, id)))[0]?.state;

describe('a film that failed', () => {
  it('stands in the list of videos with the reason, and its filter finds it', async () => {
    const [video] = (await list('media_failed=yes')).data;
    expect(video).toMatchObject({
      slug: 'umuzi',
      state: 'published',
      film: { state: 'failed', problem: WHY, plays: false },
    });
    expect((await list('media_failed=yes')).total).toBe(1);
    const { data: films } = (await call('GET', 'media/assets?state=failed')).body;
    expect(films.map(({ problem }: { problem: string }) => problem)).toEqual([WHY, WHY]);
    const entry = (await call('GET', `catalogue/entries/video/${video.key}`)).body;
    expect(entry.lacks).toContainEqual({
      field: 'media',
      reason: 'Its film could not be packaged',
      blocks: true,
    });
  });

  it('stands in the health of the service, and in the figures behind the alert', async () => {
    expect(await health()).toEqual([
      {
        area: 'film',
        subject: 'Umuzi, Ulwandle',
        words: expect.stringContaining(WHY),
        since: product.clock.now().toISOString(),
      },
    ]);
    expect(await figures()).toContain('bonisa_films_stuck{why="failed"} 2');
  });

  it('is tried again by itself alone, and waits for its turn then', async () => {
    const tried = await call('POST', 'media/retry', { asset_ids: [ASSET] });
    expect(tried.body).toEqual({ queued: 1 });
    expect([await assetState(ASSET), await assetState(OTHER)]).toEqual(['processing', 'failed']);
    const [video] = (await list('search=umuzi')).data;
    expect(video.film).toEqual({ state: 'processing', problem: null, plays: false });
    expect((await list('media_failed=yes')).total).toBe(0);
    // A second press finds nothing that failed.
    const again = await call('POST', 'media/retry', { asset_ids: [ASSET] });
    expect(again.body).toEqual({ queued: 0 });
  });

  it('is tried again with all others', async () => {
    expect((await call('POST', 'media/retry', {})).body).toEqual({ queued: 2 });
    expect(await health()).toEqual([]);
    expect(await figures()).toContain('bonisa_films_stuck{why="failed"} 0');
    const { data } = (await call('GET', 'media/jobs?state=queued')).body;
    expect(data).toHaveLength(2);
  });

  it('keeps its source for a week, so that it can be tried again after a weekend', async () => {
    const { ingest } = product.app.media;
    expect(await ingest.isSourceNeeded('upload:x')).toBe(true);
    product.clock.by(8 * 24 * 3600);
    expect(await ingest.isSourceNeeded('upload:x')).toBe(false);
    product.clock.by(-8 * 24 * 3600);
    // The same bytes would be refused again.
    await product.open.db.update(mediaIngestJobs).set({ errorCode: 'no_video' });
    expect(await ingest.isSourceNeeded('upload:x')).toBe(false);
  });

  it('is not named once it was replaced', async () => {
    await product.app.media.library.retire([ASSET, OTHER]);
    expect(await health()).toEqual([]);
  });
});

describe('a film that waits for room', () => {
  it('is named where operators look, with what to do', async () => {
    const { db } = product.open;
    await db.update(mediaAssets).set({ state: 'processing' });
    const waiting = {
      state: 'queued',
      errorCode: 'disk_full',
      errorText: 'the disk is full',
    } as const;
    await db.update(mediaIngestJobs).set(waiting);
    expect(await health()).toMatchObject([
      { area: 'film', subject: '2 films', words: expect.stringContaining('room on the disk') },
    ]);
    expect(await figures()).toContain('bonisa_films_stuck{why="no_room"} 2');
    const { data } = (await call('GET', 'media/jobs')).body;
    expect(data[0].error).toEqual({ code: 'disk_full', description: 'the disk is full' });
  });
});

async function figures(): Promise<string> {
  return (await operations.inject('/metrics')).body;
}
