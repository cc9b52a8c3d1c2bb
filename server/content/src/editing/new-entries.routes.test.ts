import { runStaffCommand } from '@bonisa/backoffice/staff/staff-commands';
import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import { naturalKey } from '@bonisa/contract/studio/natural-key';
import type { Scope } from '@bonisa/domain/staff/staff-roles';
import { mediaUnderWay } from '@bonisa/media/ready-asset.test-kit';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROWS, videoRow } from './rows.test-kit.ts';

// New entries of the studio: none of them overwrites or moves an entry that is there.
let product: TestProduct;
let studio: FastifyInstance;
let publisher: string;
let editor: string;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  await mediaUnderWay(product);
  studio = await product.studio();
  publisher = await keyWith('catalogue:read', 'catalogue:write', 'catalogue:publish');
  editor = await keyWith('catalogue:read', 'catalogue:write');
  expect(await ask(publisher, 'POST', 'batch', { rows: ROWS })).toMatchObject({ status: 200 });
});
afterAll(() => product.close());

async function keyWith(...scopes: Scope[]): Promise<string> {
  const command = { command: 'key' as const, name: scopes.join(' '), scopes, days: 1 };
  const [secret = ''] = (await runStaffCommand(product.app.staff, command)).split('\n');
  return secret;
}

async function ask(secret: string, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) {
  const answer = await studio.inject({
    method,
    url: `/studio/api/catalogue/${path}`,
    headers: { authorization: `Bearer ${secret}` },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.json() };
}

const read = (kind: EntryKind, key: string) =>
  ask(editor, 'GET', `entries/${kind}/${encodeURIComponent(key)}`);

const put = (kind: EntryKind, key: string, body: { version: number; fields: object }) =>
  ask(editor, 'PUT', `entries/${kind}/${encodeURIComponent(key)}`, body);

/** A new entry, as the studio's form sends it: under its natural key, from version 0. */
const create = (kind: EntryKind, fields: object, key = naturalKey(kind, { ...fields })) =>
  put(kind, String(key), { version: 0, fields });

/** The fields of the first row of a kind. */
function fieldsOf(kind: EntryKind): object {
  const { kind: _, key: __, ...fields } = ROWS.find((row) => row.kind === kind) ?? { kind };
  return fields;
}

const TAKEN = {
  status: 409,
  body: { code: 'conflict', fields: [{ field: 'key', problem: 'another entry has this key' }] },
};

it('two editors who make an entry of the same slug: one does, and the other is told', async () => {
  const fields = { ...fieldsOf('video'), slug: 'new-one', published: false };
  const both = await Promise.all(
    ['Hers', 'Mine'].map((title) => create('video', { ...fields, title })),
  );
  const [made, refused] = both.toSorted((a, b) => a.status - b.status);
  expect(made).toMatchObject({ status: 200, body: { version: 1 } });
  expect(refused).toMatchObject(TAKEN);
  const { body } = await read('video', 'new-one');
  expect(body).toMatchObject({ version: 1, fields: { title: made?.body.fields.title } });
  // The same again, after an answer that was lost, changes nothing.
  expect(await create('video', body.fields)).toMatchObject({
    status: 200,
    body: { version: 1, changed: [] },
  });
  // An own key is no way around the slug.
  expect(await create('video', { ...fields, title: 'Third' }, 'own')).toMatchObject({
    status: 400,
    body: { fields: [{ field: 'slug', problem: 'another entry has it already' }] },
  });
  expect(await create('show', { slug: 'new-one', title: 'A show' })).toMatchObject({
    status: 409,
    body: { fields: expect.arrayContaining(TAKEN.body.fields) },
  });
});

it('a season, a category and a slide move no other one that is called the same', async () => {
  await ask(publisher, 'POST', 'batch', {
    rows: [
      { ...fieldsOf('channel'), kind: 'channel', key: 'c-2', slug: 'kwethu' },
      { ...fieldsOf('show'), kind: 'show', slug: 'wall', category: null },
    ],
  });
  const season = { title: 'Season 1', ordinal: 3 };
  for (const show of ['lamp', 'wall'])
    expect(await create('season', { ...season, show })).toMatchObject({
      status: 200,
      body: { key: `${show}/3`, fields: { show } },
    });
  expect(await create('season', { show: 'wall', ordinal: 4 })).toMatchObject({
    status: 200,
    body: { key: 'wall/4', fields: { title: null } },
  });
  expect(await create('season', { show: 'lamp', ordinal: 3, title: 'Third' })).toMatchObject(TAKEN);
  const elsewhere = { ...fieldsOf('category'), channel: 'c-2', published: false };
  expect(await create('category', elsewhere)).toMatchObject({
    status: 200,
    body: { key: 'c-2/family' },
  });
  expect((await read('category', 'c-1/family')).body.fields.channel).toBe('c-1');
  expect(await create('slide', { title: 'lamp', eyebrow: 'Again' })).toMatchObject(TAKEN);
  expect(await create('slide', { title: 'lamp', eyebrow: 'Again' }, 'own')).toMatchObject({
    status: 400,
    body: { fields: [{ field: 'title' }] },
  });
  expect((await read('slide', 'lamp')).body.fields.eyebrow).toBe('New');
});

it('a live channel is made without a week, and lacks one before it is published', async () => {
  const fields = { ...fieldsOf('liveChannel'), slug: 'radio-two', published: false };
  expect(await create('liveChannel', { ...fields, slots: undefined })).toMatchObject({
    status: 200,
    body: {
      fields: { slots: [] },
      lacks: expect.arrayContaining([expect.objectContaining({ field: 'slots', blocks: true })]),
    },
  });
  expect((await ask(editor, 'GET', 'weeks/radio-two')).body).toMatchObject({ slots: [] });
});

it('a video is made without words, and lacks them before it is published', async () => {
  const wordless = { ...fieldsOf('video'), slug: 'wordless', synopsis: '', description: '' };
  expect(await create('video', { ...wordless, published: false })).toMatchObject({
    status: 200,
    body: {
      fields: { synopsis: '', description: '' },
      lacks: expect.arrayContaining([
        { field: 'synopsis', reason: 'It has no synopsis', blocks: true },
        { field: 'description', reason: 'It has no description', blocks: true },
      ]),
    },
  });
  const given = 'must be given before it is published';
  const rows = [{ kind: 'video', key: 'wordless', published: true, description: 'A street.' }];
  expect(await ask(publisher, 'POST', 'batch', { rows })).toMatchObject({
    status: 400,
    body: { fields: [{ field: 'rows.0.synopsis', problem: given }] },
  });
  const first = ROWS.find(({ kind }) => kind === 'video');
  const taken = [{ kind: 'video', key: first?.key ?? first?.slug, published: true, synopsis: ' ' }];
  expect(await ask(publisher, 'POST', 'batch', { rows: taken })).toMatchObject({
    body: { fields: [{ field: 'rows.0.synopsis', problem: given }] },
  });
});

it('version 0 changes an entry that is older than its versions, and makes a deleted one', async () => {
  const rows = [videoRow({ key: 'older', slug: 'older', published: false })];
  expect(await ask(editor, 'POST', 'batch', { rows })).toMatchObject({ status: 200 });
  await product.rows(`delete from catalogue_versions where key = 'older'`);
  expect((await read('video', 'older')).body.version).toBe(0);
  expect(await put('video', 'older', { version: 0, fields: { title: 'Hers' } })).toMatchObject({
    body: { version: 1 },
  });
  expect(await put('video', 'older', { version: 0, fields: { year: 2024 } })).toMatchObject({
    body: { version: 2, changed: ['year'], fields: { title: 'Hers', year: 2024 } },
  });
  expect(await put('video', 'older', { version: 0, fields: { title: 'Mine' } })).toMatchObject({
    body: { fields: [{ field: 'title' }] },
  });
  const { fields } = (await read('video', 'older')).body;
  await ask(editor, 'POST', 'batch', { rows: [{ kind: 'video', key: 'older', delete: true }] });
  expect(await create('video', { ...fields, title: 'New' }, 'older')).toMatchObject({
    status: 200,
    body: { version: 4, fields: { title: 'New' } },
  });
});
