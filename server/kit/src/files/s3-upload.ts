import type { S3Client } from '@aws-sdk/client-s3';
import type { Logger } from 'pino';

type Sdk = typeof import('@aws-sdk/client-s3');

/** An object to write. */
export interface ObjectPlace {
  readonly client: S3Client;
  readonly sdk: Sdk;
  readonly Bucket: string;
  readonly Key: string;
  readonly logger?: Pick<Logger, 'warn'> | undefined;
}

/**
 * The bytes of one part. An object may have 10,000 parts, so the parts of a file of unknown size
 * grow: 625 of each size allow more than the largest object (5 TB).
 */
const FIRST_PART_BYTES = 8_388_608;
const PARTS_OF_A_SIZE = 625;

/**
 * Writes an object: in one request if it is small, else in parts of which one is in memory at a
 * time. The object appears when all of it is there. Parts of a failed upload are removed, where the
 * server still answers.
 */
export async function uploadObject(
  place: ObjectPlace,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<void> {
  if (bytes instanceof Uint8Array) return await putWhole(place, bytes, signal);
  const parts = partsOf(bytes);
  try {
    const first = await parts.next();
    const Body = first.done ? new Uint8Array() : first.value;
    if (Body.byteLength < FIRST_PART_BYTES) return await putWhole(place, Body, signal);
    await putParts(place, Body, parts, signal);
  } finally {
    // Closes what is read also when the server refuses the first part.
    await parts.return(undefined);
  }
}

async function putWhole(
  { client, sdk, Bucket, Key }: ObjectPlace,
  Body: Uint8Array,
  abortSignal?: AbortSignal,
): Promise<void> {
  await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body }), limitsOf(abortSignal));
}

async function putParts(
  { client, sdk, Bucket, Key, logger }: ObjectPlace,
  first: Uint8Array,
  more: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const limits = limitsOf(signal);
  const begun = new sdk.CreateMultipartUploadCommand({ Bucket, Key });
  const { UploadId } = await client.send(begun, limits);
  const upload = { Bucket, Key, UploadId };
  const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
  const putPart = async (Body: Uint8Array): Promise<void> => {
    const PartNumber = Parts.length + 1;
    const part = new sdk.UploadPartCommand({ ...upload, PartNumber, Body });
    const { ETag } = await client.send(part, limits);
    Parts.push({ PartNumber, ETag });
  };
  try {
    await putPart(first);
    for await (const part of more) await putPart(part);
    await client.send(
      new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }),
    );
  } catch (error) {
    // The caller decides by the first error whether to wait for the store.
    await client
      .send(new sdk.AbortMultipartUploadCommand(upload))
      .catch((abort: unknown) =>
        logger?.warn({ err: abort, upload: UploadId }, 'parts of an upload are left in the bucket'),
      );
    throw error;
  }
}

/** The options of a request that a signal breaks off. */
export function limitsOf(abortSignal: AbortSignal | undefined): { abortSignal?: AbortSignal } {
  return abortSignal ? { abortSignal } : {};
}

/** Joins pieces to parts of {@link FIRST_PART_BYTES} or more; only the last may be smaller. */
async function* partsOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  let held: Uint8Array[] = [];
  let size = 0;
  let count = 0;
  for await (const piece of pieces) {
    held.push(piece);
    size += piece.byteLength;
    if (size < FIRST_PART_BYTES * 2 ** Math.floor(count / PARTS_OF_A_SIZE)) continue;
    yield Buffer.concat(held);
    held = [];
    size = 0;
    count += 1;
  }
  if (size > 0) yield Buffer.concat(held);
}
