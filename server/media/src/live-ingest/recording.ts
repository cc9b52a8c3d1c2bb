import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { createFlvTimeline, FLV_HEAD, flvTag } from './flv.ts';
import { MESSAGE } from './rtmp-chunks.ts';
import type { MediaMessage } from './rtmp-session.ts';

/** What waits for the disk at most; more means that the disk is slower than the publisher. */
const MOST_WAITING = 32_000_000;

/** The recording of a live ingest session: an FLV file of what its publishers sent, unchanged. */
export interface Recording {
  /** Bytes so far. */
  size(): number;
  /** Called before the first message of each publisher. */
  beginPublisher(): void;
  /** Returns false when the disk cannot follow. */
  add(message: MediaMessage): boolean;
  /**
   * Writes what waits, closes the file, and returns how many bytes it has: of a disk that failed,
   * those before. Rejects where nothing of a publisher is among them.
   */
  close(): Promise<number>;
}

/** Begins a recording in a new file. `onError` is called once if the disk fails. */
export function createRecording(file: string, onError: (error: Error) => void): Recording {
  const stream = createWriteStream(file, { flags: 'wx', mode: 0o600 });
  const timeline = createFlvTimeline();
  let size = 0;
  let failure: Error | undefined;
  stream.once('error', (error) => {
    failure = error;
    onError(error);
  });
  const write = (bytes: Buffer): void => {
    size += bytes.length;
    stream.write(bytes);
  };
  write(FLV_HEAD);
  return {
    size: () => size,
    beginPublisher: timeline.begin,
    add(message) {
      // Metadata would state the length of one publisher's part.
      if (message.type === MESSAGE.data) return true;
      if (failure || stream.writableLength > MOST_WAITING) return false;
      write(flvTag(message, timeline.timeOf(message)));
      return true;
    },
    async close() {
      // Nobody waits for `finish` of a stream that has failed.
      if (!failure) await finished(stream.end()).catch(() => undefined);
      if (failure && stream.bytesWritten <= FLV_HEAD.length) throw failure;
      return stream.bytesWritten;
    },
  };
}
