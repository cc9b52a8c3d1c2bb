import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runStaffCommand } from '@bonisa/backoffice/staff/staff-commands';
import { ASSET } from '@bonisa/content/catalogue.test-kit';
import { ROWS } from '@bonisa/content/editing/rows.test-kit';
import type { Scope } from '@bonisa/domain/staff/staff-roles';
import {
  createTestProduct,
  freshNumber,
  type TestProduct,
  toAccept,
} from '@bonisa/server/app.test-kit';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mediaAssets, mediaIngestJobs } from '../media.tables.ts';
import { readyAsset } from '../ready-asset.test-kit.ts';

const NEXT = '01990a00-0000-7000-8000-0000000000b1';
const JOB = '01990a00-0000-7000-8000-0000000000b2';
const CUES = 'WEBVTT\n\n00:01.000 --> 00:02.000\nMolo\n';

let product: TestProduct;
let studio: FastifyInstance;
let folder: string;
let editor: string;
let publisher: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'library-'));
  product = await createTestProduct({ LIMITS: 'off', DATA_DIR: folder });
  studio = await product.studio();
  const now = product.clock.now();
  const captions = [{ language: 'en', label: 'English' }];
  const { db } = product.open;
  await db
    .insert(mediaAssets)
    .values([
      readyAsset(now, { captions, reference: 'upload:one' }),
      readyAsset(now, { id: NEXT, title: 'New cut', state: 'processing', reference: 'upload:two' }),
    ]);
  await product.app.catalogue.editing.apply(ROWS);
  const rest = { file: 'x', effort: 'quick', captions: [], attempts: 1, createdAt: now } as const;
  await db
    .insert(mediaIngestJobs)
    .values({ id: JOB, assetId: NEXT, state: 'running', progress: 0.4, ...rest });
  await ready(ASSET);
  editor = await keyWith('catalogue:read', 'catalogue:write');
  publisher = await keyWith('catalogue:read', 'catalogue:write', 'catalogue:publish');
});
afterAll(async () => {
  await product.close();
  // The built files of the studio may still be arriving there.
  await rm(folder, { recursive: true, maxRetries: 9 });
});

const ready = async (id: string) => {
  const facts = { id, durationMs: 2000, renditions: [{ height: 360, bytes: 9 }], captions: ['en'] };
  return await product.app.catalogue.service.assetReady(facts);
};

async function keyWith(...scopes: Scope[]): Promise<string> {
  const command = { command: 'key' as const, name: scopes.join(' '), scopes, days: 9 };
  const [secret = ''] = (await runStaffCommand(product.app.staff, command)).split('\n');
  return `Bearer ${secret}`;
}

async function ask(method: 'GET' | 'PUT' | 'DELETE', path: string, payload?: object, by = editor) {
  const answer = await studio.inject({
    method,
    url: `/studio/api/media/${path}`,
    headers: { authorization: by },
    ...(payload ? { payload } : {}),
  });
  const isJson = String(answer.headers['content-type']).includes('json');
  return { status: answer.statusCode, body: isJson ? answer.json() : answer.body };
}

const playing = async () =>
  (await product.app.catalogue.service.findPlayable('umuzi'))?.assetId ?? null;
const languages = (body: { captions: { language: string }[] }) =>
  body.captions.map(({ language }) => language);

describe('the captions of a title', () => {
  const at = (language: string) => `titles/video/captions/${language}`;

  it('are uploaded as WebVTT or SRT at any time, and the player gets them like the others', async () => {
    const srt = '1\n00:00:01,000 --> 00:00:02,000\nSawubona\n';
    const zulu = { key: 'v-1', label: 'isiZulu', default: true, text: srt };
    expect(languages((await ask('PUT', at('zu'), zulu)).body)).toEqual(['zu', 'en']);
    expect((await ask('GET', `${at('zu')}?key=v-1`)).body).toContain('Sawubona');
    const viewer = product.visitor();
    await viewer.call('subscribe', await toAccept(product, viewer, freshNumber()));
    const { body } = await viewer.call('play', { video: 'umuzi' });
    const [first, second] = body.captions as { language: string; src: string }[];
    expect([first?.language, second?.language]).toEqual(['zu', 'en']);
    const file = await product.site.inject({ url: first?.src ?? '' });
    expect([file.statusCode, file.body.includes('Sawubona')]).toEqual([200, true]);
  });

  it('are replaced at a new address, renamed without a file, and taken away', async () => {
    await ask('PUT', at('zu'), { key: 'v-1', label: 'isiZulu', text: CUES });
    expect((await ask('GET', `${at('ZU')}?key=v-1`)).body).toContain('Molo');
    const renamed = await ask('PUT', at('zu'), { key: 'v-1', label: 'Zulu (full)' });
    expect(renamed.body.captions).toContainEqual({
      ...{ language: 'zu', label: 'Zulu (full)', default: false, from: 'title' },
    });
    expect(languages((await ask('DELETE', `${at('zu')}?key=v-1`)).body)).toEqual(['en']);
    expect((await ask('DELETE', `${at('zu')}?key=v-1`)).status).toBe(404);
  });

  it('of the film are hidden and shown again', async () => {
    const hidden = await ask('DELETE', `${at('en')}?key=v-1`);
    expect(hidden.body).toMatchObject({ captions: [], hidden_captions: ['en'] });
    const back = await ask('DELETE', `${at('en')}?key=v-1&restore=true`);
    expect(back.body).toMatchObject({ hidden_captions: [] });
    expect(languages(back.body)).toEqual(['en']);
  });

  it.each([
    ['a page of HTML', { text: '<script>alert(1)</script>' }],
    ['nothing', {}],
    ['a label of two lines', { text: CUES, label: '' }],
  ])('are refused by field: %s', async (_name, given) => {
    const { status, body } = await ask('PUT', at('xh'), {
      key: 'v-1',
      label: 'isiXhosa',
      ...given,
    });
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect((await ask('PUT', at('..%2F..'), { key: 'v-1', label: 'x', text: CUES })).status).toBe(
      400,
    );
  });
});

/** The versions of a video, newest first. */
async function versionsOf(key: string): Promise<{ fields: object; by: { name: string } }[]> {
  const url = `/studio/api/catalogue/entries/video/${key}/versions`;
  const answer = await studio.inject({ url, headers: { authorization: publisher } });
  return answer.json().data;
}

async function restore(key: string, version: number) {
  const answer = await studio.inject({
    method: 'POST',
    url: `/studio/api/catalogue/entries/video/${key}/versions/${version}/restore`,
    headers: { authorization: editor },
  });
  return answer.json();
}

describe('two editors at the captions of a title', () => {
  const at = (language: string) => `titles/video/captions/${language}`;
  const seen = async (): Promise<number> => (await ask('GET', 'titles/video?key=v-1')).body.version;
  const cues = (words: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${words}\n`;
  const give = (language: string, words: string, version?: number, by = editor) =>
    ask('PUT', at(language), { key: 'v-1', label: language, text: cues(words), version }, by);
  const read = async (language: string) => (await ask('GET', `${at(language)}?key=v-1`)).body;

  it('keep each other’s work: the second file of a language is a conflict', async () => {
    const version = await seen();
    expect(await give('st', 'Hers', version)).toMatchObject({
      status: 200,
      body: { version: version + 1 },
    });
    const refused = await give('st', 'Mine', version, publisher);
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    expect(refused.body.fields).toEqual([
      {
        field: 'version',
        problem: expect.stringMatching(/^catalogue:read catalogue:write changed the captions at /),
      },
    ]);
    expect(await read('st')).toContain('Hers');
    // Another language is no conflict, and the language itself is none once it was seen.
    expect((await give('af', 'Mine', version, publisher)).status).toBe(200);
    expect((await give('st', 'Ours', await seen(), publisher)).status).toBe(200);
    const take = (from: number) => ask('DELETE', `${at('st')}?key=v-1&version=${from}`);
    expect((await take(version + 1)).body.code).toBe('conflict');
    expect(await read('st')).toContain('Ours');
    expect((await take(await seen())).status).toBe(200);
    expect((await give('st', 'Late', version + 2)).body.code).toBe('conflict');
    expect((await give('st', 'Never', 9999)).body.code).toBe('conflict');
    // The files of refusals go with housekeeping.
    const [waiting] = await product.rows(
      `select count(*)::int as many from media_retired where kind = 'captions'`,
    );
    expect(waiting?.many).toBeGreaterThanOrEqual(3);
  });

  it('find who changed them in the versions, and bring an earlier file back by an undo', async () => {
    await give('af', 'First');
    const first = await seen();
    await give('af', 'Second');
    await ask('DELETE', `${at('af')}?key=v-1`);
    const [removal, second] = await versionsOf('v-1');
    expect(removal).toMatchObject({
      by: { name: 'catalogue:read catalogue:write' },
      fields: { captions: { before: [{ language: 'af', label: 'af' }], after: null } },
    });
    expect(second?.fields).toHaveProperty('captions');
    const compared = await studio.inject({
      url: `/studio/api/catalogue/entries/video/v-1/versions/${first}`,
      headers: { authorization: editor },
    });
    expect(compared.json().changes).toEqual({
      captions: { before: [expect.objectContaining({ language: 'af' })], after: null },
    });
    // No row of a batch has them.
    expect(compared.json().fields).not.toHaveProperty('captions');
    const back = await restore('v-1', first);
    expect(back).toMatchObject({ version: first + 3, changed: ['captions'], without: [] });
    expect(await read('af')).toContain('First');
    // Its file is used again: housekeeping leaves it alone.
    product.clock.by(49 * 3600);
    await product.app.media.purge();
    expect(await read('af')).toContain('First');
  });

  it('are told by an undo that a file is not kept any more, and keep what is there', async () => {
    const first = await seen();
    await give('af', 'Third');
    product.clock.by(49 * 3600);
    await product.app.media.purge();
    const back = await restore('v-1', first);
    expect(back).toMatchObject({ version: first + 1, changed: [], without: ['captions'] });
    expect(await read('af')).toContain('Third');
    await ask('DELETE', `${at('af')}?key=v-1`);
  });
});

describe('the media of a title', () => {
  const give = (body: object) => ask('PUT', 'titles/video', body, publisher);

  it('is replaced in a published title only by who may publish', async () => {
    const refused = await ask('PUT', 'titles/video', { key: 'v-1', job_id: JOB });
    expect([refused.status, refused.body.code]).toEqual([403, 'scope_missing']);
    expect(await playing()).toBe(ASSET);
  });

  it('is replaced without a gap once the new media is ready', async () => {
    const { body } = await give({ key: 'v-1', job_id: JOB });
    expect(body).toMatchObject({
      asset: { id: ASSET },
      next: { id: NEXT, state: 'processing' },
      job: { id: JOB, state: 'running', percent: 40 },
    });
    expect(await playing()).toBe(ASSET);
    const { db } = product.open;
    await db.update(mediaAssets).set({ state: 'ready' });
    await db.update(mediaIngestJobs).set({ state: 'done' });
    await product.app.media.library.retire(await ready(NEXT));
    expect(await playing()).toBe(NEXT);
    const listed = (await ask('GET', 'assets')).body.data;
    expect(
      listed.map(({ id, uses }: { id: string; uses: unknown[] }) => [id, uses.length]),
    ).toEqual([
      [NEXT, 1],
      [ASSET, 1],
    ]);
    expect((await ask('GET', 'titles/video?key=v-1')).body).toMatchObject({ next: null });
  });

  it('is found by its name, its file, what plays it and its state', async () => {
    const found = async (query: string): Promise<string[]> =>
      (await ask('GET', `assets?${query}`)).body.data.map(({ id }: { id: string }) => id);
    const { db } = product.open;
    const [{ title } = { title: '' }] = await db
      .update(mediaAssets)
      .set({ title: 'Master 7', fileName: 'M-0007_prores.mov' })
      .where(eq(mediaAssets.id, NEXT))
      .returning();
    expect(title).toBe('Master 7');
    expect(await found('search=prores')).toEqual([NEXT]);
    expect(await found('search=MASTER%20m-0007')).toEqual([NEXT]);
    // The title that plays it.
    expect(await found('search=umuzi')).toContain(NEXT);
    expect(await found('search=master&state=ready')).toEqual([NEXT]);
    expect(await found('search=master&state=failed')).toEqual([]);
    expect(await found('search=no%25such_film')).toEqual([]);
  });

  it('is removed only when nothing plays it, and the refusal says what does', async () => {
    const { status, body } = await ask('DELETE', `assets/${ASSET}`);
    expect([status, body.code]).toEqual([409, 'conflict']);
    expect(body.description).toContain("the episode 'Cold'");
    expect((await ask('DELETE', `assets/${JOB}`)).status).toBe(404);
  });

  it('is taken from a published title only by who may publish', async () => {
    const refused = await ask('DELETE', 'titles/video?key=v-1');
    expect([refused.status, refused.body.code]).toEqual([403, 'scope_missing']);
    const taken = await ask('DELETE', 'titles/video?key=v-1', undefined, publisher);
    expect(taken.body).toMatchObject({ asset: null, next: null });
    const [newest, before] = await versionsOf('v-1');
    expect(newest?.fields).toEqual({ assetId: { before: NEXT, after: null } });
    expect(newest?.by.name).toBe('catalogue:read catalogue:write catalogue:publish');
    expect(before?.fields).toEqual({ assetId: { before: ASSET, after: NEXT } });
    expect(await playing()).toBeNull();
    const given = await give({ key: 'v-1', asset_id: NEXT });
    expect(given.body).toMatchObject({ asset: { id: NEXT, retired_at: null }, next: null });
    expect(given.body.asset).toHaveProperty('picture');
    expect(await playing()).toBe(NEXT);
  });

  it('is not replaced by who has not seen it: a second editor gave it meanwhile', async () => {
    const empty = { asset_id: null, next_id: null };
    const given = { key: 'v-1', asset_id: ASSET };
    const refused = await give({ ...given, seen: empty });
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    expect(refused.body.fields).toMatchObject([{ field: 'seen' }]);
    const waiting = { asset_id: null, next_id: NEXT };
    const passed = await give({ ...given, asset_id: NEXT, seen: waiting });
    expect(passed.body).toMatchObject({ asset: { id: NEXT } });
    expect(await playing()).toBe(NEXT);
  });

  it('is not taken away by a person who saw another one, nor what waits by then', async () => {
    const take = (seen: string) =>
      ask('DELETE', `titles/video?key=v-1${seen}`, undefined, publisher);
    const refused = await take(`&seen_asset_id=${ASSET}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    expect(await playing()).toBe(NEXT);
    expect((await take('&seen_asset_id=not-an-id')).status).toBe(400);
    expect((await take(`&seen_asset_id=${NEXT}`)).body).toMatchObject({ asset: null });
    expect(await playing()).toBeNull();
    await give({ key: 'v-1', asset_id: NEXT });
  });

  it('that was replaced goes after two days, unless something plays it again', async () => {
    await ask('DELETE', 'titles/episode?key=e-1', undefined, publisher);
    await product.app.media.purge();
    expect(await product.app.media.ingest.asset(ASSET)).toBeDefined();
    product.clock.by(49 * 3600);
    await product.app.media.purge();
    expect(await product.app.media.ingest.asset(ASSET)).toBeUndefined();
    expect(await product.app.media.ingest.asset(NEXT)).toBeDefined();
  });

  it('cannot be given to what has none, nor from what does not exist', async () => {
    expect((await ask('PUT', 'titles/video', { key: 'lamp', asset_id: NEXT })).status).toBe(404);
    expect((await give({ key: 'v-1', asset_id: JOB })).status).toBe(404);
    expect((await ask('PUT', 'titles/video', { key: 'v-1' })).status).toBe(400);
    expect((await ask('GET', 'jobs?state=done')).body.data).toMatchObject([{ id: JOB }]);
    expect((await ask('GET', `jobs/${NEXT}`)).status).toBe(404);
  });
});

describe('an upload in the studio', () => {
  it('is resumable with an API key, and refused without one', async () => {
    // The protocol's server wants a real connection.
    const origin = await studio.listen({ host: '127.0.0.1', port: 0 });
    const send = (method: string, url: string, headers: object, body?: string) =>
      fetch(new URL(url, origin), {
        method,
        headers: { 'tus-resumable': '1.0.0', authorization: editor, ...headers },
        ...(body === undefined ? {} : { body }),
      });
    const begun = await send('POST', '/studio/api/uploads', {
      ...{ 'upload-length': '6', 'upload-metadata': 'title VW11emk=' },
    });
    expect(begun.status).toBe(201);
    const at = String(begun.headers.get('location'));
    expect(at).toMatch(/^\/studio\/api\/uploads\/[0-9a-f-]{36}$/);
    const [row] = await product.rows('select begun_by from media_uploads');
    expect(row?.begun_by).toMatch(/^key:/);
    const from = (offset: number) => {
      const type = 'application/offset+octet-stream';
      return { 'content-type': type, 'upload-offset': `${offset}` };
    };
    expect((await send('PATCH', at, from(0), 'abc')).status).toBe(204);
    expect((await send('HEAD', at, {})).headers.get('upload-offset')).toBe('3');
    expect(await (await send('GET', at, {})).json()).toMatchObject({ offset: 3, size: 6 });
    const nobody = { ...from(3), authorization: '' };
    expect((await send('PATCH', at, nobody, 'def')).status).toBe(401);
    const foreign = { ...from(3), origin: 'https://evil.example' };
    expect((await send('PATCH', at, foreign, 'def')).status).toBe(403);
    expect((await send('HEAD', at, { authorization: 'Bearer x' })).status).toBe(401);
    const done = await send('PATCH', at, from(3), 'def');
    expect(done.status).toBe(204);
    const job = await ask('GET', `jobs/${done.headers.get('upload-job')}`);
    expect(job.body).toMatchObject({ state: 'queued' });
    const refused = await send('POST', '/studio/api/uploads', { 'tus-resumable': '' });
    expect(refused.status).toBe(412);
    const id = at.split('/').at(-1);
    // The protocol's server answers before the act is in the audit.
    const audited = () =>
      product.rows(
        `select action, subject from staff_audit where action like 'studio%Upload' order by id`,
      );
    await expect.poll(audited).toEqual([
      { action: 'studioCreateUpload', subject: 'uploads' },
      { action: 'studioSendUpload', subject: `id:${id}` },
      { action: 'studioSendUpload', subject: `id:${id}` },
    ]);
  });
});
