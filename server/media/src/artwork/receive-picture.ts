import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MOST_PICTURE_BYTES } from '@bonisa/contract/studio/artwork.calls';
import { AppError } from '@bonisa/kit/http/app-error';
import { HEAD_BYTES, pictureTypeOf } from './picture-type.ts';

/** Writes an uploaded picture to a file as it arrives, and refuses by name what is none. */

/** The name of the picture in the store: a hash of its bytes. */
export async function receivePicture(
  body: AsyncIterable<Uint8Array>,
  file: string,
): Promise<string> {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* bounded(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > MOST_PICTURE_BYTES)
        throw new AppError('payload_too_large', 'A picture may have at most 24 MB.');
      hash.update(chunk);
      yield chunk;
    }
  }
  await pipeline(Readable.from(body), bounded, createWriteStream(file, { flags: 'wx' }));
  if (bytes === 0)
    throw new AppError('invalid_request', 'The body must be a picture: it is empty.');
  refuseOthers(await headOf(file));
  return hash.digest('hex').slice(0, 40);
}

async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function refuseOthers(head: Buffer): void {
  const answer = pictureTypeOf(head);
  if ('type' in answer) return;
  if (answer.refused === 'animated')
    throw new AppError('picture_animated', 'Moving pictures are not taken. Send a single frame.');
  const what = answer.name ? `This is ${answer.name}.` : 'This is no picture that we know.';
  throw new AppError(
    'unsupported_media_type',
    `${what} Pictures are taken as JPEG, PNG, WebP or AVIF.`,
  );
}

/** Removes files; missing ones are no error. */
export async function removeFiles(files: readonly string[]): Promise<void> {
  await Promise.all(files.map((file) => rm(file, { force: true })));
}
