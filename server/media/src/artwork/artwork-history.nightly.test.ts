import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runStaffCommand } from '@bonisa/backoffice/staff/staff-commands';
import { ROWS } from '@bonisa/content/editing/rows.test-kit';
import type { Scope } from '@bonisa/domain/staff/staff-roles';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mediaUnderWay } from '../ready-asset.test-kit.ts';
import { halves } from './pictures.test-kit.ts';

let product: TestProduct;
let folder: string;
let studio: FastifyInstance;
const keys: Record<string, string> = {};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'artwork-history-'));
  product = await createTestProduct({ LIMITS: 'off', DATA_DIR: folder });
  await mediaUnderWay(product);
  studio = await product.studio();
  await product.app.catalogue.editing.apply(ROWS);
  const scopes: Scope[] = ['catalogue:read', 'catalogue:write'];
  for (const name of ['thandi', 'sipho']) {
    const command = { command: 'key' as const, name, scopes, days: 4000 };
    keys[name] = (await runStaffCommand(product.app.staff, command)).split('\n')[0] ?? '';
  }
});
afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true });
});

// biome-ignore lint/suspicious/noExplicitAny: tests compare whole bodies.
type Body = any;
type Method = 'GET' | 'PUT' | 'PATCH' | 'DELETE' | 'POST';

async function ask(who: string, method: Method, path: string, payload?: Buffer | object) {
  const type = Buffer.isBuffer(payload) ? { 'content-type': 'image/jpeg' } : {};
  const answer = await studio.inject({
    ...{ method, url: `/studio/api/${path}` },
    headers: { authorization: `Bearer ${keys[who]}`, ...type },
    ...(payload === undefined ? {} : { payload }),
  });
  const isJson = String(answer.headers['content-type']).includes('json');
  const body: Body = isJson ? answer.json() : undefined;
  return { status: answer.statusCode, body, bytes: answer.rawPayload };
}

const jpeg = (width: number) => halves(width, 600).jpeg().toBuffer();
const entry = async (name: string) =>
  (await ask('thandi', 'GET', `catalogue/entries/${name}`)).body as Body;
const history = async (name: string) =>
  (await ask('thandi', 'GET', `catalogue/entries/${name}/versions`)).body.data as Body[];
const restore = (name: string, version: number) =>
  ask('sipho', 'POST', `catalogue/entries/${name}/versions/${version}/restore`);
const batch = (rows: object[], dryRun = false) =>
  ask('thandi', 'POST', 'catalogue/batch', { rows, dry_run: dryRun });
const upload = async (width: number) =>
  (await ask('thandi', 'POST', 'pictures', await jpeg(width))).body.id as string;

describe('the history of a picture', () => {
  it('names who gave, moved and took it, and undo brings it back with its focal point', async () => {
    const put = (who: string, bytes: Buffer, at: string) =>
      ask(who, 'PUT', `artwork/video?key=v-1&${at}`, bytes);
    const first = (await put('thandi', await jpeg(700), 'x=0.2&y=0.5')).body;
    const { version, accent, thumbhash } = first;
    await put('sipho', await jpeg(800), 'x=0.5&y=0.5');
    await ask('sipho', 'PATCH', 'artwork/video', { key: 'v-1', x: 0.9, y: 0.1 });
    await ask('thandi', 'DELETE', 'artwork/video?key=v-1');
    const lines = await history('video/v-1');
    const picture = (id: unknown, x: number, y = 0.5) => ({ id, x, y });
    const own = first.given[0].id;
    expect(lines.slice(0, 4).map(({ by, fields }) => [by.name, fields.artworkAll])).toEqual([
      ['thandi', { before: picture(expect.any(String), 0.9, 0.1), after: null }],
      ['sipho', { before: picture(expect.any(String), 0.5), after: expect.anything() }],
      ['sipho', { before: picture(own, 0.2), after: picture(expect.any(String), 0.5) }],
      ['thandi', { before: null, after: picture(own, 0.2) }],
    ]);
    expect(lines.every(({ by }) => by.kind === 'key' || by.kind === 'command')).toBe(true);
    const undone = await restore('video/v-1', version);
    expect(undone.body).toMatchObject({ changed: ['artworkAll', 'accent'], without: [] });
    const now = (await ask('thandi', 'GET', 'artwork/video?key=v-1')).body;
    expect(now).toMatchObject({ given: first.given, accent, thumbhash });
    expect(now.pictures).toEqual(first.pictures);
  });

  it('shows an earlier picture small, and nothing that was never uploaded', async () => {
    const [line] = (await history('video/v-1')).filter(({ fields }) => fields.artworkAll?.before);
    const { id } = line.fields.artworkAll.before;
    const small = await ask('thandi', 'GET', `pictures/${id}`);
    expect(await sharp(small.bytes).metadata()).toMatchObject({ format: 'webp', width: 480 });
    expect((await ask('thandi', 'GET', `pictures/${'0'.repeat(40)}`)).status).toBe(404);
    expect((await ask('thandi', 'GET', 'pictures/..%2Fdatabase')).status).toBe(400);
  });

  it('brings the pictures of a deleted entry back with it', async () => {
    await ask('thandi', 'PUT', 'artwork/episode?key=e-1&use=share&x=0.3', await jpeg(640));
    const { fields, version } = await entry('episode/e-1');
    const gone = await product.app.catalogue.editing.apply([
      { kind: 'episode', key: 'e-1', delete: true },
    ]);
    expect(gone.problems).toEqual([]);
    const words = { published: false, assetId: null };
    const back = await product.app.catalogue.editing.apply([
      { kind: 'episode', key: 'e-1', ...fields, ...words },
    ]);
    expect(back.problems).toEqual([]);
    expect((await entry('episode/e-1')).fields.artworkShare).toEqual(fields.artworkShare);
    expect(fields.artworkShare).toMatchObject({ x: 0.3 });
    expect(version).toBeGreaterThan(0);
  });
});

describe('two people at the pictures of one entry', () => {
  it('keep both, where each gives one for another use', async () => {
    const { version } = (await ask('thandi', 'GET', 'artwork/show?key=lamp')).body;
    const give = async (who: string, use: string, width: number) =>
      await ask(
        who,
        'PUT',
        `artwork/show?key=lamp&use=${use}&version=${version}`,
        await jpeg(width),
      );
    const both = await Promise.all([give('thandi', 'poster', 610), give('sipho', 'share', 620)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const { given } = (await ask('thandi', 'GET', 'artwork/show?key=lamp')).body;
    expect(given.map(({ use }: Body) => use).sort()).toEqual(['poster', 'share']);
  });

  it('meet a conflict that names the other, where both give one for the same use', async () => {
    const { version } = (await ask('thandi', 'GET', 'artwork/show?key=lamp')).body;
    const at = `artwork/show?key=lamp&use=poster&version=${version}`;
    expect((await ask('thandi', 'PUT', at, await jpeg(630))).status).toBe(200);
    const kept = (await ask('thandi', 'GET', 'artwork/show?key=lamp')).body;
    const late = [
      await ask('sipho', 'PUT', at, await jpeg(650)),
      await ask('sipho', 'DELETE', at),
      await ask('sipho', 'PATCH', 'artwork/show', {
        ...{ key: 'lamp', use: 'poster', x: 0, y: 0, version },
      }),
    ];
    for (const { status, body } of late) {
      expect([status, body.code]).toEqual([409, 'conflict']);
      expect(body.fields[0].field).toBe('artworkPoster');
      expect(body.fields[0].problem).toMatch(/^thandi changed it in version 4, at/);
    }
    expect((await ask('thandi', 'GET', 'artwork/show?key=lamp')).body).toEqual(kept);
  });
});

describe('rows of a batch', () => {
  it('name pictures by their upload, beside words, in one version', async () => {
    const id = await upload(660);
    const row = {
      kind: 'channel',
      key: 'c-1',
      artworkLandscape: { id, x: 0.1 },
      accent: '#123456',
    };
    const before = await entry('channel/c-1');
    expect((await batch([row], true)).body.results[0].fields).toEqual([
      'artworkLandscape',
      'accent',
    ]);
    expect(await entry('channel/c-1')).toEqual(before);
    expect((await batch([row])).body).toMatchObject({ changed: 1 });
    const { fields, version } = await entry('channel/c-1');
    expect(fields).toMatchObject({ artworkLandscape: { id, x: 0.1, y: 0.5 }, accent: '#123456' });
    expect(version).toBe(before.version + 1);
    expect((await batch([row])).body).toMatchObject({ changed: 0, unchanged: 1 });
    const shown = (await ask('thandi', 'GET', 'artwork/channel?key=c-1')).body;
    expect(shown).toMatchObject({ accent: '#123456', given: [{ use: 'landscape', id }] });
    expect(shown.thumbhash).not.toBeNull();
  });

  it('of an entry that is new have their placeholder and accent from the picture', async () => {
    const id = await upload(670);
    const { fields } = await entry('video/v-1');
    const { accent: _, ...copy } = fields;
    const picture = { artworkAll: { id } };
    const row = { kind: 'video', key: 'v-9', ...copy, slug: 'v-nine', ...picture, assetId: null };
    expect((await batch([{ ...row, published: false }])).body).toMatchObject({ created: 1 });
    const shown = (await ask('thandi', 'GET', 'artwork/video?key=v-9')).body;
    expect(shown.accent).toBe(shown.given[0].accent);
  });

  it.each([
    ['a picture that nobody uploaded', { artworkAll: { id: 'f'.repeat(40) } }, 'artworkAll'],
    ['an id that is none', { artworkShare: { id: '../key' } }, 'artworkShare.id'],
    ['a point outside', { artworkAll: { id: 'a'.repeat(40), x: 2 } }, 'artworkAll.x'],
    ['more than a picture', { artworkAll: { id: 'a'.repeat(40), url: 'x' } }, 'artworkAll.url'],
  ])('are refused by field: %s', async (_name, fields, field) => {
    const { status, body } = await batch([{ kind: 'channel', key: 'c-1', ...fields }]);
    expect([status, body.fields[0].field]).toEqual([400, `rows.0.${field}`]);
  });

  it('are refused for a kind without pictures', async () => {
    const { body } = await batch([{ kind: 'person', key: 'lindiwe', artworkAll: null }]);
    expect(body.fields[0].problem).toBe('is not a field of this kind');
  });
});

it('a picture without an entry goes after a week; one of a version after a year, with a word', async () => {
  const waiting = await upload(680);
  const { version } = (await ask('thandi', 'PUT', 'artwork/show?key=lamp', await jpeg(690))).body;
  const { id } = (await entry('show/lamp')).fields.artworkAll;
  await ask('thandi', 'DELETE', 'artwork/show?key=lamp&use=all');
  const { service } = product.app.artwork;
  await service.purge();
  product.clock.by(8 * 24 * 3600);
  await service.purge();
  expect(await service.stored(waiting)).toBeUndefined();
  expect(await service.stored(id)).toBeDefined();
  product.clock.by(358 * 24 * 3600);
  await service.purge();
  expect(await service.stored(id)).toBeUndefined();
  expect((await ask('thandi', 'GET', `pictures/${id}`)).status).toBe(404);
  await batch([{ kind: 'show', key: 'lamp', title: 'Another word' }]);
  const undone = await restore('show/lamp', version);
  expect(undone.body).toMatchObject({ changed: ['title'], without: ['artworkAll'] });
});
