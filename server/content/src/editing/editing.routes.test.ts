import { runStaffCommand } from '@bonisa/backoffice/staff/staff-commands';
import type { Scope } from '@bonisa/domain/staff/staff-roles';
import { mediaUnderWay } from '@bonisa/media/ready-asset.test-kit';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROWS, videoRow } from './rows.test-kit.ts';

let product: TestProduct;
let studio: FastifyInstance;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  await mediaUnderWay(product);
  studio = await product.studio();
});
afterAll(() => product.close());

async function keyWith(...scopes: Scope[]): Promise<string> {
  const command = { command: 'key' as const, name: scopes.join(' '), scopes, days: 1 };
  const [secret = ''] = (await runStaffCommand(product.app.staff, command)).split('\n');
  return secret;
}

async function batch(secret: string, payload: object) {
  const answer = await studio.inject({
    method: 'POST',
    url: '/studio/api/catalogue/batch',
    headers: { authorization: `Bearer ${secret}` },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
}

it('a key with the scopes writes a batch, lists the entries and leaves an audit', async () => {
  const secret = await keyWith('catalogue:read', 'catalogue:write', 'catalogue:publish');
  const first = await batch(secret, { rows: ROWS });
  expect(first).toMatchObject({ status: 200, body: { created: ROWS.length, unchanged: 0 } });
  const second = await batch(secret, { rows: ROWS });
  expect(second).toMatchObject({ status: 200, body: { created: 0, unchanged: ROWS.length } });
  const headers = { authorization: `Bearer ${secret}` };
  const listed = await studio.inject({ url: '/studio/api/catalogue/entries/video', headers });
  expect(listed.json()).toEqual({
    data: [
      {
        ...{ key: 'v-1', id: expect.any(Number), slug: 'umuzi', title: 'Umuzi' },
        ...{ published: true, drawn: true },
      },
    ],
    next: null,
  });
  const schema = await studio.inject({ url: '/studio/api/catalogue/schema', headers });
  expect(schema.json().properties).toHaveProperty('videos');
  const [entry] = await product.rows(
    `select details from staff_audit where action = 'studioCatalogueBatch' order by id limit 1`,
  );
  expect(entry?.details).toMatchObject({ created: ROWS.length });
});

it('a batch with problems is refused with all of them, by row and field', async () => {
  const secret = await keyWith('catalogue:write');
  const rows = [
    { kind: 'video', key: 'v-1', year: 'soon', channel: 'nowhere' },
    { kind: 'genre', key: 'x', slug: 'X' },
  ];
  const { status, body } = await batch(secret, { rows });
  expect(status).toBe(400);
  expect(body.fields.map(({ field }: { field: string }) => field)).toEqual([
    'rows.0.channel',
    'rows.0.year',
    'rows.1.slug',
    'rows.1.title',
  ]);
});

it('a key that may only write drafts cannot publish, hide or delete what is published', async () => {
  const secret = await keyWith('catalogue:write');
  const { status, body } = await batch(secret, {
    rows: [
      videoRow({ key: 'v-20', slug: 'twenty' }),
      videoRow({ key: 'v-21', slug: 'draft', published: false }),
      { kind: 'video', key: 'v-1', published: false },
      { kind: 'shelf', key: 'first', delete: true },
    ],
  });
  expect([status, body.code]).toEqual([403, 'scope_missing']);
  expect(body.fields.map(({ field }: { field: string }) => field)).toEqual([
    'rows.0.published',
    'rows.2.published',
    'rows.3.delete',
  ]);
  const draft = videoRow({ key: 'v-21', slug: 'draft', published: false });
  expect(await batch(secret, { rows: [draft] })).toMatchObject({ status: 200 });
});

it('reading needs another scope than writing, and a batch has limits', async () => {
  const reader = await keyWith('catalogue:read');
  expect(await batch(reader, { rows: [{}] })).toMatchObject({
    status: 403,
    body: { code: 'scope_missing' },
  });
  const writer = await keyWith('catalogue:write');
  const many = Array.from({ length: 1001 }, () => ({}));
  expect(await batch(writer, { rows: many })).toMatchObject({ status: 400 });
  const large = { rows: [{ kind: 'video', key: 'x', title: 'x'.repeat(9_000_000) }] };
  expect(await batch(writer, large)).toMatchObject({
    status: 413,
    body: { code: 'payload_too_large' },
  });
});

it.each([
  ['genre', { genre: 'a\u0000' }],
  ['channel', { channel: { toString: 1 } }],
  ['channel', { channel: 'a\u0000', category: 'b\u0000' }],
  ['credits.0.person', { credits: [{ person: 'p\u0000', role: 'cast' }] }],
  ['packages.0.package', { packages: [{ package: 'p\u0000' }] }],
  ['artworkAll.id', { artworkAll: { id: 'p\u0000' } }],
  ['title', { title: 'a\ud83d' }],
  ['synopsis', { synopsis: '\ude00b' }],
  ['description', { description: 'a\ud83d\nb' }],
  ['genre', { genre: 'a\ud83d' }],
  ['key', { key: 'a\ud83d' }],
  ['key', { key: 'a\u0000' }],
  ['availableFrom', { availableFrom: '0000-01-01T00:00:00Z' }],
  ['availableUntil', { availableUntil: '9999-12-31T23:59:59-12:00' }],
  ['packages.0.from', { packages: [{ package: 'p', from: '9999-12-31T23:59:59-12:00' }] }],
])('a row that the database cannot hold is refused by its field %s: %j', async (field, fields) => {
  const secret = await keyWith('catalogue:read', 'catalogue:write', 'catalogue:publish');
  const row = { kind: 'video', key: 'v-bad', slug: 'bad', ...fields };
  const { status, body } = await batch(secret, { rows: [row] });
  expect([status, body.code]).toEqual([400, 'invalid_request']);
  expect(body.fields.map((one: { field: string }) => one.field)).toContain(`rows.0.${field}`);
  expect(product.log.filter((line) => line.includes('refused a value'))).toEqual([]);
});

it('the seasons and slots of a row may be anything', async () => {
  const secret = await keyWith('catalogue:read', 'catalogue:write', 'catalogue:publish');
  const odd = { toString: 1 };
  const rows = [
    { kind: 'episode', key: 'e', show: odd, season: odd },
    { kind: 'episode', key: 'f', show: 'lamp\u0000', season: 1 },
    { kind: 'liveChannel', key: 'l', slots: [null, { video: '\u0000', episode: odd }] },
    { kind: 'shelf', key: 's', titles: [odd, 'a\u0000'], rule: { genres: ['\u0000', odd] } },
  ];
  expect(await batch(secret, { rows })).toMatchObject({ status: 400 });
  expect(product.log.filter((line) => line.includes('refused a value'))).toEqual([]);
});

it('a row with more levels than any entry is refused, whatever it is compared with', async () => {
  const secret = await keyWith('catalogue:read', 'catalogue:write', 'catalogue:publish');
  for (const title of ['Drama', 'Dramas'])
    await batch(secret, { rows: [{ kind: 'genre', key: 'deep', slug: 'deep', title }] });
  const title = '['.repeat(20_000) + ']'.repeat(20_000);
  const answer = await studio.inject({
    method: 'POST',
    url: '/studio/api/catalogue/batch',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    payload: `{"rows":[{"kind":"genre","key":"deep","version":1,"title":${title}}]}`,
  });
  expect([answer.statusCode, answer.json().fields]).toEqual([
    400,
    [{ field: 'rows.0', problem: 'has more than 30 levels' }],
  ]);
});
