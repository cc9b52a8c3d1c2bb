import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { DEMO_SHOWS } from '../../demo/demo-shows.ts';
import { DEMO_VIDEOS } from '../../demo/demo-videos.ts';
import { type Art, artOf, DRAWING_SIZES, type DrawingKind, draw } from './drawing.ts';
import { EMBLEM_NAMES } from './emblems.ts';
import { GROUND_NAMES } from './grounds.ts';
import { makePicture, thumbhashOf } from './picture.maker.ts';

const art = (changes: Partial<Art> = {}): Art => ({
  seed: 'isibane',
  title: 'Isibane',
  genre: 'drama',
  emblem: null,
  ground: null,
  ...changes,
});

const TITLES = [...DEMO_VIDEOS, ...DEMO_SHOWS];
const artOfTitle = (title: (typeof TITLES)[number]): Art =>
  artOf({ ...title, artEmblem: title.artEmblem ?? null, artGround: title.artGround ?? null });

/** The poster as 12 x 18 dots: what an eye tells apart from far away. */
async function glance(of: Art): Promise<Buffer> {
  return await sharp(Buffer.from(draw('poster', of, 48)))
    .removeAlpha()
    .resize(12, 18, { fit: 'fill' })
    .raw()
    .toBuffer();
}

/** Whether two glances are more than 12 of 255 apart on the average. */
function differ(one: Buffer, other: Buffer): boolean {
  let difference = 0;
  for (let at = 0; at < one.length; at += 1)
    difference += Math.abs((one[at] ?? 0) - (other[at] ?? 0));
  return difference / one.length > 12;
}

describe('drawings', () => {
  it('are the same for the same seed and differ for another', () => {
    expect(draw('poster', art(), 240)).toBe(draw('poster', art(), 240));
    expect(draw('poster', art(), 240)).not.toBe(draw('poster', art({ seed: 'umuzi' }), 240));
  });

  it.each(
    EMBLEM_NAMES.map(
      (emblem, index) => [emblem, GROUND_NAMES[index % GROUND_NAMES.length] ?? 'rays'] as const,
    ),
  )('of %s on %s are whole in every shape', (emblem, ground) => {
    for (const kind of Object.keys(DRAWING_SIZES) as DrawingKind[]) {
      const svg = draw(kind, art({ emblem, ground }), 100);
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    }
  });

  it('hold no letters in the hero', () => {
    expect(draw('hero-tall', art({ title: 'Isibane' }), 100)).toBe(
      draw('hero-tall', art({ title: 'Another' }), 100),
    );
  });

  it('escape nothing into the picture: a title becomes outlines', () => {
    expect(draw('poster', art({ title: '<script>"&' }), 100)).not.toContain('script');
  });

  it('of the demo can be told apart at a glance', async () => {
    const all = await Promise.all(
      TITLES.map(async (title) => ({ slug: title.slug, seen: await glance(artOfTitle(title)) })),
    );
    const alike = all.flatMap((one, index) =>
      all
        .slice(index + 1)
        .flatMap((other) => (differ(one.seen, other.seen) ? [] : `${one.slug} ~ ${other.slug}`)),
    );
    expect(alike).toEqual([]);
  });

  it('cost few bytes: a poster at most 9 kB, a hero at most 30', async () => {
    for (const title of TITLES.slice(0, 3)) {
      const of = artOfTitle(title);
      expect((await makePicture('poster', of, 240, 'avif')).length).toBeLessThan(9_500);
      expect((await makePicture('hero-tall', of, 720, 'avif')).length).toBeLessThan(30_000);
    }
  });

  it('have the size that is asked for', async () => {
    const { width, height, format } = await sharp(
      await makePicture('share', art(), 1200, 'jpg'),
    ).metadata();
    expect([width, height, format]).toEqual([1200, 630, 'jpeg']);
  });

  it('have a thumbhash of some 25 bytes', async () => {
    expect(Buffer.from(await thumbhashOf(art()), 'base64').length).toBeLessThanOrEqual(30);
  });
});
