import { type FileHandle, mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { INIT_FILE, type Segment, segmentFile } from './asset.ts';
import { readBoxHeader, readFragment, readTracks, type Track } from './boxes.ts';

/** The segments of a rendition's file. */
export interface CutRendition {
  readonly codecs: string;
  readonly initBytes: number;
  readonly segments: readonly Segment[];
}

/**
 * Cuts a fragmented MP4 into an initialisation segment and one file for each fragment, and measures
 * them. Throws a RangeError for a malformed file.
 */
export async function cutIntoSegments(file: string, folder: string): Promise<CutRendition> {
  await mkdir(folder, { recursive: true });
  const handle = await open(file, 'r');
  try {
    return await cut(handle, (await handle.stat()).size, folder);
  } finally {
    await handle.close();
  }
}

async function cut(handle: FileHandle, size: number, folder: string): Promise<CutRendition> {
  const head: Buffer[] = [];
  const segments: Segment[] = [];
  let tracks: Track[] = [];
  let initBytes = 0;
  for (let at = 0; at < size; ) {
    const header = readBoxHeader(await readAt(handle, at, Math.min(16, size - at)));
    if (header.type === 'moof') {
      if (segments.length === 0) {
        const init = Buffer.concat(head);
        tracks = readTracks(init);
        initBytes = init.length;
        await writeFile(join(folder, INIT_FILE), init);
      }
      const data = readBoxHeader(await readAt(handle, at + header.size, 16));
      if (data.type !== 'mdat') throw new RangeError('a fragment has no media data');
      const bytes = await readAt(handle, at, header.size + data.size);
      await writeFile(join(folder, segmentFile(segments.length)), bytes);
      segments.push(measure(bytes, header.size, tracks));
      at += bytes.length;
    } else {
      if (header.type === 'ftyp' || header.type === 'moov')
        head.push(await readAt(handle, at, header.size));
      at += header.size;
    }
  }
  if (segments.length === 0) throw new RangeError('the encoder wrote no fragment');
  return { codecs: tracks.map((track) => track.codec).join(','), initBytes, segments };
}

function measure(bytes: Buffer, moofSize: number, tracks: readonly Track[]): Segment {
  const video = tracks.find((track) => track.kind === 'video');
  const span = readFragment(bytes.subarray(0, moofSize)).find(
    (fragment) => fragment.trackId === video?.id,
  );
  if (!video || !span) throw new RangeError('a fragment has no pictures');
  if (!span.startsWithKeyframe) throw new RangeError('a segment does not begin with a keyframe');
  return {
    start: span.start / video.timescale,
    duration: span.duration / video.timescale,
    bytes: bytes.length,
  };
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  const { bytesRead } = await handle.read(bytes, 0, length, position);
  if (bytesRead !== length) throw new RangeError('the file ends in the middle of a box');
  return bytes;
}
