import { parentPort, workerData } from 'node:worker_threads';
import { Picture } from './raster.ts';
import { pieceNamed } from './repertoire.ts';
import { FRAME } from './scenes/scene.ts';

/** A thread that paints frames into the memory that it receives with each order. */

export interface PaintOrder {
  readonly index: number;
  readonly memory: ArrayBuffer;
}

const piece = pieceNamed(workerData as string);
if (!piece || !parentPort) throw new Error('this module runs as a worker, with the name of a clip');
const port = parentPort;
const paint = piece.painter(piece.song.bpm);

port.on('message', ({ index, memory }: PaintOrder) => {
  paint(new Picture(FRAME.width, FRAME.height, memory), index / FRAME.rate);
  port.postMessage({ index, memory } satisfies PaintOrder, [memory]);
});
