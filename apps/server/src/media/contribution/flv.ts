import type { MediaMessage } from './rtmp-session.ts';

/** A publisher that is silent for longer is cut off. */
const LARGEST_JUMP_MS = 30_000;

/** The head of an FLV file with sound and pictures. */
export const FLV_HEAD = Buffer.from([0x46, 0x4c, 0x56, 1, 5, 0, 0, 0, 9, 0, 0, 0, 0]);

/** A message of a publisher as a tag of an FLV file; `timestamp` in milliseconds. */
export function flvTag({ type, payload }: MediaMessage, timestamp: number): Buffer {
  const head = Buffer.alloc(11);
  head.writeUInt8(type, 0);
  head.writeUIntBE(payload.length, 1, 3);
  head.writeUIntBE(timestamp & 0xffffff, 4, 3);
  head.writeUInt8((timestamp >>> 24) & 0xff, 7);
  const end = Buffer.alloc(4);
  end.writeUInt32BE(payload.length + 11);
  return Buffer.concat([head, payload, end]);
}

/** The bytes of a tag around its payload: its head, and its size once more at its end. */
const TAG_HEAD = 11;
export const TAG_END = 4;

/** A tag of an FLV file as its head describes it; times in milliseconds. */
export interface TagHead {
  readonly type: number;
  readonly time: number;
  /** All bytes of the tag. */
  readonly bytes: number;
}

/** Reads the head of the tag at `at`; undefined: no whole tag is there. */
export function tagAt(file: Buffer, at: number): TagHead | undefined {
  if (at + TAG_HEAD > file.length) return undefined;
  const size = TAG_HEAD + file.readUIntBE(at + 1, 3);
  const end = at + size;
  if (end + TAG_END > file.length || file.readUInt32BE(end) !== size) return undefined;
  const time = file.readUIntBE(at + 4, 3) + file.readUInt8(at + 7) * 2 ** 24;
  return { type: file.readUInt8(at), time, bytes: size + TAG_END };
}

/**
 * Gives the tags of one publisher after another times that never go back: a publisher that comes
 * back begins at zero again. `since` is the time of the last tag so far.
 */
export function createFlvTimeline(since = 0): {
  begin(): void;
  timeOf(message: Pick<MediaMessage, 'timestamp'>): number;
} {
  let last = since;
  let offset: number | undefined = 0;
  return {
    begin() {
      offset = undefined;
    },
    timeOf({ timestamp }) {
      offset ??= last - timestamp + (last > 0 ? 40 : 0);
      // A jump would become hours of nothing in the recording.
      if (Math.abs(timestamp + offset - last) > LARGEST_JUMP_MS) offset = last - timestamp + 40;
      const time = Math.max(0, timestamp + offset);
      last = Math.max(last, time);
      return time;
    },
  };
}
