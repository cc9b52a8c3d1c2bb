import { runStaffCommand } from '@bonisa/backoffice/staff/staff-commands';
import type { Scope } from '@bonisa/domain/staff/staff-roles';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ASSET, mediaReady } from '../catalogue.test-kit.ts';
import { createBatchRepository } from './batch.repository.ts';
import { createEntriesService, type EntriesParts } from './entries.service.ts';
import { createPublishingRepository } from './publishing.repository.ts';
import { ROWS, videoRow } from './rows.test-kit.ts';
import { createVersionsRepository } from './versions.repository.ts';

const DAILY = 'p-grtv-daily-c-01';
const SCOPES: readonly Scope[] = ['catalogue:read', 'catalogue:write', 'catalogue:publish'];
let product: TestProduct;
let studio: FastifyInstance;
let publisher: string;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  await product.app.packages.service.start();
  studio = await product.studio();
  const command = { command: 'key' as const, name: 'Publisher', scopes: [...SCOPES], days: 1 };
  [publisher = ''] = (await runStaffCommand(product.app.staff, command)).split('\n');
  await mediaReady(product.app.catalogue.service);
  await ask('POST', 'batch', { rows: ROWS });
});
afterAll(() => product.close());

async function ask(method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) {
  const answer = await studio.inject({
    ...{ method, url: `/studio/api/catalogue/${path}` },
    headers: { authorization: `Bearer ${publisher}` },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.json() };
}

async function draft(key: string): Promise<void> {
  const rows = [videoRow({ key, slug: key, published: false, assetId: ASSET })];
  expect(await ask('POST', 'batch', { rows })).toMatchObject({ status: 200 });
}

const save = (key: string, fields: object, version?: number) =>
  ask('PUT', `entries/video/${key}`, { fields, ...(version === undefined ? {} : { version }) });
const stateOf = async (key: string) => (await ask('GET', `entries/video/${key}`)).body;
const hoursOn = (hours: number) =>
  new Date(product.clock.now().getTime() + hours * 3_600_000).toISOString();

it('an undo of old words leaves a published title published, with its windows', async () => {
  await draft('words');
  await save('words', { synopsis: 'A good one.' });
  const packages = [{ package: DAILY, from: null, until: null }];
  const windows = { availableFrom: hoursOn(-1), availableUntil: hoursOn(99), packages };
  await save('words', { published: true, ...windows });
  await save('words', { synopsis: 'A bad one.' });
  const restored = await ask('POST', 'entries/video/words/versions/2/restore');
  expect(restored.body).toMatchObject({
    ...{ version: 5, state: 'published', changed: ['synopsis'], without: [] },
    fields: { synopsis: 'A good one.', published: true, ...windows },
  });
  expect(await product.app.siteContent.pageData.video('words')).toBeDefined();
});

it('an undo leaves a withdrawn title withdrawn', async () => {
  await draft('back');
  await save('back', { published: true });
  await save('back', { published: false, title: 'Other' });
  const restored = await ask('POST', 'entries/video/back/versions/2/restore');
  expect(restored.body).toMatchObject({ state: 'withdrawn', fields: { title: 'Umuzi' } });
});

it('an order to publish, schedule or withdraw that another person undid is a conflict', async () => {
  await draft('order');
  await save('order', { published: true, availableFrom: hoursOn(24) });
  const to = (state: string, version: number, how: object = {}) => {
    const entries = [{ kind: 'video', key: 'order', version }];
    return ask('POST', 'states', { entries, state, ...how });
  };
  await to('withdrawn', 2);
  const refused = {
    status: 409,
    body: {
      code: 'conflict',
      fields: [
        { problem: expect.stringMatching(/^Publisher changed it in version 3, .* to false$/) },
      ],
    },
  };
  for (const how of [{}, { dry_run: true }]) {
    expect(await to('scheduled', 2, { ...how, at: hoursOn(48) })).toMatchObject(refused);
    expect(await to('published', 2, how)).toMatchObject(refused);
  }
  expect(await stateOf('order')).toMatchObject({ version: 3, state: 'withdrawn' });
  await to('published', 3);
  expect(await to('withdrawn', 3)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  // The same order twice is none.
  expect(await to('published', 3)).toMatchObject({ status: 200, body: { entries: [{}] } });
  expect(await stateOf('order')).toMatchObject({ version: 4, state: 'published' });
});

it('a form names no newer version than its fields, whatever is saved while it is read', async () => {
  await draft('read');
  const { db } = product.open;
  const repository = createBatchRepository(db);
  let isSaved = false;
  const unused = {} as Pick<EntriesParts, 'media'>;
  const entries = createEntriesService({
    ...unused,
    editing: product.app.catalogue.editing,
    repository: {
      ...repository,
      current: async (kind, ids) => {
        const rows = await repository.current(kind, ids);
        if (!isSaved) {
          isSaved = true;
          await save('read', { title: 'Theirs' });
        }
        return rows;
      },
    },
    versions: createVersionsRepository(db),
    publishing: createPublishingRepository(db, repository),
    clock: product.clock,
  });
  const read = await entries.entry({ kind: 'video', key: 'read' });
  expect(isSaved).toBe(true);
  expect(read?.version).toBe(1);
  expect(await save('read', { title: 'Mine' }, read?.version)).toMatchObject({ status: 409 });
});
