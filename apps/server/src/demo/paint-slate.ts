import { type Art, draw } from '@bonisa/artwork/drawing';
import { ink } from '@bonisa/demo-content/clips/raster';
import { record } from '@bonisa/demo-content/clips/recorder';
import { FILM } from '@bonisa/demo-content/clips/scenes/scene';
import { play } from '@bonisa/demo-content/shots/songs';
import sharp from 'sharp';
import { SLATE, SLATE_TITLE } from './shot-reels.ts';

/** What live channels show where nothing is planned. */
const ART: Art = {
  ...{ seed: SLATE, title: SLATE_TITLE, genre: 'news' },
  ...{ emblem: null, ground: null },
};
/** Two bars of music. */
const SECONDS = 4;

/** Records the slate to `file` (MP4). */
export async function paintSlate(file: string, onProgress: (share: number) => void): Promise<void> {
  const { width, height } = FILM;
  const { data } = await sharp(Buffer.from(draw('landscape', ART, width)))
    .resize(width, height, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pictures = still(toYuv(data, width, height));
  const sound = play('gentle', SECONDS);
  await record(file, { seconds: SECONDS, pictures, sound, frame: FILM }, onProgress);
}

async function* still(picture: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let frame = 0; frame < SECONDS * FILM.rate; frame++) yield picture;
}

/** Packed RGB as the planes of yuv420p. */
function toYuv(rgb: Uint8Array, width: number, height: number): Uint8Array {
  const yuv = new Uint8Array((width * height * 3) / 2);
  const inks = new Map<number, ReturnType<typeof ink>>();
  const at = (x: number, y: number) => {
    const from = (y * width + x) * 3;
    const [r = 0, g = 0, b = 0] = rgb.subarray(from, from + 3);
    const value = (r << 16) | (g << 8) | b;
    const known = inks.get(value) ?? ink(`#${value.toString(16).padStart(6, '0')}`);
    inks.set(value, known);
    return known;
  };
  const blue = width * height;
  const red = (blue * 5) / 4;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const colour = at(x, y);
      yuv[y * width + x] = colour.y;
      if (x % 2 === 0 && y % 2 === 0) {
        const half = (y / 2) * (width / 2) + x / 2;
        yuv[blue + half] = colour.u;
        yuv[red + half] = colour.v;
      }
    }
  }
  return yuv;
}
