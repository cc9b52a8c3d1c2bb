import { TimeLimitError, withTimeLimit } from '@bonisa/kit/database/time-limit';
import { transientProblemOf } from '@bonisa/kit/files/file-store';
import { filesUnavailable } from '@bonisa/kit/http/errors';
import { LRUCache } from 'lru-cache';
import { INIT_FILE, segmentFile } from '../asset.ts';
import { readBoxHeader } from '../ingest/boxes.ts';
import { isOpening } from '../ingest/opening-chunk.ts';

/** The beginning of a segment, as the play call's answer has it. */
export interface FirstChunk {
  /** The init segment and the first bytes, in base64. */
  readonly init: string;
  readonly bytes: string;
  readonly isWhole: boolean;
  /** The size of the first chunk, of which `bytes` may be a part. */
  readonly chunkBytes: number;
}

/**
 * The beginning of a segment of a part; undefined where a file is missing, or where the file store
 * is away and the part was played lately: its player goes on with what is cached in front of us.
 * Throws `unavailable` for other parts while the store is away or slow.
 */
export type FirstChunkOf = (
  partId: string,
  folder: string,
  index: number,
) => Promise<FirstChunk | undefined>;

/**
 * The answer brings the first chunk of a segment, half a second of media: a browser shows the first
 * picture when it has the chunk's sound too, which comes last. A title begins with a chunk of one
 * picture, which the answer brings beside the first long one. The player fetches the rest. A larger
 * chunk is not worth its wait.
 */
export const START_BYTES = 48_000;
const HELD_BYTES = 16_000_000;
const HELD_PARTS = 5000;
/** So long a viewer waits for the file store. */
const READ_MS = 3000;

/** Reads the beginnings of segments, and holds those that were read last. */
export function createFirstChunks(
  readFile: (partId: string, path: string) => Promise<Buffer | undefined>,
): FirstChunkOf {
  const read = async (
    partId: string,
    folder: string,
    index: number,
  ): Promise<FirstChunk | undefined> => {
    const [init, segment] = await Promise.all(
      [INIT_FILE, segmentFile(index)].map((file) => readFile(partId, `${folder}/${file}`)),
    );
    if (!init || !segment) return undefined;
    const chunkBytes = firstChunkBytes(segment);
    const bytes = segment.subarray(0, Math.min(chunkBytes, START_BYTES));
    return {
      init: init.toString('base64'),
      bytes: bytes.toString('base64'),
      isWhole: bytes.length === segment.length,
      chunkBytes,
    };
  };
  const held = new LRUCache<string, FirstChunk, () => Promise<FirstChunk | undefined>>({
    maxSize: HELD_BYTES,
    sizeCalculation: ({ init, bytes }) => init.length + bytes.length,
    fetchMethod: (_key, _stale, { context }) => context(),
    ignoreFetchAbort: true,
  });
  const playedLately = new LRUCache<string, true>({ max: HELD_PARTS });

  return async (partId, folder, index) => {
    try {
      const found = await withTimeLimit(
        READ_MS,
        held.fetch(`${partId}/${folder}/${index}`, { context: () => read(partId, folder, index) }),
      );
      if (found) playedLately.set(partId, true);
      return found;
    } catch (error) {
      const isSlow = error instanceof TimeLimitError;
      if ((isSlow || transientProblemOf(error)) && playedLately.get(partId)) return undefined;
      throw isSlow ? filesUnavailable(error) : error;
    }
  };
}

/** The bytes of a segment up to the end of its first media data, one picture alone not counted. */
export function firstChunkBytes(segment: Buffer): number {
  let at = 0;
  let opens = false;
  for (let type = ''; at < segment.length && (type !== 'mdat' || opens); ) {
    const header = readBoxHeader(segment.subarray(at, at + 16));
    type = header.type;
    if (type === 'moof') opens = isOpening(segment.subarray(at, at + header.size));
    at += header.size;
  }
  return Math.min(at, segment.length);
}
