import { createWriteStream } from 'node:fs';
import { createFlvTimeline, FLV_HEAD, flvTag } from './flv.ts';
import { MESSAGE } from './rtmp-chunks.ts';
import type { MediaMessage } from './rtmp-session.ts';

/** What waits for the disk at most; more means that the disk is slower than the publisher. */
const MOST_WAITING = 32_000_000;

/** The recording of a contribution: an FLV file of what its publishers sent, unchanged. */
export interface Recording {
  readonly file: string;
  /** Bytes so far. */
  size(): number;
  /** Called before the first message of each publisher. */
  beginPublisher(): void;
  /** Returns false when the disk cannot follow. */
  add(message: MediaMessage): boolean;
  /** Writes what waits and closes the file. Rejects where the disk failed. */
  close(): Promise<void>;
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
    file,
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
      if (failure) throw failure;
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      stream.once('error', reject);
      stream.end(resolve);
      await promise;
    },
  };
}
