import { createWriteStream } from 'node:fs';
import { createFlvTimeline, FLV_HEAD, flvTag } from './flv.ts';
import type { KeptRecording } from './recording-repair.ts';
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

/**
 * Begins a recording in a new file, or goes on with one that was kept. `onError` is called once if
 * the disk fails.
 */
export function createRecording(
  file: string,
  onError: (error: Error) => void,
  kept?: KeptRecording,
): Recording {
  const flags = kept ? 'a' : 'wx';
  const stream = createWriteStream(file, { flags, mode: 0o600 });
  const timeline = createFlvTimeline(kept?.lastTime);
  let size = kept?.bytes ?? 0;
  let failure: Error | undefined;
  stream.once('error', (error) => {
    failure = error;
    onError(error);
  });
  const write = (bytes: Buffer): void => {
    size += bytes.length;
    stream.write(bytes);
  };
  if (!kept) write(FLV_HEAD);
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
      // A write that just failed is known here before its event comes.
      stream.end((error?: Error | null) => (error ? reject(error) : resolve()));
      await promise;
    },
  };
}
