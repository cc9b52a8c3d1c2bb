import { Picture } from '@bonisa/demo-content/clips/raster';
import { record } from '@bonisa/demo-content/clips/recorder';
import { FRAME } from '@bonisa/demo-content/clips/scenes/scene';
import { paintSunrise } from '@bonisa/demo-content/clips/scenes/sunrise.scene';
import { SAMPLE_RATE } from '@bonisa/demo-content/clips/synth';
import { Log } from 'node-av';
import { AV_LOG_ERROR } from 'node-av/constants';

const RATE = 25;

/** A catalogue to import: a channel and its genre, without a title. */
export const SAMPLE_CATALOGUE = {
  genres: [{ slug: 'drama', title: 'Drama' }],
  channels: [
    {
      slug: 'ekhaya',
      title: 'Ekhaya',
      tagline: 'Stories from home.',
      description: 'Stories from home, in every language.',
      genre: 'drama',
      published: true,
    },
  ],
};

/** Writes a film with a tone: a sunrise that differs by seed. About 400 kB a second. */
export async function writeSampleFilm(
  file: string,
  { seed, seconds = 3 }: { readonly seed: number; readonly seconds?: number },
): Promise<void> {
  Log.setLevel(AV_LOG_ERROR);
  const picture = new Picture(FRAME.width, FRAME.height);
  const paint = paintSunrise(seed);
  async function* pictures(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < seconds * RATE; at += 1) {
      paint(picture, at / RATE);
      yield picture.bytes;
    }
  }
  const tone = Float32Array.from(
    { length: seconds * SAMPLE_RATE },
    (_, at) => 0.3 * Math.sin(at / 20),
  );
  const sound = { left: tone, right: tone };
  await record(file, { seconds, rate: RATE, pictures: pictures(), sound }, () => undefined);
}
