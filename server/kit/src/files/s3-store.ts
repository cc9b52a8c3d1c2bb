import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { finished, PassThrough, type Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { Logger } from 'pino';
import {
  checkedKey,
  type FileFacts,
  type FilePart,
  type FileStore,
  FileStoreError,
  probeKey,
  type StoredFile,
} from './file-store.ts';
import type { LocalCopies } from './local-copies.ts';
import { conditionProblem, isConflict, isMissing, namedProblem, problemOf } from './s3-problems.ts';
import { limitsOf, uploadObject } from './s3-upload.ts';

type Sdk = typeof import('@aws-sdk/client-s3');

/** Where the objects are. */
export interface S3Place {
  readonly bucket: string;
  /** Of all keys, without a slash at its ends; may be empty. */
  readonly prefix: string;
  /** Of a server other than Amazon's. */
  readonly endpoint: string | undefined;
  /** Without one it comes from the environment or the profile (`AWS_REGION`). */
  readonly region: string | undefined;
}

const CONNECT_MS = 5000;
const SILENCE_MS = 30_000;
const CHECK_MS = 15_000;
const UPLOADS_AT_ONCE = 8;
/** The most keys that one request may remove (Amazon's limit). */
const REMOVED_AT_ONCE = 1000;

/**
 * Stores files as objects of an S3-compatible server, with the credentials that every AWS tool
 * uses: environment, profile, or the role of the machine. The SDK is loaded at the first use.
 */
export function createS3Store(
  place: S3Place,
  localCopies: LocalCopies,
  logger?: Pick<Logger, 'warn'>,
): FileStore {
  const { bucket: Bucket } = place;
  const root = place.prefix ? `${place.prefix}/` : '';
  const keyOf = (key: string): string => root + checkedKey(key);
  let connection: Promise<{ client: S3Client; sdk: Sdk }> | undefined;
  const connect = () => {
    connection ??= import('@aws-sdk/client-s3').then((sdk) => ({
      client: createClient(sdk, place),
      sdk,
    }));
    return connection;
  };

  async function stat(key: string): Promise<FileFacts | undefined> {
    const { client, sdk } = await connect();
    const Key = keyOf(key);
    return await unlessMissing(async () =>
      factsOf(await client.send(new sdk.HeadObjectCommand({ Bucket, Key }))),
    );
  }

  async function get(key: string, { Range, signal }: { Range?: string; signal?: AbortSignal }) {
    const { client, sdk } = await connect();
    const wanted = { Bucket, Key: keyOf(key), ...(Range ? { Range } : {}) };
    return await unlessMissing(() =>
      client.send(new sdk.GetObjectCommand(wanted), limitsOf(signal)),
    );
  }

  async function open(key: string, part?: FilePart, signal?: AbortSignal) {
    const found = await get(key, {
      ...(part ? { Range: `bytes=${part.first}-${part.last}` } : {}),
      ...(signal ? { signal } : {}),
    });
    return found?.Body && withNamedProblems(found.Body as Readable);
  }

  async function put(
    key: string,
    bytes: Uint8Array | AsyncIterable<Uint8Array>,
    signal?: AbortSignal,
  ): Promise<void> {
    const { client, sdk } = await connect();
    await uploadObject({ client, sdk, Bucket, Key: keyOf(key), logger }, bytes, signal);
  }

  async function putFile(key: string, localFile: string, signal?: AbortSignal): Promise<void> {
    await put(key, createReadStream(localFile, { highWaterMark: 1 << 20 }), signal);
  }

  async function* list(prefix: string): AsyncGenerator<FileFacts & { key: string }> {
    const { client, sdk } = await connect();
    const Prefix = `${keyOf(prefix)}/`;
    for await (const page of sdk.paginateListObjectsV2({ client }, { Bucket, Prefix }))
      for (const { Key = '', Size, ETag, LastModified } of page.Contents ?? [])
        yield {
          ...factsOf({ ContentLength: Size, ETag, LastModified }),
          key: Key.slice(root.length),
        };
  }

  async function removeAll(keys: readonly string[]): Promise<void> {
    const { client, sdk } = await connect();
    for (let i = 0; i < keys.length; i += REMOVED_AT_ONCE) {
      const Objects = keys.slice(i, i + REMOVED_AT_ONCE).map((key) => ({ Key: keyOf(key) }));
      const { Errors } = await client.send(
        new sdk.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
      );
      if (Errors?.length) throw new Error(`files could not be removed: ${Errors[0]?.Code}`);
    }
  }

  async function keysBelow(prefix: string): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of list(prefix)) keys.push(key);
    return keys;
  }

  return {
    place: `s3://${Bucket}/${place.prefix}`,
    folder: undefined,

    async check() {
      const probe = probeKey(randomUUID());
      const abortSignal = AbortSignal.timeout(CHECK_MS);
      try {
        const { client, sdk } = await connect();
        const Key = keyOf(probe);
        await client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix: Key, MaxKeys: 1 }), {
          abortSignal,
        });
        const Body = Buffer.from('probe');
        await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body }), { abortSignal });
        await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }), { abortSignal });
      } catch (error) {
        const cause = error instanceof FileStoreError ? error.cause : error;
        throw new FileStoreError('setup', problemOf(cause, place), { cause });
      }
    },

    stat,

    async read(key, signal): Promise<StoredFile | undefined> {
      const found = await get(key, signal ? { signal } : {});
      if (!found?.Body) return undefined;
      const bytes = await found.Body.transformToByteArray().catch((error: unknown) => {
        // The connection was lost on the way.
        throw namedProblem(error);
      });
      return { ...factsOf(found), bytes: Buffer.from(bytes) };
    },

    open: (key, part) => open(key, part),
    put,
    putFile,

    async replace(key, before, bytes, signal) {
      const { client, sdk } = await connect();
      const condition = before ? { IfMatch: before.etag } : { IfNoneMatch: '*' };
      const object = { Bucket, Key: keyOf(key), Body: bytes, ...condition };
      try {
        await client.send(new sdk.PutObjectCommand(object), limitsOf(signal));
        return true;
      } catch (error) {
        if (isConflict(error)) return false;
        throw conditionProblem(error);
      }
    },

    async moveFolder(prefix, localFolder) {
      const before = await keysBelow(prefix);
      const paths = await filesIn(localFolder);
      const keys = new Map(paths.map((path) => [keyBelow(prefix, localFolder, path), path]));
      await inParallel(UPLOADS_AT_ONCE, [...keys], ([key, path]) => putFile(key, path));
      await removeAll(before.filter((key) => !keys.has(key)));
      await rm(localFolder, { recursive: true, force: true });
    },

    async withLocalFile(key, work, signal) {
      const content = async () => {
        const opened = await open(key, undefined, signal);
        if (!opened) throw new FileStoreError('missing', `there is no file ${key}`);
        return opened;
      };
      return await localCopies.use(content, work, signal);
    },

    async remove(key) {
      const { client, sdk } = await connect();
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: keyOf(key) }));
    },

    async removeFolder(prefix) {
      await removeAll(await keysBelow(prefix));
    },

    list,
  };
}

function createClient(sdk: Sdk, { endpoint, region }: S3Place): S3Client {
  const client = new sdk.S3Client({
    // Servers other than Amazon's ignore the region, but a signature needs one.
    ...(region || endpoint ? { region: region ?? 'us-east-1' } : {}),
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // Many servers other than Amazon's know no checksums beyond those of the signature.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
    },
  });
  // Around the SDK's own attempts: what is left of them gets our name.
  client.middlewareStack.add(
    (next) => (call) =>
      next(call).catch((error: unknown) => {
        throw namedProblem(error);
      }),
    { step: 'initialize', name: 'problemsByName', priority: 'high' },
  );
  return client;
}

/** The same bytes; a connection that is lost on the way has the name of its problem. */
function withNamedProblems(body: Readable): Readable {
  const upload = new PassThrough();
  finished(body, (error) => void (error && upload.destroy(namedProblem(error) as Error)));
  upload.on('close', () => body.destroy());
  return body.pipe(upload);
}

function factsOf(found: {
  ContentLength?: number | undefined;
  ETag?: string | undefined;
  LastModified?: Date | undefined;
}): FileFacts {
  return {
    size: found.ContentLength ?? 0,
    etag: found.ETag ?? '""',
    modified: found.LastModified ?? new Date(0),
  };
}

/** Works on all items, some at a time. After a failure it begins no more, and then rejects. */
async function inParallel<Item>(
  atOnce: number,
  items: Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  let failed = false;
  const worker = async (): Promise<void> => {
    for (const item of waiting) {
      if (failed) return;
      await work(item).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  const workers = Array.from({ length: atOnce }, worker);
  await Promise.allSettled(workers);
  await Promise.all(workers);
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function keyBelow(prefix: string, folder: string, path: string): string {
  return checkedKey(`${prefix}/${relative(folder, path).split(sep).join('/')}`);
}

async function unlessMissing<Value>(look: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await look();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
