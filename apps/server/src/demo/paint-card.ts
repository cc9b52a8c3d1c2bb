import { type Art, draw } from '@bonisa/artwork/drawing';
import { ink } from '@bonisa/demo-content/clips/raster';
import { record } from '@bonisa/demo-content/clips/recorder';
import { FRAME } from '@bonisa/demo-content/clips/scenes/scene';
import { play } from '@bonisa/demo-content/shots/songs';
import sharp from 'sharp';
import { CARD_SECONDS } from './card-length.ts';

const FADE_FRAMES = 7;
const BLACK = 16;
const GREY = 128;

/** Records the title card of a title, its wide picture with its name, to `file` (MP4). */
export async function paintCard(
  art: Art,
  file: string,
  onProgress: (share: number) => void,
): Promise<void> {
  const { width, height } = FRAME;
  const { data } = await sharp(Buffer.from(draw('landscape', art, FRAME.width)))
    .resize(width, height, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const card = toYuv(data, width, height);
  const sound = play('gentle', CARD_SECONDS);
  await record(file, { seconds: CARD_SECONDS, pictures: fadeIn(card), sound }, onProgress);
}

/** The card as it comes up from black and then stays. */
async function* fadeIn(card: Uint8Array): AsyncGenerator<Uint8Array> {
  const luma = FRAME.width * FRAME.height;
  const frames = CARD_SECONDS * FRAME.rate;
  for (let frame = 0; frame < frames; frame++) {
    const share = Math.min(1, (frame + 1) / FADE_FRAMES);
    yield share === 1
      ? card
      : card.map((value, at) => {
          const dark = at < luma ? BLACK : GREY;
          return dark + (value - dark) * share;
        });
  }
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
