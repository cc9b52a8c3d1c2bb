// What a client may try that means no good, or whose software is broken.
import { readFile } from 'node:fs/promises';
import { newId } from '@bonisa/kit/ids';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { MOST_PIECES } from './upload-store.ts';
import { mediaUploads } from './uploads.tables.ts';
import {
  createUploadsKit,
  idOf,
  refusalOf,
  tusAt,
  type UploadsProcess,
} from './uploads.test-kit.ts';

let kit: Awaited<ReturnType<typeof createUploadsKit>>;
let running: UploadsProcess;
let tus: ReturnType<typeof tusAt>;

beforeAll(async () => {
  kit = await createUploadsKit();
});
beforeEach(async () => {
  await kit.reset();
  running = await kit.start();
  tus = tusAt(running.port);
});
afterEach(async () => {
  await running.app.close();
  await kit.files.removeFolder('uploads');
});
afterAll(() => kit.close());

const base64 = (text: string) => Buffer.from(text).toString('base64');

it.each([
  ['too large', 50_000_001, undefined, [413, 'too_large']],
  ['empty', 0, undefined, [400, 'empty']],
  ['of a negative length', -5, undefined, [400, 'invalid_request']],
  ['of a length that is no number', Number.NaN, undefined, [400, 'invalid_request']],
  ['nameless', 5, 'other eA==', [400, 'title_missing']],
  ['of an unknown effort', 5, 'effort eA==,title QQ==', [400, 'metadata_invalid']],
  ['of a title with a NUL', 5, `title ${base64('a\0b')}`, [400, 'metadata_invalid']],
  ['of a title with line breaks', 5, `title ${base64('a\r\nb')}`, [400, 'metadata_invalid']],
  ['of a title of 300 letters', 5, `title ${base64('a'.repeat(300))}`, [400, 'metadata_invalid']],
  ['of metadata that are not base64', 5, 'title ??,,, =', [400, 'invalid_request']],
  ['of the same name twice in its metadata', 5, 'title QQ==,,title', [400, 'invalid_request']],
] as const)('refuses by name an upload that is %s', async (_what, length, metadata, refusal) => {
  expect(await refusalOf(await tus.create(length, metadata))).toEqual(refusal);
  expect(await running.uploads.list()).toEqual([]);
});

it('refuses an upload whose length comes later', async () => {
  const headers = { 'tus-resumable': '1.0.0', 'upload-defer-length': '1' };
  const answer = await fetch(tus.endpoint, {
    method: 'POST',
    headers: { ...headers, 'upload-metadata': 'title QQ==' },
  });
  expect((await refusalOf(answer))[0]).toBeGreaterThanOrEqual(400);
  expect(await running.uploads.list()).toEqual([]);
});

it('lets one person have twenty unfinished, however many begin at the same moment', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => tus.create(5)));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(20).fill(201), ...Array(10).fill(429)]);
  const refused = answers.find(({ status }) => status === 429) as Response;
  expect((await refusalOf(refused))[1]).toBe('too_many_uploads');
});

it('leaves room for others beside one who has twenty, up to a hundred of all', async () => {
  const begin = async (by: string | null) => {
    const upload = { id: newId(), title: 'A', effort: 'quick', size: 5 } as const;
    return await kit.repository.create(
      { ...upload, begunBy: by, createdAt: kit.now },
      { own: 20, all: 100 },
    );
  };
  for (let person = 0; person < 5; person += 1)
    for (let at = 0; at < 20; at += 1) expect(await begin(`account:${person}`)).toBe('created');
  expect(await begin('account:1')).toBe('too_many_own');
  expect(await begin('key:1')).toBe('too_many');
  expect(await refusalOf(await tus.create(5))).toEqual([429, 'too_many_of_all']);
  await kit.db
    .update(mediaUploads)
    .set({ received: 5 })
    .where(eq(mediaUploads.begunBy, 'account:1'));
  expect((await tus.create(5)).status).toBe(201);
});

it('takes one of several requests at the same offset, in two processes, and mixes nothing', async () => {
  const other = await kit.start();
  const id = idOf(await tus.create(40_000));
  const texts = ['a', 'b', 'c', 'd'];
  const answers = await Promise.all(
    texts.map((text, i) =>
      (i % 2 ? tus : tusAt(other.port))
        .send(id, 0, Buffer.alloc(20_000, text))
        .then(({ status }) => status),
    ),
  );
  expect(answers.filter((status) => status === 204)).toHaveLength(1);
  expect(answers.every((status) => [204, 409, 423].includes(status))).toBe(true);
  expect(await tus.offsetOf(id)).toBe('20000');
  await tus.send(id, 20_000, Buffer.alloc(20_000, 'z'));
  const content = await running.store.withLocalFile(
    id,
    (file) => readFile(file, 'utf8'),
    new AbortController().signal,
  );
  expect(content).toMatch(/^(a{20000}|b{20000}|c{20000}|d{20000})z{20000}$/);
  // The bytes of the refused requests are gone.
  expect(await kit.names()).toHaveLength(2);
  await other.app.close();
});

it('takes no byte beyond the announced length, and none after the end', async () => {
  const id = idOf(await tus.create(5));
  expect((await refusalOf(await tus.send(id, 0, Buffer.alloc(6))))[0]).toBe(413);
  expect(await tus.offsetOf(id)).toBe('0');
  await tus.send(id, 0, Buffer.alloc(5));
  expect((await tus.send(id, 5, Buffer.alloc(5))).status).toBeGreaterThanOrEqual(400);
  expect((await tus.ask('DELETE', id)).status).toBe(400);
  expect(await tus.view(id)).toMatchObject({ offset: 5 });
});

it('refuses an upload in more pieces than the store should hold names', async () => {
  const id = idOf(await tus.create(5));
  await kit.db.update(mediaUploads).set({ pieces: MOST_PIECES });
  expect(await refusalOf(await tus.send(id, 0, Buffer.alloc(1)))).toEqual([400, 'too_many_pieces']);
  expect(await kit.names()).toEqual([]);
});

it('refuses by name a request that does not speak the protocol', async () => {
  const post = (headers: Record<string, string>, method = 'POST') =>
    fetch(method === 'POST' ? tus.endpoint : `${tus.endpoint}/x`, { method, headers });
  const spoken = { 'tus-resumable': '1.0.0' };
  expect(await refusalOf(await post({}))).toEqual([412, 'unsupported_version']);
  expect(await refusalOf(await post({ ...spoken, 'content-type': 'text/plain' }, 'PATCH'))).toEqual(
    [415, 'unsupported_media_type'],
  );
  const offset = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '-1' };
  expect(await refusalOf(await post({ ...spoken, ...offset }, 'PATCH'))).toEqual([
    400,
    'invalid_request',
  ]);
});

it('removes what a client gives up, and knows nothing of it afterwards', async () => {
  const id = idOf(await tus.create(5));
  await tus.send(id, 0, Buffer.alloc(3));
  expect((await tus.ask('DELETE', id)).status).toBe(204);
  expect(await kit.names()).toEqual([]);
  expect((await tus.send(id, 3, Buffer.alloc(2))).status).toBe(404);
  expect(await kit.names()).toEqual([]);
});

it('leaves its folder by no name, neither for bytes nor for captions', async () => {
  const body = { label: 'English', text: 'WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n' };
  for (const id of ['..%2F..%2Fsecrets.json', '..', 'x', '%00', '%ff']) {
    for (const method of ['HEAD', 'GET', 'DELETE'])
      expect((await tus.ask(method, id)).status).toBeGreaterThanOrEqual(400);
    expect((await tus.addCaptions(id, 'en', body)).status).toBeGreaterThanOrEqual(400);
  }
  const id = idOf(await tus.create(5));
  for (const language of ['..', 'e', '%00', 'en_ZA', 'en-ZA-x-y-z'])
    expect((await tus.addCaptions(id, language, body)).status).toBeGreaterThanOrEqual(400);
});

it('refuses captions that are none, or larger than any film needs', async () => {
  const id = idOf(await tus.create(5));
  const refused = await tus.addCaptions(id, 'en', { label: 'English', text: 'no captions' });
  expect(await refused.json()).toMatchObject({
    code: 'invalid_request',
    fields: [{ field: 'text' }],
  });
  const large = { label: 'English', text: `WEBVTT\n\n${'a'.repeat(2_000_001)}` };
  expect((await tus.addCaptions(id, 'en', large)).status).toBe(400);
  expect(await tus.view(id)).toMatchObject({ captions: [] });
});
