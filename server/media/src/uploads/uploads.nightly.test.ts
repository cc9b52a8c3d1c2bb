import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { FileStoreError } from '@bonisa/kit/files/file-store';
import { createFileStore } from '@bonisa/kit/files/files';
import { S3_CREDENTIALS, startS3Server } from '@bonisa/kit/files/s3-server.test-kit';
import { Upload } from 'tus-js-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { mediaUploads } from './uploads.tables.ts';
import {
  createUploadsKit,
  FIRST_JOB,
  idOf,
  refusalOf,
  tusAt,
  type UploadsProcess,
} from './uploads.test-kit.ts';

const BYTES = Buffer.from(Array.from({ length: 100_000 }, (_, i) => i % 251));
const never = new AbortController().signal;

let kit: Awaited<ReturnType<typeof createUploadsKit>>;
let running: UploadsProcess;

beforeAll(async () => {
  kit = await createUploadsKit();
});
beforeEach(async () => {
  await kit.reset();
  running = await kit.start();
});
afterEach(async () => {
  await running.app.close();
  await kit.files.removeFolder('uploads');
});
afterAll(() => kit.close());

/** Uploads with tus-js-client; resolves with the answers' headers and the address. */
function upload(bytes: Buffer, options: Partial<ConstructorParameters<typeof Upload>[1]> = {}) {
  return new Promise<{ id: string; job: string | undefined }>((resolve, reject) => {
    let job: string | undefined;
    const client = new Upload(Readable.from([bytes]), {
      endpoint: tusAt(running.port).endpoint,
      uploadSize: bytes.length,
      chunkSize: 40_000,
      retryDelays: null,
      metadata: { filename: 'Night train.mp4' },
      onAfterResponse: (_request, response) => {
        job = response.getHeader('upload-job') ?? job;
      },
      onError: reject,
      onSuccess: () => resolve({ id: client.url?.split('/').at(-1) ?? '', job }),
      ...options,
    });
    client.start();
  });
}

const contentOf = (id: string, { store } = running) =>
  store.withLocalFile(id, (file) => readFile(file), never);

describe('a resumable upload', () => {
  it('becomes a job once all of it has arrived', async () => {
    const { id, job } = await upload(BYTES);
    expect(job).toBe(FIRST_JOB);
    expect(kit.ingested).toMatchObject([
      { title: 'Night train', file: `upload:${id}`, reference: `upload:${id}`, effort: 'thorough' },
    ]);
    expect(await tusAt(running.port).view(id)).toMatchObject({
      title: 'Night train',
      size: 100_000,
      offset: 100_000,
      job_id: FIRST_JOB,
    });
    expect((await contentOf(id)).equals(BYTES)).toBe(true);
  });

  it('goes on where it was after a restart', async () => {
    const tus = tusAt(running.port);
    const id = idOf(await tus.create(BYTES.length));
    expect((await tus.send(id, 0, BYTES.subarray(0, 30_000))).status).toBe(204);
    await running.app.close();
    running = await kit.start(running.port);
    expect(await tus.offsetOf(id)).toBe('30000');
    expect((await tus.send(id, 10, BYTES)).status).toBe(409);
    const last = await tus.send(id, 30_000, BYTES.subarray(30_000));
    expect(last.headers.get('upload-job')).toBe(FIRST_JOB);
    expect((await contentOf(id)).equals(BYTES)).toBe(true);
  });

  it.each([
    ['away', [503, 'store_away']],
    ['full', [507, 'store_full']],
    ['refused', [503, 'store_refused']],
  ] as const)(
    'is refused by name while the file store is %s, and goes on',
    async (problem, refusal) => {
      const { files } = kit;
      let failing = true;
      const fails = () => Promise.reject(new FileStoreError(problem, 'the reason of the store'));
      kit.files = { ...files, put: (...given) => (failing ? fails() : files.put(...given)) };
      await running.app.close();
      running = await kit.start(running.port);
      kit.files = files;
      const tus = tusAt(running.port);
      const id = idOf(await tus.create(BYTES.length));
      expect(await refusalOf(await tus.send(id, 0, BYTES))).toEqual(refusal);
      failing = false;
      expect(await tus.offsetOf(id)).toBe('0');
      expect((await tus.send(id, 0, BYTES)).headers.get('upload-job')).toBe(FIRST_JOB);
      expect((await contentOf(id)).equals(BYTES)).toBe(true);
    },
  );

  it('keeps what has arrived when the line breaks in the middle of a request', async () => {
    const tus = tusAt(running.port);
    const id = idOf(await tus.create(BYTES.length));
    const line = new AbortController();
    let isSent = false;
    const half = new ReadableStream({
      pull(controller) {
        if (isSent) return new Promise<void>(() => undefined);
        isSent = true;
        controller.enqueue(new Uint8Array(BYTES.subarray(0, 60_000)));
        return undefined;
      },
    });
    const connected = once(running.app.server, 'connection');
    const broken = expect(tus.send(id, 0, half, line.signal)).rejects.toThrow();
    const [socket] = (await connected) as [Socket];
    await vi.waitFor(() => expect(socket.bytesRead).toBeGreaterThan(60_000), { timeout: 30_000 });
    setTimeout(() => line.abort(), 300);
    await broken;
    await vi.waitFor(async () => expect(await tus.offsetOf(id)).toBe('60000'), { timeout: 30_000 });
    expect((await tus.send(id, 60_000, BYTES.subarray(60_000))).status).toBe(204);
    expect((await contentOf(id)).equals(BYTES)).toBe(true);
  });

  it('is queued at the next start, or by a job, if a process ended before it had a job', async () => {
    const id = idOf(await tusAt(running.port).create(BYTES.length));
    await running.store.write(Readable.from([BYTES]), id, 0);
    await running.app.close();
    running = await kit.start(running.port);
    expect(kit.ingested).toMatchObject([{ reference: `upload:${id}` }]);
    await running.app.close();
    running = await kit.start(running.port);
    expect(kit.ingested).toHaveLength(1);
    const left = idOf(await tusAt(running.port).create(BYTES.length));
    await running.store.write(Readable.from([BYTES]), left, 0);
    await running.uploads.queueComplete();
    expect(kit.ingested[1]).toMatchObject({ reference: `upload:${left}` });
    expect(await tusAt(running.port).view(left)).toMatchObject({ offset: BYTES.length });
  });

  it('has captions that arrive before its end, WebVTT or SRT, one track a language', async () => {
    const tus = tusAt(running.port);
    const id = idOf(await tus.create(5));
    const srt = '1\n00:00:01,000 --> 00:00:02,000\nMolo\n';
    const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHallo\n';
    await tus.addCaptions(id, 'af-ZA', {
      label: 'Afrikaans',
      text: 'WEBVTT\n\n00:03.000 --> 00:04.000\nOud\n',
    });
    await tus.addCaptions(id, 'AF-za', { label: 'Afrikaans', text: vtt });
    const added = await tus.addCaptions(id, 'xh-ZA', { label: 'isiXhosa', text: srt });
    expect(await added.json()).toMatchObject({
      captions: [
        { language: 'AF-za', label: 'Afrikaans' },
        { language: 'xh-ZA', label: 'isiXhosa' },
      ],
    });
    await tus.send(id, 0, Buffer.from('bytes'));
    expect(kit.ingested[0]?.captions).toMatchObject([
      { language: 'AF-za', vtt: expect.stringContaining('Hallo') },
      { language: 'xh-ZA', vtt: expect.stringContaining('WEBVTT') },
    ]);
    const late = await tus.addCaptions(id, 'zu-ZA', { label: 'isiZulu', text: vtt });
    expect([late.status, (await late.json()).code]).toEqual([409, 'conflict']);
  });

  it('has the captions of all requests that arrive together, up to the limit', async () => {
    const tus = tusAt(running.port);
    const id = idOf(await tus.create(5));
    const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHallo\n';
    /** All read what there is before the first one writes, where nothing keeps them apart. */
    const add = async (languages: readonly string[]) =>
      await Promise.all(
        languages.map((language) => running.uploads.addCaptions(id, { language, label: 'x', vtt })),
      );
    const languages = async () =>
      (await tus.view(id)).captions.map(({ language }: { language: string }) => language).sort();
    await add(['en', 'zu']);
    expect(await languages()).toEqual(['en', 'zu']);
    await add(Array.from({ length: 27 }, (_, one) => `en-${one + 10}`));
    const answers = await add(['af', 'xh', 'st']);
    expect(answers.filter((answer) => answer === 'too_many')).toHaveLength(2);
    expect(await languages()).toHaveLength(30);
  });

  it('begins at one process and goes on at another that shares an S3 store', async () => {
    for (const [name, value] of Object.entries(S3_CREDENTIALS)) vi.stubEnv(name, value);
    const { bucket, endpoint, close } = await startS3Server();
    const folderStore = kit.files;
    const place = { kind: 's3', bucket, prefix: 'tv', endpoint, region: undefined } as const;
    kit.files = createFileStore({ dataDir: kit.folder, fileStore: place });
    const processes = [await kit.start(), await kit.start()] as const;
    const [first, second] = processes.map(({ port }) => tusAt(port));
    if (!first || !second) throw new Error('two processes are needed');
    const id = idOf(await first.create(BYTES.length));
    expect((await first.send(id, 0, BYTES.subarray(0, 30_000))).status).toBe(204);
    await processes[0].app.close();
    expect(await second.offsetOf(id)).toBe('30000');
    const last = await second.send(id, 30_000, BYTES.subarray(30_000));
    expect(last.headers.get('upload-job')).toBe(FIRST_JOB);
    expect((await contentOf(id, processes[1])).equals(BYTES)).toBe(true);
    await processes[1].app.close();
    await close();
    kit.files = folderStore;
    vi.unstubAllEnvs();
  });

  it('is removed after a day if it is unfinished, and its source once the job is done', async () => {
    const tus = tusAt(running.port);
    const unfinished = idOf(await tus.create(5));
    await tus.send(unfinished, 0, Buffer.from('byt'));
    const { id } = await upload(BYTES);
    kit.now = new Date(kit.now.getTime() + 25 * 3600_000);
    await running.uploads.purge();
    expect((await tus.ask('GET', unfinished)).status).toBe(404);
    expect((await tus.ask('GET', id)).status).toBe(200);
    kit.state = 'done';
    kit.isBecomingAv1 = true;
    await running.uploads.purge();
    expect((await tus.ask('GET', id)).status).toBe(200);
    kit.isBecomingAv1 = false;
    await running.uploads.purge();
    expect((await tus.ask('GET', id)).status).toBe(404);
    expect(await kit.names()).toEqual([]);
  });

  it('stays while its bytes arrive, for a week at most', async () => {
    const tus = tusAt(running.port);
    const begun = kit.now.getTime();
    const id = idOf(await tus.create(10));
    const hours = (since: number) => new Date(begun + since * 3600_000);
    const expiry = async () => (await tus.view(id)).expires_at;
    expect(await expiry()).toBe(hours(24).toISOString());
    for (let day = 0; day < 9; day += 1) {
      kit.now = hours(day * 20);
      await running.uploads.purge();
      expect((await tus.send(id, day, Buffer.from('b'))).status).toBe(204);
      expect(await expiry()).toBe(hours(Math.min(day * 20 + 24, 168)).toISOString());
    }
    kit.now = hours(167);
    await running.uploads.purge();
    expect((await tus.ask('GET', id)).status).toBe(200);
    kit.now = hours(169);
    await running.uploads.purge();
    expect((await tus.ask('GET', id)).status).toBe(404);
  });

  it('that came before pieces were timed is removed a day after its beginning', async () => {
    const tus = tusAt(running.port);
    const id = idOf(await tus.create(5));
    await tus.send(id, 0, Buffer.from('byt'));
    await kit.db.update(mediaUploads).set({ lastPieceAt: null });
    kit.now = new Date(kit.now.getTime() + 25 * 3600_000);
    await running.uploads.purge();
    expect((await tus.ask('GET', id)).status).toBe(404);
  });
});
