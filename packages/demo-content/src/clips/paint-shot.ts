import { SHOT_SECONDS } from '../shots/shot.ts';
import { shotNamed } from '../shots/shots.ts';
import { play } from '../shots/songs.ts';
import { Picture, pictureBytes } from './raster.ts';
import { record } from './recorder.ts';
import { FILM, FRAME, type Painter } from './scenes/scene.ts';

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
  const pictures = paintAll(shot.painter(), seconds * FILM.rate);
  const sound = play(shot.mood, seconds);
  await record(file, { seconds, pictures, sound, frame: FILM }, onProgress);
}

/**
 * Yields the pictures of a shot, each in the same memory. On a thread of its own it would take a
 * quarter more of the processors, which package the shot before meanwhile.
 */
function* paintAll(paint: Painter, frames: number): Generator<Uint8Array> {
  const memory = new ArrayBuffer(pictureBytes(FILM.width, FILM.height));
  for (let index = 0; index < frames; index++) {
    const picture = new Picture(FILM.width, FILM.height, memory, FRAME.width);
    paint(picture, index / FILM.rate);
    yield picture.bytes;
  }
}
