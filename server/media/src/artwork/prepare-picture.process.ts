/**
 * A process of its own that decodes one uploaded picture: a file that crashes the decoder, or needs
 * more memory or time than a picture may, ends this process and not the server.
 */
import { BONE, INK } from '@bonisa/artwork/palettes';
import { contrastRatio } from '@bonisa/domain/colour';
import { serveChildJob, TaskRefusal } from '@bonisa/kit/processes/child-job';
import sharp, { type Sharp } from 'sharp';
import { accentOf, hexOf, visibleColour } from './picture-colours.ts';
import {
  LEAST_SIDE,
  MOST_PIXELS,
  type PreparedPicture,
  type PrepareTask,
  STORED_SIDE,
} from './prepare-picture.ts';

sharp.cache(false);
sharp.concurrency(1);

serveChildJob<PrepareTask, PreparedPicture>(prepare);

async function prepare({ input, output }: PrepareTask): Promise<PreparedPicture> {
  try {
    const open = () =>
      sharp(input, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true });
    const { width, height, pages = 1, hasAlpha } = await open().metadata();
    if (pages > 1) throw new TaskRefusal('picture_animated', 'It has several frames.');
    if (width * height > MOST_PIXELS)
      throw new TaskRefusal('picture_size_refused', `It has ${width} × ${height} pixels.`);
    if (Math.min(width, height) < LEAST_SIDE)
      throw new TaskRefusal('picture_size_refused', `It has only ${width} × ${height} pixels.`);
    const stored = await open()
      .autoOrient()
      .flatten({ background: hasAlpha ? await groundFor(open()) : INK })
      .toColourspace('srgb')
      .resize({ width: STORED_SIDE, height: STORED_SIDE, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 93, chromaSubsampling: '4:4:4' })
      .toFile(output);
    const rows = await small(output, 1, 3);
    const colour = (at: number) => hexOf([rows[at] ?? 0, rows[at + 1] ?? 0, rows[at + 2] ?? 0]);
    return {
      width: stored.width,
      height: stored.height,
      colours: [colour(0), colour(3), colour(6)],
      accent: accentOf(await small(output, 48, 48)),
    };
  } catch (error) {
    if (error instanceof TaskRefusal) throw error;
    const text = error instanceof Error ? error.message : '';
    if (/pixel limit|exceeds/i.test(text))
      throw new TaskRefusal('picture_size_refused', 'It has too many pixels.');
    throw new TaskRefusal('picture_unreadable', 'It is damaged or not complete.');
  }
}

/** What a picture needs to stand out from its ground: WCAG 2.2, 1.4.11. */
const LEAST_CONTRAST = 3;

/** The ground under transparent parts: that of the pages, or a light one for a dark drawing. */
async function groundFor(picture: Sharp): Promise<string> {
  const sample = await picture
    .toColourspace('srgb')
    .resize(64, 64, { fit: 'fill' })
    .ensureAlpha()
    .raw()
    .toBuffer();
  const colour = visibleColour(sample);
  return colour && contrastRatio(colour, INK) < LEAST_CONTRAST ? BONE : INK;
}

async function small(file: string, width: number, height: number): Promise<Buffer> {
  return await sharp(file).resize(width, height, { fit: 'fill' }).removeAlpha().raw().toBuffer();
}
