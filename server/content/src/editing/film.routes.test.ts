// The film of an entry in rows, forms and undos: media that exists, and no gap for viewers
// (decision 28).
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runStaffCommand } from '@bonisa/backoffice/staff/staff-commands';
import type { Scope } from '@bonisa/domain/staff/staff-roles';
import { newId } from '@bonisa/kit/ids';
import { readyAsset } from '@bonisa/media/ready-asset.test-kit';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mediaAssets } from '../../../media/src/media.tables.ts';
import { mediaReady } from '../catalogue.test-kit.ts';
import { ROWS, videoRow } from './rows.test-kit.ts';
import { COMMAND } from './versions.service.ts';

const GONE = { field: 'assetId', problem: 'there is no such media' };
const recorded = { by: COMMAND, audit: async () => undefined };

let product: TestProduct;
let studio: FastifyInstance;
let folder: string;
let key: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'films-'));
  product = await createTestProduct({ LIMITS: 'off', DATA_DIR: folder });
  studio = await product.studio();
  await mediaReady(product.app.catalogue.service);
  expect((await product.app.catalogue.editing.apply(ROWS)).problems).toEqual([]);
  const scopes: Scope[] = ['catalogue:read', 'catalogue:write', 'catalogue:publish'];
  const command = { command: 'key' as const, name: 'publisher', scopes, days: 90 };
  key = (await runStaffCommand(product.app.staff, command)).split('\n')[0] ?? '';
});
afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true, maxRetries: 9 });
});

async function ask(method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) {
  const answer = await studio.inject({
    ...{ method, url: `/studio/api/catalogue/${path}` },
    headers: { authorization: `Bearer ${key}` },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.json() };
}

const put = (video: string, fields: object) => ask('PUT', `entries/video/${video}`, { fields });
const entry = async (video: string) => (await ask('GET', `entries/video/${video}`)).body;
const restore = (video: string, version: number) =>
  ask('POST', `entries/video/${video}/versions/${version}/restore`);
const playing = async (slug: string) =>
  (await product.app.catalogue.service.findPlayable(slug))?.assetId ?? null;

/** A film of the library. */
async function film(state: 'processing' | 'ready' | 'failed' = 'ready'): Promise<string> {
  const id = newId();
  const asset = readyAsset(product.clock.now(), { id, state, reference: `upload:${id}` });
  await product.open.db.insert(mediaAssets).values(asset);
  if (state === 'ready') await mediaReady(product.app.catalogue.service, id);
  return id;
}

/** A published video with a film that is ready. */
async function published(slug: string): Promise<string> {
  const assetId = await film();
  const row = videoRow({ key: slug, slug, title: slug, assetId });
  expect(await ask('POST', 'batch', { rows: [row] })).toMatchObject({ status: 200 });
  expect(await playing(slug)).toBe(assetId);
  return assetId;
}

/** Gives a video another film as the library does, and has the former one removed. */
async function replaced(slug: string): Promise<string> {
  const assetId = await film();
  const { library } = product.app.media;
  await library.attach({ kind: 'video', key: slug }, { assetId, mayReplace: true }, recorded);
  product.clock.by(49 * 3600);
  await product.app.media.purge();
  return assetId;
}

it('must exist and be packaged: a row that names another one is refused by its field', async () => {
  const first = await published('refused');
  expect(await put('refused', { assetId: newId() })).toMatchObject({
    status: 400,
    body: { fields: [GONE] },
  });
  const row = videoRow({ key: 'new', slug: 'new', assetId: newId() });
  const rows = [{ kind: 'video', key: 'refused', assetId: newId() }, row];
  expect(await ask('POST', 'batch', { rows })).toMatchObject({
    status: 400,
    body: {
      fields: [
        { ...GONE, field: 'rows.0.assetId' },
        { ...GONE, field: 'rows.1.assetId' },
      ],
    },
  });
  expect((await put('refused', { assetId: await film('failed') })).body.fields).toEqual([
    { field: 'assetId', problem: 'this film could not be packaged' },
  ]);
  expect(await playing('refused')).toBe(first);
  const same = await put('refused', { assetId: first.toUpperCase() });
  expect(same).toMatchObject({ status: 200, body: { changed: [] } });
});

it('that a title has already, wherever it is, locks no other field', async () => {
  await published('former');
  const gone = newId();
  await product.rows(`update titles set asset_id = '${gone}' where slug = 'former'`);
  expect(await put('former', { assetId: gone, synopsis: 'Another.' })).toMatchObject({
    status: 200,
    body: { changed: ['synopsis'] },
  });
  const assetId = await film('processing');
  expect(await put('former', { assetId })).toMatchObject({ status: 200 });
  await mediaReady(product.app.catalogue.service, assetId);
  expect(await playing('former')).toBe(assetId);
});

it('takes over when it is ready, the form names it, and the form sent back changes nothing', async () => {
  const first = await published('waiting');
  const next = await film('processing');
  const given = await put('waiting', { assetId: next });
  expect(given).toMatchObject({
    status: 200,
    body: { changed: ['assetId'], version: 2, fields: { assetId: next } },
  });
  expect(await playing('waiting')).toBe(first);
  const { fields } = await entry('waiting');
  expect(await put('waiting', fields)).toMatchObject({ status: 200, body: { changed: [] } });
  await mediaReady(product.app.catalogue.service, next);
  expect(await playing('waiting')).toBe(next);
  expect(await entry('waiting')).toMatchObject({ version: 2, fields: { assetId: next } });
});

it('that waits to take over is taken back by an undo, and by none', async () => {
  const first = await published('undone');
  const next = await film('processing');
  await put('undone', { assetId: next });
  expect(await restore('undone', 1)).toMatchObject({
    status: 200,
    body: { changed: ['assetId'], without: [], fields: { assetId: first } },
  });
  await mediaReady(product.app.catalogue.service, next);
  expect(await playing('undone')).toBe(first);
  await put('undone', { assetId: await film('processing') });
  expect(await put('undone', { assetId: null })).toMatchObject({ status: 200 });
  const rows = await product.rows(
    `select asset_id, next_asset_id from titles where slug = 'undone'`,
  );
  expect(rows).toEqual([{ asset_id: null, next_asset_id: null }]);
});

it('that housekeeping has removed stays away from an undo, which names it', async () => {
  const first = await published('kept');
  const second = await replaced('kept');
  expect(await product.app.media.ingest.asset(first)).toBeUndefined();
  await put('kept', { synopsis: 'Another.' });
  expect(await restore('kept', 1)).toMatchObject({
    status: 200,
    body: { changed: ['synopsis'], without: ['assetId'], fields: { assetId: second } },
  });
  expect(await playing('kept')).toBe(second);
});

it('that is removed does not come back with a deleted title, and the answer says so', async () => {
  const assetId = await published('returned');
  const deleted = { kind: 'video', key: 'returned', delete: true };
  await ask('POST', 'batch', { rows: [deleted] });
  await product.app.media.library.remove(assetId);
  const back = { kind: 'video', key: 'returned', state: 'as_it_was' };
  const reason = 'the film is not kept any more';
  expect(await ask('POST', 'deleted/restore', back)).toMatchObject({
    status: 200,
    body: { without: [{ kind: 'video', key: 'returned', field: 'assetId', reason }] },
  });
  expect((await entry('returned')).fields.assetId).toBeNull();
});

it('is removed two days after a row replaced it, and not before, whoever used it in between', async () => {
  const first = await published('noted');
  const second = await film();
  await put('noted', { assetId: second });
  product.clock.by(47 * 3600);
  await put('noted', { assetId: first });
  product.clock.by(3600);
  await put('noted', { assetId: second });
  product.clock.by(47 * 3600);
  await product.app.media.purge();
  expect(await product.app.media.ingest.asset(first)).toBeDefined();
  product.clock.by(2 * 3600);
  await product.app.media.purge();
  expect(await product.app.media.ingest.asset(first)).toBeUndefined();
  expect(await playing('noted')).toBe(second);
});

it('that viewers saw comes back with a deleted title, also where another one waited', async () => {
  const first = await published('waited');
  await put('waited', { assetId: await film('processing') });
  await ask('POST', 'batch', { rows: [{ kind: 'video', key: 'waited', delete: true }] });
  const back = { kind: 'video', key: 'waited', state: 'as_it_was' };
  expect(await ask('POST', 'deleted/restore', back)).toMatchObject({
    status: 200,
    body: { without: [] },
  });
  expect(await playing('waited')).toBe(first);
});

it('may come after the publication: viewers see the entry once the film is ready', async () => {
  const { catalogue, siteContent } = product.app;
  const { pageData } = siteContent;
  const early = { slug: 'early', title: 'Early' };
  const none = videoRow({ ...early, key: 'early', assetId: null });
  const shelf = { kind: 'shelf', key: 'e', slug: 'early', title: 'Early', format: 'poster' };
  const rows = [none, { ...shelf, titles: ['early'], published: true }];
  expect(await ask('POST', 'batch', { rows })).toMatchObject({ status: 200 });
  const seen = async () => [
    (await pageData.video('early')) !== undefined,
    (await pageData.home()).shelves.some(({ slug }) => slug === 'early'),
  ];
  expect(await entry('early')).toMatchObject({
    state: 'published',
    lacks: [{ field: 'media' }, {}],
  });
  expect(await seen()).toEqual([false, false]);
  const assetId = await film('processing');
  expect(await put('early', { assetId, published: true })).toMatchObject({ status: 200 });
  expect(await seen()).toEqual([false, false]);
  await mediaReady(catalogue.service, assetId);
  expect(await seen()).toEqual([true, true]);
});
