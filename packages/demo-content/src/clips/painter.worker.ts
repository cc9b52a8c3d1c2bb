import { parentPort, workerData } from 'node:worker_threads';
import { shotNamed } from '../shots/shots.ts';
import { Picture } from './raster.ts';
import { FILM, FRAME } from './scenes/scene.ts';

/** A thread that paints frames into the memory that it receives with each order. */

export interface PaintOrder {
  readonly index: number;
  readonly memory: ArrayBuffer;
}

const shot = shotNamed(workerData as string);
if (!shot || !parentPort) throw new Error('this module runs as a worker, with the name of a shot');
const port = parentPort;
const paint = shot.painter();

port.on('message', ({ index, memory }: PaintOrder) => {
  paint(new Picture(FILM.width, FILM.height, memory, FRAME.width), index / FILM.rate);
  port.postMessage({ index, memory } satisfies PaintOrder, [memory]);
});
