import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { tryConditions } from './conditional-writes.ts';
import { type FileStore, transientProblemOf } from './file-store.ts';
import { createFileStore, startFileStore } from './files.ts';
import { S3_CREDENTIALS, startS3Server, type TestS3Server } from './s3-server.test-kit.ts';

let root: string;
let server: TestS3Server;
let local: string;

beforeAll(async () => {
  for (const [name, value] of Object.entries(S3_CREDENTIALS)) vi.stubEnv(name, value);
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  server = await startS3Server();
});
afterAll(() => server.close());
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'files-'));
  local = join(root, 'local');
  await mkdir(join(local, '360p'), { recursive: true });
  return () => rm(root, { recursive: true, force: true });
});

const s3 = (over: object = {}) => {
  const { bucket, endpoint } = server;
  const place = { kind: 's3', bucket, prefix: 'tv/a', endpoint, region: undefined } as const;
  return createFileStore({ dataDir: root, fileStore: { ...place, ...over } });
};
const folder = () =>
  createFileStore({
    dataDir: root,
    fileStore: { kind: 'folder', folder: join(root, 'files') },
  });
const text = async (files: FileStore, key: string) => (await files.read(key))?.bytes.toString();
const keysOf = async (files: FileStore, prefix: string) => {
  const keys: string[] = [];
  for await (const { key } of files.list(prefix)) keys.push(key);
  return keys.sort();
};

describe.each([
  ['a folder', folder],
  ['an S3 server', s3],
])('the file store in %s', (_name, make) => {
  it('replaces a small file only in place of the one that was read', async () => {
    const files = make();
    expect(await files.replace('lease/a', undefined, Buffer.from('first'))).toBe(true);
    const read = await files.read('lease/a');
    expect(await files.replace('lease/a', read, Buffer.from('second'))).toBe(true);
    expect(await text(files, 'lease/a')).toBe('second');
    expect(await keysOf(files, 'lease')).toEqual(['lease/a']);
    // The S3 server of the tests knows no conditions.
    if (files.folder === undefined) return;
    expect(await files.replace('lease/a', read, Buffer.from('late'))).toBe(false);
    expect(await files.replace('lease/a', undefined, Buffer.from('late'))).toBe(false);
    expect(await text(files, 'lease/a')).toBe('second');
  });

  it('writes, describes, reads, lists and removes files', async () => {
    const files = make();
    await files.check();
    await files.put('uploads/a.bin', Buffer.from('hello world'));
    await writeFile(join(local, 'b'), 'of this machine');
    await files.putFile('uploads/deep/er/b.bin', join(local, 'b'));
    expect(await text(files, 'uploads/a.bin')).toBe('hello world');
    expect(await text(files, 'uploads/deep/er/b.bin')).toBe('of this machine');
    const facts = await files.stat('uploads/a.bin');
    expect(facts).toMatchObject({ size: 11, etag: expect.stringMatching(/^"[0-9a-f-]+"$/) });
    expect(await files.read('uploads/a.bin')).toMatchObject(facts ?? {});
    expect(Math.abs(Date.now() - (facts?.modified.getTime() ?? 0))).toBeLessThan(60_000);
    expect(await keysOf(files, 'uploads')).toEqual(['uploads/a.bin', 'uploads/deep/er/b.bin']);
    await files.remove('uploads/a.bin');
    await files.remove('uploads/a.bin');
    expect(await text(files, 'uploads/a.bin')).toBeUndefined();
    await files.removeFolder('uploads');
    expect(await keysOf(files, 'uploads')).toEqual([]);
  });

  it('opens a part of a file, and answers nothing for a missing one', async () => {
    const files = make();
    await files.put('media/x.m4s', Buffer.from('0123456789'));
    const part = await files.open('media/x.m4s', { first: 2, last: 4 });
    expect(String(await part?.toArray())).toBe('234');
    expect(String(await (await files.open('media/x.m4s'))?.toArray())).toBe('0123456789');
    for (const missing of [files.open('media/y'), files.read('media/y'), files.stat('media/y')])
      expect(await missing).toBeUndefined();
    await expect(files.withLocalFile('media/y', async () => 1)).rejects.toMatchObject({
      problem: 'missing',
    });
  });

  it('writes a stream of 20 MB piece by piece, and leaves nothing of one that breaks off', async () => {
    const files = make();
    const piece = Buffer.alloc(1_000_003, 'abc');
    await files.put(
      'uploads/big',
      (async function* () {
        for (let i = 0; i < 20; i++) yield piece;
      })(),
    );
    expect((await files.stat('uploads/big'))?.size).toBe(20_000_060);
    const end = await files.open('uploads/big', { first: 19_000_057, last: 20_000_059 });
    expect(Buffer.concat((await end?.toArray()) ?? []).equals(piece)).toBe(true);
    const broken = files.put(
      'uploads/half',
      (async function* () {
        for (let i = 0; i < 12; i++) yield piece;
        throw new Error('the phone is gone');
      })(),
    );
    await expect(broken).rejects.toThrow('the phone is gone');
    expect(await keysOf(files, 'uploads')).toEqual(['uploads/big']);
  });

  it('moves a folder into the store in place of all files that were there', async () => {
    const files = make();
    await files.put('media/id/360p/0.m4s', Buffer.from('old'));
    await files.put('media/id/720p/0.m4s', Buffer.from('old'));
    await files.put('media/id-2/360p/0.m4s', Buffer.from('another'));
    for (let i = 0; i < 20; i++) await writeFile(join(local, '360p', `${i}.m4s`), `new ${i}`);
    await files.moveFolder('media/id', local);
    expect(await text(files, 'media/id/360p/0.m4s')).toBe('new 0');
    expect(await keysOf(files, 'media/id')).toHaveLength(20);
    expect(await text(files, 'media/id-2/360p/0.m4s')).toBe('another');
    expect(existsSync(local)).toBe(false);
  });

  it('lends a local file for as long as a program works with it', async () => {
    const files = make();
    await files.put('uploads/a.bin', Buffer.from('a source'));
    let path = '';
    const told = await files.withLocalFile('uploads/a.bin', async (localFile) => {
      path = localFile;
      return await readFile(localFile, 'utf8');
    });
    expect(told).toBe('a source');
    expect(path.startsWith(root)).toBe(true);
    const scratch = join(root, 'scratch', 'copies');
    if (existsSync(scratch)) expect(await readdir(scratch)).toEqual([]);
  });

  it('takes no key that leads out of the store', async () => {
    const files = make();
    for (const key of [
      '../x',
      'a/../../x',
      '/etc/passwd',
      'a//b',
      '.incoming/x',
      'a/.b',
      'a\0',
      '',
    ])
      await expect(files.read(key), key).rejects.toThrow(RangeError);
  });
});

describe('a store that cannot be used stops the start with one line', () => {
  it.each([
    [
      'a bucket that is not there',
      () => s3({ bucket: 'nobody' }),
      /^FILE_STORE: there is no bucket/,
    ],
    [
      'a server that does not answer',
      () => s3({ endpoint: 'http://127.0.0.1:9' }),
      /^FILE_STORE: http:\/\/127\.0\.0\.1:9 cannot be reached \(ECONNREFUSED\)$/,
    ],
  ])('for %s', async (_what, make, line) => {
    const start = startFileStore(make(), { dataDir: root, fileStore: s3 as never });
    await expect(start).rejects.toThrow(line);
  });

  it('for wrong credentials and for none', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'WRONG');
    await expect(s3().check()).rejects.toThrow(/refuses the credentials \(InvalidAccessKeyId\)$/);
    vi.stubEnv('AWS_ACCESS_KEY_ID', '');
    vi.stubEnv('AWS_CONFIG_FILE', join(root, 'none'));
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', join(root, 'none'));
    await expect(s3().check()).rejects.toThrow(/^no AWS credentials were found/);
    vi.stubEnv('AWS_ACCESS_KEY_ID', S3_CREDENTIALS.AWS_ACCESS_KEY_ID);
  });

  it('for a folder that is a file', async () => {
    await writeFile(join(root, 'files'), 'no folder');
    await expect(folder().check()).rejects.toThrow(/^the folder cannot be written \(/);
  });
});

describe('a problem of the store that passes is named', () => {
  it.each([
    [503, 'ServiceUnavailable', 'away'],
    [503, 'SlowDown', 'away'],
    [500, 'InternalError', 'away'],
    [507, 'InsufficientStorage', 'full'],
    [403, 'QuotaExceeded', 'full'],
    [400, 'XMinioStorageFull', 'full'],
    [403, 'AccessDenied', 'refused'],
    [400, 'ExpiredToken', 'refused'],
    [400, 'EntityTooLarge', undefined],
  ] as const)('for a server that answers %s %s: %s', async (status, code, problem) => {
    const refusing = createServer((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(status, { 'content-type': 'application/xml' });
        response.end(`<Error><Code>${code}</Code><Message>no</Message></Error>`);
      });
    });
    await new Promise<void>((listening) => refusing.listen(0, '127.0.0.1', listening));
    const { port } = refusing.address() as AddressInfo;
    const files = s3({ endpoint: `http://127.0.0.1:${port}` });
    const failed = await files.put('a', Buffer.from('a')).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(Error);
    expect(transientProblemOf(failed)).toBe(problem);
    refusing.closeAllConnections();
    refusing.close();
  });

  it('for a server that nobody reaches', async () => {
    const files = s3({ endpoint: 'http://127.0.0.1:9' });
    const failed = await files.read('a').catch((error: unknown) => error);
    expect(transientProblemOf(failed)).toBe('away');
  });
});

it('takes over the folders of version 1.7 once', async () => {
  for (const [path, name] of [
    ['media/assets/id/360p', '0.m4s'],
    ['pictures/poster', 'a.avif'],
  ] as const) {
    await mkdir(join(root, path), { recursive: true });
    await writeFile(join(root, path, name), name);
  }
  const files = folder();
  const config = { dataDir: root, fileStore: { kind: 'folder', folder: '' } } as const;
  await startFileStore(files, config);
  await startFileStore(files, config);
  expect(await text(files, 'media/id/360p/0.m4s')).toBe('0.m4s');
  expect(await text(files, 'pictures/poster/a.avif')).toBe('a.avif');
});

describe('a lock that a killed process left in a folder', () => {
  afterEach(() => void vi.restoreAllMocks());

  it.each([
    ['the past', -3600],
    ['the future', 3600],
  ])('is removed once it has not changed for a while, though it is of %s', async (_when, by) => {
    const files = folder();
    await files.replace('lease/a', undefined, Buffer.from('first'));
    const before = await files.read('lease/a');
    const lock = join(root, 'files/lease/a.lock');
    await writeFile(lock, '');
    const at = Date.now() / 1000 + by;
    await utimes(lock, at, at);
    const next = () => files.replace('lease/a', before, Buffer.from('second'));
    expect(await next()).toBe(false);
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + 19_000);
    expect([await next(), await next()]).toEqual([false, false]);
    vi.spyOn(performance, 'now').mockReturnValue(now + 21_000);
    expect([await next(), await next()]).toEqual([false, true]);
  });
});

describe('what a store makes of conditional writes is tried', () => {
  it('in a folder, which keeps them', async () => {
    const files = folder();
    expect(await tryConditions(files, 'lease')).toBe('kept');
    expect(await keysOf(files, 'lease')).toEqual([]);
  });

  it('at the S3 server of the tests, which ignores them', async () => {
    expect(await tryConditions(s3(), 'lease')).toBe('ignored');
  });

  it.each([
    [501, 'NotImplemented'],
    [400, 'InvalidArgument'],
  ])('at a server that answers %s %s', async (status, code) => {
    const strict = createServer((request, response) => {
      const { 'if-match': match, 'if-none-match': none } = request.headers;
      const isRefused = match !== undefined || none !== undefined;
      request.resume().on('end', () => {
        response.writeHead(isRefused ? status : 200, { 'content-type': 'application/xml' });
        response.end(isRefused ? `<Error><Code>${code}</Code></Error>` : '');
      });
    });
    await new Promise<void>((listening) => strict.listen(0, '127.0.0.1', listening));
    const { port } = strict.address() as AddressInfo;
    const files = s3({ endpoint: `http://127.0.0.1:${port}` });
    expect(await tryConditions(files, 'lease')).toBe('refused');
    strict.closeAllConnections();
    strict.close();
  });
});

describe('conditions at an S3 server', () => {
  it('name the object that was read, and a refusal is no error', async () => {
    const asked: unknown[] = [];
    const strict = createServer((request, response) => {
      asked.push([request.headers['if-match'], request.headers['if-none-match']]);
      request.resume();
      request.on('end', () => {
        response.writeHead(asked.length === 1 ? 412 : 200, { 'content-type': 'application/xml' });
        response.end(asked.length === 1 ? '<Error><Code>PreconditionFailed</Code></Error>' : '');
      });
    });
    await new Promise<void>((resolve) => void strict.listen(0, '127.0.0.1', resolve));
    const { port } = strict.address() as AddressInfo;
    try {
      const files = s3({ endpoint: `http://127.0.0.1:${port}` });
      const before = { etag: '"1a"', size: 1, modified: new Date(0), bytes: Buffer.from('1') };
      expect(await files.replace('lease/a', undefined, Buffer.from('2'))).toBe(false);
      expect(await files.replace('lease/a', before, Buffer.from('2'))).toBe(true);
      expect(asked).toEqual([
        [undefined, '*'],
        ['"1a"', undefined],
      ]);
    } finally {
      strict.close();
    }
  });
});
