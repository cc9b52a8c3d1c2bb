// A film of three seconds for uploads.
import { Picture } from '@bonisa/demo-content/clips/raster';
import { record } from '@bonisa/demo-content/clips/recorder';
import { FRAME } from '@bonisa/demo-content/clips/scenes/scene';
import { paintSunrise } from '@bonisa/demo-content/clips/scenes/sunrise.scene';
import { SAMPLE_RATE } from '@bonisa/demo-content/clips/synth';
import { Log } from 'node-av';
import { AV_LOG_ERROR } from 'node-av/constants';

const SECONDS = 3;
const RATE = 25;

/** Records the film. */
export async function recordClip(file: string): Promise<void> {
  Log.setLevel(AV_LOG_ERROR);
  const tone = Float32Array.from(
    { length: SECONDS * SAMPLE_RATE },
    (_, i) => 0.3 * Math.sin(i / 20),
  );
  const sound = { left: tone, right: tone };
  const film = { seconds: SECONDS, rate: RATE, pictures: pictures(), sound };
  await record(file, film, () => undefined);
}

async function* pictures(): AsyncGenerator<Uint8Array> {
  const picture = new Picture(FRAME.width, FRAME.height);
  const paint = paintSunrise(100);
  for (let i = 0; i < SECONDS * RATE; i++) {
    paint(picture, i / RATE);
    yield picture.bytes;
  }
}
