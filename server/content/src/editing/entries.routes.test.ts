import { runStaffCommand } from '@bonisa/backoffice/staff/staff-commands';
import type { Scope } from '@bonisa/domain/staff/staff-roles';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ASSET, mediaReady } from '../catalogue.test-kit.ts';
import { ROWS, videoRow } from './rows.test-kit.ts';

const DAILY = 'p-grtv-daily-c-01';
let product: TestProduct;
let studio: FastifyInstance;
let publisher: string;
let editor: string;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  await product.app.packages.service.start();
  studio = await product.studio();
  publisher = await keyWith('Publisher', 'catalogue:read', 'catalogue:write', 'catalogue:publish');
  editor = await keyWith('Editor', 'catalogue:read', 'catalogue:write');
  await mediaReady(product.app.catalogue.service);
  await ask(publisher, 'POST', 'batch', { rows: ROWS });
});
afterAll(() => product.close());

async function keyWith(name: string, ...scopes: Scope[]): Promise<string> {
  const command = { command: 'key' as const, name, scopes, days: 1 };
  const [secret = ''] = (await runStaffCommand(product.app.staff, command)).split('\n');
  return secret;
}

async function ask(
  secret: string,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: object,
  headers: Record<string, string> = {},
) {
  const answer = await studio.inject({
    method,
    url: `/studio/api/catalogue/${path}`,
    headers: { authorization: `Bearer ${secret}`, ...headers },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.json() };
}

const put = (secret: string, key: string, fields: object, version?: number) =>
  ask(secret, 'PUT', `entries/video/${key}`, {
    fields,
    ...(version === undefined ? {} : { version }),
  });
const video = (key: string) => ask(editor, 'GET', `entries/video/${key}`);
const seen = async (slug: string) =>
  (await product.app.siteContent.pageData.video(slug)) !== undefined;

/** A draft with ready media. */
async function draft(key: string, fields: object = {}): Promise<void> {
  const rows = [videoRow({ key, slug: key, published: false, assetId: ASSET, ...fields })];
  expect(await ask(editor, 'POST', 'batch', { rows })).toMatchObject({ status: 200 });
}

it('an entry is read with its form, state, version and what it lacks', async () => {
  const { body } = await video('v-1');
  expect(body).toMatchObject({
    kind: 'video',
    key: 'v-1',
    version: 1,
    state: 'published',
    fields: { slug: 'umuzi', genre: 'drama', channel: 'c-1', category: null, credits: [] },
    lacks: [{ field: 'poster', blocks: false }],
  });
  const { body: category } = await ask(editor, 'GET', 'entries/category/c-1%2Ffamily');
  expect(category).toMatchObject({ key: 'c-1/family', fields: { channel: 'c-1' } });
  const { body: show } = await ask(editor, 'GET', 'entries/show/lamp');
  expect(show.fields).toMatchObject({
    category: 'family',
    credits: [{ person: 'lindiwe', role: 'cast', character: 'Gogo' }],
  });
  expect((await ask(editor, 'GET', 'entries/show/v-1')).status).toBe(404);
  // The form is a row: sent back as it is, it changes nothing.
  const again = await ask(publisher, 'PUT', 'entries/show/lamp', { fields: show.fields });
  expect(again).toMatchObject({ status: 200, body: { changed: [], version: 1 } });
});

it('a title goes from draft to published, withdrawn and scheduled, and viewers see it at once', async () => {
  await draft('states');
  const entries = [{ kind: 'video', key: 'states' }];
  expect((await video('states')).body.state).toBe('draft');
  expect(await ask(editor, 'POST', 'states', { entries, state: 'published' })).toMatchObject({
    status: 403,
    body: { code: 'scope_missing' },
  });
  const to = async (state: string, at?: string) =>
    await ask(publisher, 'POST', 'states', { entries, state, at });
  expect((await to('published')).body.entries).toMatchObject([{ state: 'published', version: 2 }]);
  expect(await seen('states')).toBe(true);
  expect((await to('withdrawn')).body.entries).toMatchObject([{ state: 'withdrawn' }]);
  expect(await seen('states')).toBe(false);
  expect(await to('scheduled')).toMatchObject({ status: 400, body: { fields: [{ field: 'at' }] } });
  expect(await to('scheduled', '2020-01-01T00:00:00Z')).toMatchObject({ status: 400 });
  const soon = new Date(product.app.clock.now().getTime() + 3_600_000).toISOString();
  expect((await to('scheduled', soon)).body.entries).toMatchObject([{ state: 'scheduled' }]);
  expect(await seen('states')).toBe(false);
  expect((await to('published')).body.entries).toMatchObject([{ state: 'published' }]);
  expect((await video('states')).body.fields.availableFrom).toBeNull();
});

it('titles are released at their own times, and a publication names the times that it removes', async () => {
  const now = product.app.clock.now().getTime();
  const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
  const rows = [
    videoRow({ key: 'mon', slug: 'mon', title: 'Monday', published: false, availableFrom: at(24) }),
    videoRow({
      key: 'tue',
      slug: 'tue',
      title: 'Tuesday',
      published: false,
      availableFrom: at(48),
    }),
    videoRow({ key: 'past', slug: 'past', title: 'Past', published: false, availableFrom: at(-9) }),
  ];
  expect(await ask(publisher, 'POST', 'batch', { rows })).toMatchObject({ status: 200 });
  const entries = ['mon', 'tue', 'past'].map((key) => ({ kind: 'video', key }));
  const publish = async (how: object) =>
    await ask(publisher, 'POST', 'states', { entries, state: 'published', ...how });
  const told = await publish({ dry_run: true });
  expect(told.body.entries).toMatchObject([
    { key: 'mon', title: 'Monday', state: 'published', version: 1, loses_from: at(24) },
    { key: 'tue', title: 'Tuesday', state: 'published', version: 1, loses_from: at(48) },
    { key: 'past', title: 'Past', state: 'published', version: 1, loses_from: null },
  ]);
  expect((await video('mon')).body).toMatchObject({ state: 'draft', version: 1 });
  // A time that somebody gives between the question and the answer is not removed unseen.
  const versioned = entries.map((one) => ({ ...one, version: 1 }));
  await put(publisher, 'past', { availableFrom: at(72) });
  const late = { entries: versioned, state: 'published' };
  expect(await ask(publisher, 'POST', 'states', late)).toMatchObject({ status: 409 });
  await put(publisher, 'past', { availableFrom: at(-9) });
  const released = await publish({ own_times: true });
  expect(released.body.entries).toMatchObject([
    { key: 'mon', state: 'scheduled', version: 2, loses_from: null },
    { key: 'tue', state: 'scheduled', version: 2, loses_from: null },
    { key: 'past', state: 'published', version: 4, loses_from: null },
  ]);
  expect((await video('tue')).body.fields.availableFrom).toBe(at(48));
  expect([await seen('mon'), await seen('past')]).toEqual([false, true]);
  const dropped = (await publish({})).body.entries;
  expect(dropped).toMatchObject([
    { state: 'published', loses_from: at(24) },
    { state: 'published', loses_from: at(48) },
    { state: 'published', loses_from: null },
  ]);
  expect(await seen('mon')).toBe(true);
  const withdrawn = { entries, state: 'withdrawn', own_times: true };
  expect(await ask(publisher, 'POST', 'states', withdrawn)).toMatchObject({
    status: 400,
    body: { fields: [{ field: 'own_times' }] },
  });
});

it('a title whose rights end before its own time is refused at that time, and not now', async () => {
  const now = product.app.clock.now().getTime();
  const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
  const packages = [{ package: DAILY, from: null, until: at(24) }];
  const row = videoRow({ key: 'brief', slug: 'brief', published: false, packages });
  const rows = [{ ...row, availableFrom: at(48) }];
  expect(await ask(publisher, 'POST', 'batch', { rows })).toMatchObject({ status: 200 });
  const publish = (how: object) =>
    ask(publisher, 'POST', 'states', {
      entries: [{ kind: 'video', key: 'brief' }],
      state: 'published',
      dry_run: true,
      ...how,
    });
  expect((await publish({ own_times: true })).body).toMatchObject({
    code: 'cannot_publish',
    fields: [{ field: 'video.brief.packages' }],
  });
  expect(await publish({})).toMatchObject({ status: 200 });
});

it('a title that lacks something is not published, and the refusal names it as the list does', async () => {
  await draft('bare', { assetId: null });
  const lacks = [{ field: 'media', reason: 'It has no film yet', blocks: true }];
  expect((await ask(editor, 'GET', 'entries/video/bare/lacks')).body).toMatchObject({
    ready: false,
    lacks: expect.arrayContaining(lacks),
  });
  await draft('complete');
  const entries = ['complete', 'bare'].map((key) => ({ kind: 'video', key }));
  expect(await ask(publisher, 'POST', 'states', { entries, state: 'published' })).toMatchObject({
    status: 409,
    body: {
      code: 'cannot_publish',
      fields: [{ field: 'video.bare.media', problem: 'It has no film yet' }],
    },
  });
  expect((await video('complete')).body.state).toBe('draft');
});

it('an editor corrects the words of a published title, and nothing else of it', async () => {
  expect(await put(editor, 'v-1', { synopsis: 'Two lamps.' })).toMatchObject({ status: 200 });
  for (const fields of [
    { published: false },
    { availableUntil: '2030-01-01T00:00:00Z' },
    { assetId: null },
    { slug: 'other' },
    { ratingAge: '18' },
    { packages: [{ package: DAILY, from: null, until: null }] },
  ]) {
    const [field] = Object.keys(fields);
    expect(await put(editor, 'v-1', fields)).toMatchObject({
      status: 403,
      body: { fields: [{ field }] },
    });
    const rows = [{ kind: 'video', key: 'v-1', ...fields }];
    expect(await ask(editor, 'POST', 'batch', { rows })).toMatchObject({
      body: { fields: [{ field: `rows.0.${field}` }] },
    });
  }
  const shelf = { fields: { titles: ['lamp'] } };
  expect(await ask(editor, 'PUT', 'entries/shelf/first', shelf)).toMatchObject({ status: 403 });
});

it('a window by package names a package that exists, in every way in', async () => {
  await draft('windowed');
  const windows = (...names: string[]) => ({
    packages: names.map((name) => ({ package: name, from: null, until: null })),
  });
  const problem = "there is no package 'p-grtv-dialy-c-01'";
  expect(await put(publisher, 'windowed', windows(DAILY, 'p-grtv-dialy-c-01'))).toMatchObject({
    status: 400,
    body: { fields: [{ field: 'packages', problem }] },
  });
  const typo = windows('p-grtv-dialy-c-01');
  const rows = [{ kind: 'video', key: 'windowed', ...typo }, videoRow({ key: 'new', ...typo })];
  expect(await ask(publisher, 'POST', 'batch', { rows })).toMatchObject({
    status: 400,
    body: {
      fields: [
        { field: 'rows.0.packages', problem },
        { field: 'rows.1.packages', problem },
      ],
    },
  });
  expect(await put(publisher, 'windowed', windows(DAILY))).toMatchObject({ status: 200 });
  // A name that was stored earlier locks no other field of its title.
  await product.rows(
    `update titles set packages = '[{"package":"gone","from":null,"until":null}]' where slug = 'windowed'`,
  );
  const fields = { synopsis: 'Another.', ...windows('gone') };
  expect(await put(publisher, 'windowed', fields)).toMatchObject({ status: 200 });
  expect((await ask(editor, 'GET', 'packages')).body).toEqual({
    data: [
      { key: DAILY, name: 'Daily' },
      { key: 'p-grtv-monthly-c-01', name: 'Monthly' },
      { key: 'p-grtv-weekly-c-01', name: 'Weekly' },
    ],
  });
});

it('two writers change different fields, and the same field twice is a conflict that names the other', async () => {
  await draft('two');
  expect(await put(publisher, 'two', { title: 'Hers', year: 2025 }, 1)).toMatchObject({
    body: { version: 2, changed: ['title', 'year'] },
  });
  expect(await put(editor, 'two', { synopsis: 'Mine.', year: 2025 }, 1)).toMatchObject({
    status: 200,
    body: {
      version: 3,
      changed: ['synopsis'],
      fields: { title: 'Hers', year: 2025, synopsis: 'Mine.' },
    },
  });
  // A form that is sent whole says of each field what it shall be.
  const { fields } = (await video('two')).body;
  const whole = { ...fields, title: 'Umuzi', year: 2026, synopsis: 'Whole.' };
  expect((await put(editor, 'two', whole, 1)).body.fields).toMatchObject([
    { field: 'synopsis' },
    { field: 'title' },
    { field: 'year' },
  ]);
  const conflict = await ask(
    editor,
    'PUT',
    'entries/video/two',
    { fields: { title: 'Mine' } },
    {
      'if-match': '"1"',
    },
  );
  expect(conflict).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect(conflict.body.fields).toEqual([
    {
      field: 'title',
      problem: expect.stringMatching(/^Publisher changed it in version 2, at .*, to 'Hers'$/),
    },
  ]);
  const rows = [{ kind: 'video', key: 'two', version: 1, title: 'Mine' }];
  expect(await ask(editor, 'POST', 'batch', { rows })).toMatchObject({ status: 409 });
  expect(await put(editor, 'two', { title: 'Mine' }, 9)).toMatchObject({ status: 409 });
  expect((await video('two')).body.fields.title).toBe('Hers');
});

it('versions say who changed what, are compared, and an undo is a new version', async () => {
  await draft('undo');
  await put(editor, 'undo', { title: 'Second' });
  await put(publisher, 'undo', { title: 'Third', languages: ['zu', 'en'] });
  const { body } = await ask(editor, 'GET', 'entries/video/undo/versions?limit=2');
  expect(body).toMatchObject({
    data: [
      {
        version: 3,
        by: { kind: 'key', name: 'Publisher' },
        action: 'changed',
        fields: {
          title: { before: 'Second', after: 'Third' },
          languages: { before: ['zu'], after: ['zu', 'en'] },
        },
      },
      { version: 2, by: { name: 'Editor' } },
    ],
    next: 2,
  });
  const compared = await ask(editor, 'GET', 'entries/video/undo/versions/1?to=2');
  expect(compared.body).toMatchObject({
    fields: { title: 'Umuzi' },
    changes: { title: { before: 'Umuzi', after: 'Second' } },
  });
  const restored = await ask(editor, 'POST', 'entries/video/undo/versions/1/restore');
  expect(restored.body).toMatchObject({
    version: 4,
    fields: { title: 'Umuzi', languages: ['zu'] },
  });
  const [newest] = (await ask(editor, 'GET', 'entries/video/undo/versions?limit=1')).body.data;
  expect(newest).toMatchObject({ action: 'restored', restored: 1 });
  expect((await ask(editor, 'POST', 'entries/video/undo/versions/9/restore')).status).toBe(404);
  // Numbers that no version has, and numbers that no column of versions can hold.
  const most = 2_147_483_647;
  for (const [method, path, status] of [
    ['GET', `versions/${most}`, 404],
    ['GET', `versions/1?to=${most}`, 404],
    ['POST', `versions/${most}/restore`, 404],
    ['GET', `versions?before=${most}`, 200],
    ['GET', `versions/${most + 1}`, 400],
    ['GET', `versions/1?to=${most + 1}`, 400],
    ['POST', `versions/${most + 1}/restore`, 400],
    ['GET', `versions?before=${most + 1}`, 400],
  ] as const)
    expect([path, (await ask(editor, method, `entries/video/undo/${path}`)).status]).toEqual([
      path,
      status,
    ]);
});

it('a deleted title takes no late change, and returns by its last version under its own key', async () => {
  await draft('gone');
  await put(editor, 'gone', { title: 'Last words' });
  await ask(editor, 'POST', 'batch', { rows: [{ kind: 'video', key: 'gone', delete: true }] });
  expect((await video('gone')).status).toBe(404);
  expect(await put(editor, 'gone', { title: 'Late' }, 2)).toMatchObject({ status: 409 });
  expect((await ask(editor, 'POST', 'entries/video/gone/versions/2/restore')).status).toBe(404);
  const again = { kind: 'video', key: 'gone', state: 'draft' };
  expect((await ask(editor, 'POST', 'deleted/restore', again)).body.version).toBe(4);
  expect((await video('gone')).body.fields.title).toBe('Last words');
});
