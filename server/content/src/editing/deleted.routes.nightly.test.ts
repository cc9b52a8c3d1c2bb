import { runStaffCommand } from '@bonisa/backoffice/staff/staff-commands';
import type { Scope } from '@bonisa/domain/staff/staff-roles';
import { newId } from '@bonisa/kit/ids';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mediaReady } from '../catalogue.test-kit.ts';
import { ROWS, videoRow } from './rows.test-kit.ts';

let product: TestProduct;
let studio: FastifyInstance;
let publisher: string;
let editor: string;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  studio = await product.studio();
  publisher = await keyWith('Publisher', 'catalogue:read', 'catalogue:write', 'catalogue:publish');
  editor = await keyWith('Editor', 'catalogue:read', 'catalogue:write');
  await mediaReady(product.app.catalogue.service);
  await batch(publisher, ROWS);
});
afterAll(() => product.close());

async function keyWith(name: string, ...scopes: Scope[]): Promise<string> {
  const command = { command: 'key' as const, name, scopes, days: 1 };
  const [secret = ''] = (await runStaffCommand(product.app.staff, command)).split('\n');
  return secret;
}

async function ask(secret: string, method: 'GET' | 'POST', path: string, payload?: object) {
  const answer = await studio.inject({
    method,
    url: `/studio/api/catalogue/${path}`,
    headers: { authorization: `Bearer ${secret}` },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.json() };
}

async function batch(secret: string, rows: readonly object[]): Promise<void> {
  expect(await ask(secret, 'POST', 'batch', { rows })).toMatchObject({ status: 200 });
}
const remove = (kind: string, key: string) =>
  batch(publisher, [{ kind, key, delete: true, withContents: true }]);
const restore = (secret: string, kind: string, key: string, more: object = {}) =>
  ask(secret, 'POST', 'deleted/restore', { kind, key, state: 'as_it_was', ...more });
const list = async (query = '') => (await ask(editor, 'GET', `deleted${query}`)).body;
const entry = async (kind: string, key: string) =>
  (await ask(editor, 'GET', `entries/${kind}/${encodeURIComponent(key)}`)).body;

it('a deleted show is listed once and comes back with all that hung on it', async () => {
  const before = await entry('show', 'lamp');
  const shelf = await entry('shelf', 'first');
  expect(shelf.fields.titles).toEqual(['v-1', 'lamp']);
  await remove('show', 'lamp');
  expect((await entry('shelf', 'first')).fields.titles).toEqual(['v-1']);
  expect(await list()).toMatchObject({
    total: 1,
    data: [
      {
        ...{ kind: 'show', key: 'lamp', title: 'Lamp', slug: 'lamp', was_published: true },
        ...{ by: { kind: 'key', name: 'Publisher' }, with: null, contents: 4 },
      },
    ],
  });
  // What went with it is found by its words.
  expect(await list('?search=cold')).toMatchObject({
    data: [{ kind: 'episode', key: 'e-1', with: { kind: 'show', key: 'lamp' } }],
  });
  expect(await restore(publisher, 'show', 'lamp')).toMatchObject({
    status: 200,
    body: {
      state: 'published',
      restored: { show: 1, season: 2, episode: 1, slide: 1 },
      without: [],
    },
  });
  expect((await list()).total).toBe(0);
  const after = await entry('show', 'lamp');
  expect(after.fields).toEqual(before.fields);
  expect(await entry('episode', 'e-1')).toMatchObject({ fields: { show: 'lamp', season: 2 } });
  expect((await entry('shelf', 'first')).fields.titles).toEqual(['v-1', 'lamp']);
  const { body } = await ask(editor, 'GET', 'entries/show/lamp/versions');
  expect(body.data[0]).toMatchObject({ action: 'restored', restored: 1, version: 3 });
  expect(await product.app.siteContent.pageData.show('lamp', {})).toBeDefined();
  // A second time there is nothing to bring back.
  expect(await restore(publisher, 'show', 'lamp')).toMatchObject({ status: 404 });
});

it('a person comes back into the credits', async () => {
  const before = (await entry('show', 'lamp')).fields.credits;
  await remove('person', 'lindiwe');
  expect((await entry('show', 'lamp')).fields.credits).toEqual([]);
  expect(await restore(editor, 'person', 'lindiwe')).toMatchObject({
    status: 200,
    body: { state: null, restored: { person: 1 } },
  });
  expect((await entry('show', 'lamp')).fields.credits).toEqual(before);
});

it('rights are those of deleting: an editor restores drafts, and published entries as drafts', async () => {
  await batch(publisher, [
    videoRow({ key: 'v-2', slug: 'second', availableFrom: '2026-01-01T00:00:00Z' }),
  ]);
  await batch(publisher, [{ kind: 'shelf', key: 'first', titles: ['v-2', 'v-1', 'lamp'] }]);
  await remove('video', 'v-2');
  expect(await restore(editor, 'video', 'v-2')).toMatchObject({
    status: 403,
    body: {
      code: 'scope_missing',
      fields: expect.arrayContaining([
        { field: 'video.v-2.published', problem: expect.stringContaining('catalogue:publish') },
      ]),
    },
  });
  expect(await restore(editor, 'video', 'v-2', { state: 'draft' })).toMatchObject({
    status: 200,
    body: {
      state: 'draft',
      without: [{ kind: 'shelf', key: 'first', field: 'titles' }],
    },
  });
  expect((await entry('video', 'v-2')).fields).toMatchObject({
    published: false,
    availableFrom: '2026-01-01T00:00:00.000Z',
  });
  expect((await entry('shelf', 'first')).fields.titles).toEqual(['v-1', 'lamp']);
  // A window is no way around: a draft that an editor makes may still have none.
  const rows = [
    videoRow({
      key: 'v-9',
      slug: 'ninth',
      published: false,
      availableFrom: '2026-01-01T00:00:00Z',
    }),
  ];
  expect(await ask(editor, 'POST', 'batch', { rows })).toMatchObject({ status: 403 });
});

it('a slug that another entry has meanwhile is refused by name', async () => {
  await batch(publisher, [videoRow({ key: 'v-3', slug: 'third' })]);
  await remove('video', 'v-3');
  await batch(publisher, [videoRow({ key: 'v-4', slug: 'third' })]);
  expect(await restore(publisher, 'video', 'v-3')).toMatchObject({
    status: 409,
    body: {
      code: 'conflict',
      fields: [{ field: 'video.v-3.slug', problem: 'another entry has it already' }],
    },
  });
  expect(await list('?kind=video')).toMatchObject({ data: [{ key: 'v-3' }] });
  // The key is used again: it is that entry now, and its older life is in its versions.
  await batch(publisher, [videoRow({ key: 'v-3', slug: 'fourth' })]);
  expect(await list('?kind=video')).toMatchObject({ total: 0 });
  expect(await restore(publisher, 'video', 'v-3')).toMatchObject({ status: 404 });
});

it('an entry returns without its contents, which are listed from then on', async () => {
  await remove('show', 'lamp');
  expect(await restore(publisher, 'show', 'lamp', { contents: false })).toMatchObject({
    body: { restored: { show: 1 } },
  });
  const { data } = await list();
  expect(data.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
    ...['episode', 'season', 'season', 'slide'],
  ]);
  expect(await restore(publisher, 'episode', 'e-1')).toMatchObject({
    status: 409,
    body: { fields: [{ field: 'episode.e-1.season', problem: 'the show has no season 2' }] },
  });
  expect(await restore(publisher, 'season', 'lamp/2')).toMatchObject({
    body: { restored: { season: 1, episode: 1 } },
  });
});

it('what a returning entry names that is gone stays away, and is named', async () => {
  await remove('show', 'lamp');
  await remove('person', 'lindiwe');
  await remove('category', 'c-1/family');
  const { body } = await restore(publisher, 'show', 'lamp');
  expect(body.without).toMatchObject([
    { kind: 'show', key: 'lamp', field: 'category' },
    {
      kind: 'show',
      key: 'lamp',
      field: 'credits',
      reason: "there is no person 'lindiwe' any more",
    },
  ]);
  expect((await entry('show', 'lamp')).fields).toMatchObject({ category: null, credits: [] });
});

it('a live channel comes back without its slate where that is gone, and not with its slate', async () => {
  await batch(publisher, [{ ...videoRow({ key: 'slate', slug: 'slate' }), published: false }]);
  await batch(publisher, [{ kind: 'liveChannel', key: 'radio-lamp', slate: 'slate' }]);
  await remove('liveChannel', 'radio-lamp');
  await remove('video', 'slate');
  const reason = "there is no title 'slate' any more";
  const missing = { kind: 'liveChannel', key: 'radio-lamp', field: 'slate', reason };
  expect((await restore(publisher, 'video', 'slate')).status).toBe(200);
  expect((await list('?kind=liveChannel')).data).toMatchObject([{ key: 'radio-lamp' }]);
  await remove('video', 'slate');
  const { body } = await restore(publisher, 'liveChannel', 'radio-lamp');
  expect(body.without).toEqual([missing]);
  expect((await entry('liveChannel', 'radio-lamp')).fields.slate).toBeNull();
});

it('a channel comes back with everything of it, and the audit has it', async () => {
  await remove('channel', 'c-1');
  expect(await list('?search=ekhaya&kind=channel')).toMatchObject({ data: [{ key: 'c-1' }] });
  const { status, body } = await restore(publisher, 'channel', 'c-1');
  expect(status).toBe(200);
  expect(body.restored).toMatchObject({ channel: 1, show: 1, episode: 1 });
  expect((await entry('video', 'v-1')).state).toBe('published');
  const auditor = await keyWith('Auditor', 'audit:read');
  const audit = await studio.inject({
    url: '/studio/api/audit?action=studioCatalogueReturn&subject=channel:c-1',
    headers: { authorization: `Bearer ${auditor}` },
  });
  expect(audit.json().data).toMatchObject([{ actor: 'Publisher', details: { changed: 1 } }]);
});

describe('an entry that returns', () => {
  const rowOf = async (table: string, slug: string) =>
    (
      await product.rows(
        `select id, created_at, captions, imported_captions from ${table} where slug = '${slug}'`,
      )
    )[0];
  const zu = { language: 'zu', label: 'isiZulu', isDefault: true, filesId: newId() };
  const text = { key: `media/${zu.filesId}/captions/zu.vtt`, bytes: Buffer.from('WEBVTT\n') };
  const giveCaptions = async (table: string, slug: string): Promise<void> => {
    await product.app.files.put(text.key, text.bytes);
    const captions = JSON.stringify([zu, { ...zu, language: 'en', filesId: null }]);
    await product.rows(
      `update ${table} set captions = '${captions}', imported_captions = '{"zu": "digest"}'
        where slug = '${slug}'`,
    );
  };

  it('is the same one: its id, its age and its captions, and those of its contents', async () => {
    await giveCaptions('episodes', 'cold');
    const before = [await rowOf('titles', 'lamp'), await rowOf('episodes', 'cold')];
    product.clock.by(7200);
    await remove('show', 'lamp');
    expect(await restore(publisher, 'show', 'lamp')).toMatchObject({ body: { without: [] } });
    expect([await rowOf('titles', 'lamp'), await rowOf('episodes', 'cold')]).toEqual(before);
  });

  it('names the captions whose file is not kept any more', async () => {
    await giveCaptions('titles', 'umuzi');
    await remove('video', 'v-1');
    await product.app.files.remove(text.key);
    const { body } = await restore(publisher, 'video', 'v-1');
    expect(body.without).toEqual([
      {
        ...{ kind: 'video', key: 'v-1', field: 'captions' },
        reason: 'the captions in zu are not kept any more',
      },
    ]);
    expect((await rowOf('titles', 'umuzi'))?.captions).toMatchObject([{ language: 'en' }]);
  });

  it('has another id where its own is taken, or where its deletion names none', async () => {
    const idOf = async () =>
      (await product.rows(`select id from people where slug = 'sipho'`))[0]?.id;
    await batch(publisher, [{ kind: 'person', slug: 'sipho', name: 'Sipho' }]);
    const first = await idOf();
    await remove('person', 'sipho');
    await product.rows(
      `insert into people (id, slug, name, created_at, updated_at) overriding system value
         values (${first}, 'other', 'O', now(), now())`,
    );
    expect((await restore(publisher, 'person', 'sipho')).status).toBe(200);
    const second = await idOf();
    expect(second).not.toBe(first);
    await remove('person', 'sipho');
    await product.rows(
      `update catalogue_versions set deletion = deletion - 'id' - 'createdAt' - 'captions'`,
    );
    expect((await restore(publisher, 'person', 'sipho')).status).toBe(200);
    expect(await idOf()).not.toBe(second);
  });
});

it('a bad question is refused', async () => {
  expect(await ask(editor, 'GET', 'deleted?limit=0')).toMatchObject({ status: 400 });
  expect(await restore(editor, 'video', 'never-was')).toMatchObject({ status: 404 });
  expect(await restore(editor, 'video', 'v-1', { state: 'gone' })).toMatchObject({ status: 400 });
});
