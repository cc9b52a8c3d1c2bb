// What an object store begins and does not end is a problem that passes (decision 24).
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { transientProblemOf } from './file-store.ts';
import { createFileStore } from './files.ts';
import { S3_CREDENTIALS } from './s3-server.test-kit.ts';

let root: string;
const servers: Server[] = [];

beforeEach(async () => {
  for (const [name, value] of Object.entries(S3_CREDENTIALS)) vi.stubEnv(name, value);
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  root = await mkdtemp(join(tmpdir(), 's3-cuts-'));
  return () => rm(root, { recursive: true, force: true });
});
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A store at a server that answers so. */
async function storeAt(answer: RequestListener, logger?: { readonly warn: () => void }) {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const place = { kind: 's3', bucket: 'films', prefix: '', endpoint, region: undefined } as const;
  return createFileStore({ dataDir: root, fileStore: place }, logger);
}

describe('an upload in parts that a server takes and then refuses', () => {
  const takesNoPart: RequestListener = (request, response) => {
    const isBegun = request.method === 'POST' && request.url?.includes('uploads');
    request.resume().on('end', () => {
      response.writeHead(isBegun ? 200 : 503, { 'content-type': 'application/xml' });
      response.end(
        isBegun
          ? '<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>'
          : '<Error><Code>ServiceUnavailable</Code><Message>no</Message></Error>',
      );
    });
  };

  it('fails as a store that is away, and notes the parts that it left there', async () => {
    const warn = vi.fn();
    const files = await storeAt(takesNoPart, { warn });
    let isClosed = false;
    const film = (async function* () {
      try {
        for (let i = 0; i < 20; i++) yield Buffer.alloc(1_000_000);
      } finally {
        isClosed = true;
      }
    })();
    const failed = await files.put('film', film).catch((error: unknown) => error);
    expect(transientProblemOf(failed)).toBe('away');
    expect(isClosed).toBe(true);
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ upload: 'u1' }),
      'parts of an upload are left in the bucket',
    );
  });
});

describe('a download that a server cuts', () => {
  const HALF = Buffer.alloc(100_000, 'a');
  let isWhole = false;
  const cuts: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-length': 2 * HALF.length });
    response.write(HALF, () => (isWhole ? response.end(HALF) : response.destroy()));
  };
  beforeEach(() => {
    isWhole = false;
  });

  it('fails as a store that is away, read or opened', async () => {
    const files = await storeAt(cuts);
    const read = await files.read('film').catch((error: unknown) => error);
    expect(transientProblemOf(read)).toBe('away');
    const opened = await files.open('film');
    const failed = await opened?.toArray().catch((error: unknown) => error);
    expect(transientProblemOf(failed)).toBe('away');
  });

  it('fails as a store that is away for a local copy, which is made at the next try', async () => {
    const files = await storeAt(cuts);
    const work = vi.fn(async (file: string) => (await readFile(file)).length);
    const failed = await files.withLocalFile('film', work).catch((error: unknown) => error);
    expect(transientProblemOf(failed)).toBe('away');
    expect(work).not.toHaveBeenCalled();
    expect(await readdir(join(root, 'scratch', 'copies'))).toEqual([]);
    isWhole = true;
    expect(await files.withLocalFile('film', work)).toBe(2 * HALF.length);
  });
});

it('gives a download up when it is no longer needed', async () => {
  const given = new AbortController();
  let isClosed = false;
  const files = await storeAt((_request, response) => {
    response.writeHead(200, { 'content-length': 1000 }).write('half');
    response.on('close', () => {
      isClosed = true;
    });
    setTimeout(() => given.abort(), 50);
  });
  await expect(files.withLocalFile('film', async () => 1, given.signal)).rejects.toThrow();
  await vi.waitFor(() => expect(isClosed).toBe(true));
  expect(await readdir(join(root, 'scratch', 'copies'))).toEqual([]);
});

it('gives the upload of a large file up when it is no longer needed, and removes its parts', async () => {
  const asked: string[] = [];
  const files = await storeAt((request, response) => {
    const { method = '', url = '' } = request;
    asked.push(method);
    // A part is taken and never answered.
    if (method === 'PUT') return void request.resume();
    const isBegun = method === 'POST' && url.includes('uploads');
    response.writeHead(isBegun ? 200 : 204, { 'content-type': 'application/xml' });
    response.end(
      isBegun
        ? '<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>'
        : '',
    );
  });
  const film = join(root, 'film.mp4');
  await writeFile(film, Buffer.alloc(9_000_000));
  const given = new AbortController();
  const written = files.putFile('film', film, given.signal);
  await vi.waitFor(() => expect(asked).toContain('PUT'));
  given.abort();
  await expect(written).rejects.toThrow();
  expect(asked.at(-1)).toBe('DELETE');
});

it('closes the connection of a file that is opened and not read', async () => {
  let isClosed = false;
  const files = await storeAt((_request, response) => {
    response.writeHead(200, { 'content-length': 1000 }).write('half');
    response.on('close', () => {
      isClosed = true;
    });
  });
  (await files.open('film'))?.destroy();
  await vi.waitFor(() => expect(isClosed).toBe(true));
});
