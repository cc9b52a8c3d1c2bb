import { Worker } from 'node:worker_threads';
import { SHOT_SECONDS } from '../shots/shot.ts';
import { shotNamed } from '../shots/shots.ts';
import { play } from '../shots/songs.ts';
import type { PaintOrder } from './painter.worker.ts';
import { pictureBytes } from './raster.ts';
import { record } from './recorder.ts';
import { FILM } from './scenes/scene.ts';

/** One paints while the encoder works: packaging has the other processor. */
const THREADS = 1;
/** How many pictures each thread paints ahead of the encoder. */
const AHEAD = 4;

/**
 * Paints the shot `name` and records it to `file` (MP4). Uses native encoders, so run it in a child
 * process. `onProgress` gets shares from 0 to 1. Throws a RangeError for an unknown name.
 */
export async function paintShot(
  name: string,
  file: string,
  onProgress: (share: number) => void,
): Promise<void> {
  const shot = shotNamed(name);
  if (!shot) throw new RangeError(`There is no shot named ${name}.`);
  const seconds = SHOT_SECONDS;
  const pictures = paintAll(name, seconds * FILM.rate);
  const sound = play(shot.mood, seconds);
  await record(file, { seconds, pictures, sound, frame: FILM }, onProgress);
}

/** Paints all pictures of a shot on its own threads and yields them in order. */
async function* paintAll(name: string, frames: number): AsyncGenerator<Uint8Array> {
  const threads = THREADS;
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
      order(i, new ArrayBuffer(pictureBytes(FILM.width, FILM.height)));
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
