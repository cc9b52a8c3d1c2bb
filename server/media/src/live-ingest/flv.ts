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

/**
 * Gives the tags of one publisher after another times that never go back: a publisher that comes
 * back begins at zero again.
 */
export function createFlvTimeline(): {
  begin(): void;
  timeOf(message: Pick<MediaMessage, 'timestamp'>): number;
} {
  let last = 0;
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
