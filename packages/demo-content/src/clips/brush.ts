import { type Contour, type Ink, ink, type Picture } from './raster.ts';
import { chevron, diamond, disc, edge, line } from './shapes.ts';

/** The house's colours, and its way of drawing: flat colour with a thick dark outline. */
export const COLOURS = {
  ink: ink('#120c1c'),
  night: ink('#1b1329'),
  plum: ink('#3a1f5d'),
  violet: ink('#5b2f8a'),
  bone: ink('#fff3e0'),
  ochre: ink('#ffb627'),
  sunset: ink('#ff6a3d'),
  protea: ink('#e8447e'),
  teal: ink('#14b8a6'),
  pine: ink('#0b3b40'),
  sky: ink('#5cc8ff'),
  indigo: ink('#12285c'),
  cobalt: ink('#1f4bb8'),
  earth: ink('#8a3b22'),
} as const;

/** The usual width of an outline. */
export const OUTLINE = 8;

/** A shape with its outline. */
export function drawn(to: Picture, contour: Contour, fill: Ink, width = OUTLINE): void {
  to.fill([contour], fill);
  to.fill(edge(contour, width), COLOURS.ink);
}

/** A disc with its outline. */
export function ball(
  to: Picture,
  cx: number,
  cy: number,
  radius: number,
  fill: Ink,
  width = OUTLINE,
): void {
  to.fill([disc(cx, cy, radius + width / 2)], COLOURS.ink);
  to.fill([disc(cx, cy, radius - width / 2)], fill);
}

/** A diamond with its outline and, where given, a second colour in its heart. */
export function gem(
  to: Picture,
  cx: number,
  cy: number,
  halfWidth: number,
  halfHeight: number,
  fill: Ink,
  heart?: Ink,
): void {
  if (halfWidth < 3 || halfHeight < 3) return;
  to.fill([diamond(cx, cy, halfWidth + 6, halfHeight + 6)], COLOURS.ink);
  to.fill([diamond(cx, cy, halfWidth - 3, halfHeight - 3)], fill);
  if (!heart) return;
  to.fill([diamond(cx, cy, halfWidth * 0.55, halfHeight * 0.55)], COLOURS.ink);
  to.fill([diamond(cx, cy, halfWidth * 0.38, halfHeight * 0.38)], heart);
}

/** A chevron with its outline. */
export function arrow(
  to: Picture,
  cx: number,
  top: number,
  spread: number,
  rise: number,
  thick: number,
  fill: Ink,
): void {
  const shape = chevron(cx, top, spread, rise, thick);
  to.fill([shape], fill);
  to.fill(line([cx - spread, top + rise, cx, top, cx + spread, top + rise], OUTLINE), COLOURS.ink);
  to.fill(
    line(
      [cx - spread, top + rise + thick, cx, top + thick, cx + spread, top + rise + thick],
      OUTLINE,
    ),
    COLOURS.ink,
  );
}

/** A frieze of triangles between two lines, moved along by `shift`. */
export function frieze(
  to: Picture,
  top: number,
  height: number,
  unit: number,
  shift: number,
  colours: readonly [Ink, Ink],
): void {
  to.rect(0, top, to.width, height, colours[0]);
  const first = Math.floor(-shift / unit) - 1;
  const count = Math.ceil(to.width / unit) + 2;
  const triangles: number[][] = [];
  for (let i = first; i < first + count; i++) {
    const x = shift + i * unit;
    triangles.push([x, top + height, x + unit / 2, top, x + unit, top + height]);
  }
  to.fill(triangles, colours[1]);
  to.fill(
    triangles.flatMap((triangle) => line(triangle, 5)),
    COLOURS.ink,
  );
  to.rect(0, top - OUTLINE / 2, to.width, OUTLINE, COLOURS.ink);
  to.rect(0, top + height - OUTLINE / 2, to.width, OUTLINE, COLOURS.ink);
}

/** Zero before `from`, one after `to`, and a gentle start and end in between. */
export function ease(t: number, from: number, to: number): number {
  const x = Math.min(1, Math.max(0, (t - from) / (to - from)));
  return x * x * (3 - 2 * x);
}

/** A thump on each beat that dies away: one at the beat, near zero before the next. */
export function pulse(t: number, bpm: number, every = 1): number {
  const beat = ((t * bpm) / 60 / every) % 1;
  return Math.exp(-beat * 4.5);
}

/** Numbers between 0 and 1 that are the same for one seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A number that is the same for one text (FNV-1a). */
export function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}
