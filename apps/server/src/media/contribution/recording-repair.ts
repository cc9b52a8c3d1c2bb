import { type FileHandle, open } from 'node:fs/promises';
import { FLV_HEAD, TAG_END, type TagHead, tagAt } from './flv.ts';
import { MESSAGE } from './rtmp-chunks.ts';

/** What a killed process left of a recording, without a tag that breaks off. */
export interface KeptRecording {
  readonly bytes: number;
  /** Of its last tag, in milliseconds. */
  readonly lastTime: number;
  readonly hasPictures: boolean;
}

/** More than a tag can have: its size is written in three bytes. */
const WINDOW = 17_000_000;

/**
 * Cuts a recording off behind its last whole tag, so that another publisher can go on there. All
 * tags up to `whole` bytes are known to be whole. Undefined: there is no such file.
 */
export async function repairRecording(
  file: string,
  whole: number,
): Promise<KeptRecording | undefined> {
  let handle: FileHandle;
  try {
    handle = await open(file, 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return await repair(handle, whole);
  } finally {
    await handle.close();
  }
}

async function repair(handle: FileHandle, whole: number): Promise<KeptRecording> {
  const window = Buffer.allocUnsafe(WINDOW);
  const read = async (at: number): Promise<Buffer> => {
    const { bytesRead } = await handle.read(window, 0, WINDOW, at);
    return window.subarray(0, bytesRead);
  };
  const known = await lastTagBefore(whole, read);
  const kept = {
    bytes: known ? whole : FLV_HEAD.length,
    lastTime: known?.time ?? 0,
    hasPictures: known?.type === MESSAGE.video,
  };
  for (;;) {
    const found = tagsOf(await read(kept.bytes));
    if (found.length === 0) break;
    for (const { type, time, bytes } of found) {
      kept.bytes += bytes;
      kept.lastTime = Math.max(kept.lastTime, time);
      kept.hasPictures ||= type === MESSAGE.video;
    }
  }
  const { size } = await handle.stat();
  if (size < FLV_HEAD.length) await handle.write(FLV_HEAD, 0, FLV_HEAD.length, 0);
  await handle.truncate(kept.bytes);
  return kept;
}

/** The tag that ends at `end`; undefined: none does, because the disk was behind. */
async function lastTagBefore(
  end: number,
  read: (at: number) => Promise<Buffer>,
): Promise<TagHead | undefined> {
  if (end <= FLV_HEAD.length) return undefined;
  const stated = await read(end - TAG_END);
  if (stated.length < TAG_END) return undefined;
  const bytes = stated.readUInt32BE(0) + TAG_END;
  return bytes < end ? tagAt(await read(end - bytes), 0) : undefined;
}

function tagsOf(bytes: Buffer): TagHead[] {
  const tags: TagHead[] = [];
  for (let at = 0; ; ) {
    const tag = tagAt(bytes, at);
    if (!tag) return tags;
    tags.push(tag);
    at += tag.bytes;
  }
}
