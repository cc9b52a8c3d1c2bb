import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type Art, DRAWING_SIZES, type DrawingKind, draw, paletteOf } from './drawing.ts';
import { EMBLEM_NAMES } from './emblems.ts';
import { GROUND_NAMES } from './grounds.ts';
import { makePicture, thumbhashOf } from './painter.ts';

const art = (changes: Partial<Art> = {}): Art => ({
  seed: 'isibane',
  title: 'Isibane',
  genre: 'drama',
  emblem: null,
  ground: null,
  ...changes,
});

describe('a drawing', () => {
  it('is the same for the same seed and differs for another seed', () => {
    expect(draw('poster', art(), 240)).toBe(draw('poster', art(), 240));
    expect(draw('poster', art(), 240)).not.toBe(draw('poster', art({ seed: 'umuzi' }), 240));
  });

  it.each(
    EMBLEM_NAMES.map(
      (emblem, index) => [emblem, GROUND_NAMES[index % GROUND_NAMES.length] ?? 'rays'] as const,
    ),
  )('of the emblem %s on the ground %s is valid in every shape', (emblem, ground) => {
    for (const kind of Object.keys(DRAWING_SIZES) as DrawingKind[]) {
      const svg = draw(kind, art({ emblem, ground }), 100);
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    }
  });

  it('has no title in a hero picture', () => {
    expect(draw('hero-tall', art({ title: 'Isibane' }), 100)).toBe(
      draw('hero-tall', art({ title: 'Another' }), 100),
    );
  });

  it('contains the title as outlines only, never as text or markup', () => {
    expect(draw('poster', art({ title: '<script>"&' }), 100)).not.toContain('script');
  });

  it('takes at most 9.5 kB as a poster of 240 pixels and 30 kB as a hero of 720', async () => {
    for (const genre of ['drama', 'music', 'kids']) {
      const of = art({ seed: genre, genre });
      expect((await makePicture('poster', of, 240, 'avif')).length).toBeLessThan(9_500);
      expect((await makePicture('hero-tall', of, 720, 'avif')).length).toBeLessThan(30_000);
    }
  });

  it('has the requested size and format', async () => {
    const { width, height, format } = await sharp(
      await makePicture('share', art(), 1200, 'jpg'),
    ).metadata();
    expect([width, height, format]).toEqual([1200, 630, 'jpeg']);
  });

  it('shares its thumbhash with pictures of the same colours and ground, and with no others', async () => {
    const of = (seed: string, ground: Art['ground']) => thumbhashOf(art({ seed, ground }));
    const seeds = Array.from({ length: 40 }, (_, at) => `seed-${at}`);
    const onRays = await Promise.all(seeds.map((seed) => of(seed, 'rays')));
    const palettes = new Set(seeds.map((seed) => paletteOf(art({ seed })).main));
    expect(new Set(onRays).size).toBe(palettes.size);
    const other = GROUND_NAMES.find((ground) => ground !== 'rays') ?? null;
    expect(await of('seed-0', other)).not.toBe(onRays[0]);
  });

  it('has a thumbhash of at most 30 bytes', async () => {
    expect(Buffer.from(await thumbhashOf(art()), 'base64').length).toBeLessThanOrEqual(30);
  });
});
