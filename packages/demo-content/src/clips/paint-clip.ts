import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { PaintOrder } from './painter.worker.ts';
import { pictureBytes } from './raster.ts';
import { record } from './recorder.ts';
import { pieceNamed } from './repertoire.ts';
import { FRAME } from './scenes/scene.ts';
import { play, songSeconds } from './songs.ts';

/** How many pictures each thread paints ahead of the encoder. */
const AHEAD = 4;

/**
 * Paints the clip `name` and records it to `file` (MP4). Uses native encoders, so run it in a child
 * process. `onProgress` gets shares from 0 to 1. Throws a RangeError for an unknown name.
 */
export async function paintClip(
  name: string,
  file: string,
  onProgress: (share: number) => void,
): Promise<void> {
  const piece = pieceNamed(name);
  if (!piece) throw new RangeError(`There is no clip named ${name}.`);
  const seconds = songSeconds(piece.song);
  const pictures = paintAll(name, Math.round(seconds * FRAME.rate));
  await record(file, { seconds, pictures, sound: play(piece.song) }, onProgress);
}

/** Paints all pictures of a clip on several threads and yields them in order. */
async function* paintAll(name: string, frames: number): AsyncGenerator<Uint8Array> {
  const threads = Math.max(1, Math.min(3, availableParallelism()));
  const workers = Array.from(
    { length: threads },
    () => new Worker(new URL('./painter.worker.ts', import.meta.url), { workerData: name }),
  );
  const painted = new Map<number, ArrayBuffer>();
  let wake: () => void = () => undefined;
  let failure: Error | undefined;
  for (const worker of workers) {
    worker.on('message', ({ index, memory }: PaintOrder) => {
      painted.set(index, memory);
      wake();
    });
    worker.on('error', (error) => {
      failure = error instanceof Error ? error : new Error(String(error));
      wake();
    });
  }
  const order = (index: number, memory: ArrayBuffer): void => {
    if (index < frames)
      workers[index % threads]?.postMessage({ index, memory } satisfies PaintOrder, [memory]);
  };
  try {
    for (let i = 0; i < threads * AHEAD; i++)
      order(i, new ArrayBuffer(pictureBytes(FRAME.width, FRAME.height)));
    for (let i = 0; i < frames; i++) {
      while (!painted.has(i)) {
        if (failure) throw failure;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const memory = painted.get(i) as ArrayBuffer;
      painted.delete(i);
      yield new Uint8Array(memory);
      order(i + threads * AHEAD, memory);
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}
