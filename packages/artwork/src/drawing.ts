import { EMBLEMS, type EmblemName, emblemsOf, isEmblemName } from './emblems.ts';
import type { Frame } from './frame.ts';
import {
  GROUND_NAMES,
  GROUNDS,
  type GroundName,
  hillLine,
  isGroundName,
  LOUD_GROUNDS,
  sky,
  stars,
} from './grounds.ts';
import { letter } from './lettering.ts';
import { BONE, INK, type Palette, paletteFor } from './palettes.ts';
import { plate } from './plates.ts';
import { seededRandom } from './seeded-random.ts';
import { circle, diamond, type Point, path, placed, polygon, rect, teeth } from './svg.ts';

/** What a picture is drawn from. The same art gives the same picture, on every machine. */
export interface Art {
  /** Decides everything that is not given: a slug. */
  readonly seed: string;
  readonly title: string;
  /** The genre's slug: chooses the palette and which emblems suit. */
  readonly genre: string;
  readonly emblem: EmblemName | null;
  readonly ground: GroundName | null;
}

/** Which pictures there are, in units of the drawing. */
export const DRAWING_SIZES = {
  poster: { width: 480, height: 720 },
  landscape: { width: 960, height: 540 },
  'hero-tall': { width: 720, height: 900 },
  'hero-wide': { width: 1600, height: 900 },
  share: { width: 1200, height: 630 },
} as const;

export type DrawingKind = keyof typeof DRAWING_SIZES;

/** Moves when the way pictures are drawn changes: old addresses stay what they were. */
export const DRAWING_VERSION = 1;

/**
 * The art of something in the catalogue. An emblem or ground that is not known (any more) leaves
 * the choice to the seed.
 */
export function artOf(thing: {
  slug: string;
  title: string;
  genre: string;
  artEmblem: string | null;
  artGround: string | null;
}): Art {
  const { slug, title, genre, artEmblem, artGround } = thing;
  return {
    seed: slug,
    title,
    genre,
    emblem: artEmblem !== null && isEmblemName(artEmblem) ? artEmblem : null,
    ground: artGround !== null && isGroundName(artGround) ? artGround : null,
  };
}

interface Chosen {
  readonly palette: Palette;
  readonly emblem: EmblemName;
  readonly ground: GroundName;
}

/** The colours of an art's picture, for accents and placeholders. */
export function paletteOf(art: Art): Palette {
  return chosen(art).palette;
}

function chosen(art: Art): Chosen {
  const random = seededRandom(`art:${art.seed}`);
  return {
    palette: paletteFor(art.genre, random),
    emblem: art.emblem ?? random.pick(emblemsOf(art.genre)),
    ground: art.ground ?? random.pick(GROUND_NAMES),
  };
}

/** Draws a picture as SVG, `width` pixels wide. */
export function draw(kind: DrawingKind, art: Art, width: number): string {
  const choice = chosen(art);
  return drawingOf(kind, choice, width, COMPOSITIONS[kind](art, choice));
}

/**
 * The landscape picture without its letters, for placeholders: nobody reads those in a blur of 32
 * pixels, and outlining and painting them is a third of the work.
 */
export function drawWithoutLetters(art: Art, width: number): string {
  const choice = chosen(art);
  const frame = frameOf('landscape', art, choice, LANDSCAPE_MIDDLE);
  return drawingOf(
    'landscape',
    choice,
    width,
    tile(frame, choice) + rect(0, 0, 960, 540, 'url(#side)') + fade(frame, 450),
  );
}

function drawingOf(kind: DrawingKind, choice: Chosen, width: number, content: string): string {
  const size = DRAWING_SIZES[kind];
  const height = Math.round((width * size.height) / size.width);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${size.width} ${size.height}">` +
    `<defs>${gradients(size, choice.palette)}</defs>${content}</svg>`
  );
}

const LANDSCAPE_MIDDLE: Middle = { x: 0.74, y: 0.48, r: 0.195, stroke: 7 };

const COMPOSITIONS: Readonly<Record<DrawingKind, (art: Art, choice: Chosen) => string>> = {
  poster: (art, choice) => {
    const frame = frameOf('poster', art, choice, { x: 0.5, y: 0.385, r: 0.33, stroke: 6 });
    const title = letter(art.title, {
      x: 34,
      bottom: 668,
      maxWidth: 414,
      maxHeight: 270,
      maxSize: 92,
      minSize: 44,
      maxLines: 4,
    });
    return tile(frame, choice) + fade(frame, title.bounds.top) + letters(title.path, frame);
  },
  landscape: (art, choice) => {
    const frame = frameOf('landscape', art, choice, LANDSCAPE_MIDDLE);
    const title = letter(art.title, {
      x: 48,
      bottom: 478,
      maxWidth: 560,
      maxHeight: 340,
      maxSize: 112,
      minSize: 56,
      maxLines: 3,
    });
    return (
      tile(frame, choice) +
      rect(0, 0, 960, 540, 'url(#side)') +
      fade(frame, title.bounds.top + 110) +
      letters(title.path, frame)
    );
  },
  'hero-tall': (art, choice) =>
    scene(frameOf('hero-tall', art, choice, { x: 0.5, y: 0.355, r: 0.27, stroke: 7 }), choice),
  'hero-wide': (art, choice) =>
    scene(frameOf('hero-wide', art, choice, { x: 0.67, y: 0.44, r: 0.165, stroke: 9 }), choice),
  share: (art, choice) => {
    const frame = frameOf('share', art, choice, { x: 0.74, y: 0.48, r: 0.17, stroke: 8 });
    const title = letter(art.title, {
      x: 64,
      bottom: 556,
      maxWidth: 680,
      maxHeight: 400,
      maxSize: 124,
      minSize: 56,
      maxLines: 4,
    });
    return (
      tile(frame, choice) +
      rect(0, 0, 1200, 630, 'url(#side)') +
      fade(frame, title.bounds.top + 90) +
      letters(title.path, frame)
    );
  },
};

/** A title in bone with a dark edge, so that it can be read on a light rim, too. */
function letters(outlines: string, { stroke }: Frame): string {
  return path(
    outlines,
    BONE,
    `stroke="${INK}" stroke-width="${stroke * 1.7}" stroke-linejoin="round" stroke-opacity="0.9" paint-order="stroke"`,
  );
}

/**
 * Darkens everything from a little above the title downwards, so that bone-coloured letters always
 * stand out.
 */
function fade({ width, height }: Frame, titleTop: number): string {
  const from = titleTop - height * 0.16;
  const stops: readonly (readonly [number, number])[] = [
    [0, 0],
    [0.35, 0.62],
    [0.62, 0.86],
    [1, 0.96],
  ];
  const marks = stops
    .map(
      ([offset, opacity]) =>
        `<stop offset="${offset}" stop-color="${INK}" stop-opacity="${opacity}"/>`,
    )
    .join('');
  const gradient = `<linearGradient id="fade" gradientUnits="userSpaceOnUse" x1="0" y1="${from}" x2="0" y2="${height}">${marks}</linearGradient>`;
  return gradient + rect(0, from, width, height - from, 'url(#fade)');
}

interface Middle {
  /** Shares of the width, the height and (for r) the width. */
  readonly x: number;
  readonly y: number;
  readonly r: number;
  readonly stroke: number;
}

function frameOf(kind: DrawingKind, art: Art, choice: Chosen, middle: Middle): Frame {
  const { width, height } = DRAWING_SIZES[kind];
  return {
    width,
    height,
    cx: width * middle.x,
    cy: height * middle.y,
    r: width * middle.r,
    stroke: middle.stroke,
    palette: choice.palette,
    // One seed for all kinds: poster and landscape of a title are the same picture in two shapes.
    random: seededRandom(`ground:${art.seed}`),
  };
}

function tile(frame: Frame, choice: Chosen): string {
  const loud = LOUD_GROUNDS.has(choice.ground);
  return (
    GROUNDS[choice.ground](frame) +
    (loud ? plate(frame) : '') +
    emblem(frame, choice, loud ? 1 : 1.1)
  );
}

function emblem(frame: Frame, choice: Chosen, scale: number): string {
  return placed(
    frame.cx,
    frame.cy,
    frame.r * scale,
    frame.stroke,
    INK,
    EMBLEMS[choice.emblem](choice.palette),
  );
}

/**
 * A scene for the hero: sky, a great sun behind the emblem, hills with a village, and a painted
 * wall in front.
 */
function scene(frame: Frame, choice: Chosen): string {
  const { width, height, cy, r, palette } = frame;
  const ground = cy + r * 0.95;
  const room = height - ground;
  const far = hillLine(frame, ground - r * 0.42, room * 0.22, width * 0.5, 5, palette.third);
  const near = hillLine(frame, ground + r * 0.02, room * 0.2, width * 0.4, 5, palette.main);
  const front = hillLine(frame, ground + r * 0.34, room * 0.12, width * 0.62, 3, palette.deep);
  return (
    sky(frame) +
    stars(frame, 22) +
    glow(frame) +
    halo(frame) +
    far +
    village(frame, ground + r * 0.04) +
    near +
    emblem(frame, choice, 1.06) +
    front +
    wall(frame, ground + r * 0.78) +
    rect(0, 0, width, height, 'url(#low)')
  );
}

/** What shines behind the emblem: rings, a sun with teeth, or stepped gables. */
function halo(frame: Frame): string {
  const { cx, cy, r, palette, stroke, random } = frame;
  const edge = `stroke="${INK}" stroke-width="${stroke}"`;
  const shape = random.pick(['rings', 'teeth', 'gables'] as const);
  const fills = [palette.deep, palette.second, palette.skyTop];
  const sizes = [1.76, 1.5, 1.27];
  return sizes
    .map((size, index) => {
      const fill = fills[index] ?? palette.deep;
      if (shape === 'gables') return gable(cx, cy, r * size * 0.94, fill, edge);
      if (shape === 'teeth' && index === 1) return burst(cx, cy, r * size, fill, edge);
      return circle(cx, cy, r * size, fill, edge);
    })
    .join('');
}

function burst(cx: number, cy: number, radius: number, fill: string, edge: string): string {
  const teethCount = 28;
  const corners = Array.from({ length: teethCount * 2 }, (_, index): Point => {
    const angle = (index * Math.PI) / teethCount;
    const far = radius * (index % 2 === 0 ? 1.1 : 0.95);
    return [cx + Math.sin(angle) * far, cy - Math.cos(angle) * far];
  });
  return polygon(corners, fill, edge);
}

function gable(cx: number, cy: number, size: number, fill: string, edge: string): string {
  const right: Point[] = [0, 1, 2, 3, 4].flatMap((step): Point[] => {
    const x = size * (0.26 + step * 0.185);
    const y = -size * (1.08 - step * 0.21);
    return [
      [x, y],
      [x, y + size * 0.21],
    ];
  });
  const shape: Point[] = [
    ...right,
    [size, size * 1.4],
    [-size, size * 1.4],
    ...right.map(([x, y]): Point => [-x, y]).reverse(),
  ];
  return polygon(
    shape.map(([x, y]): Point => [cx + x, cy + y]),
    fill,
    edge,
  );
}

/** Broad rays, barely lighter than the sky. */
function glow({ width, height, cx, cy, palette }: Frame): string {
  const far = Math.hypot(width, height);
  const rays = Array.from({ length: 9 }, (_, index) => {
    const angle = ((index - 4) * Math.PI) / 9;
    const at = (turn: number): readonly [number, number] => [
      cx + Math.sin(turn) * far,
      cy - Math.cos(turn) * far,
    ];
    return polygon([[cx, cy], at(angle - 0.09), at(angle + 0.09)], palette.deep);
  });
  return rays.join('');
}

/** Small stepped houses at both sides of the middle. */
function village({ width, cx, r, palette, stroke, random }: Frame, floor: number): string {
  let drawn = '';
  const far = Math.max(cx, width - cx);
  for (let x = r * 1.28; x < far; x += r * 0.62) {
    const size = r * (0.2 + random.next() * 0.1);
    const wallColour = random.pick([palette.light, palette.second, palette.main]);
    const y = floor + ((x - r) / far) * r * 0.5;
    for (const side of [-1, 1]) {
      const house =
        polygon(
          [
            [-90, 100],
            [-90, -10],
            [-50, -10],
            [-50, -50],
            [-20, -50],
            [-20, -80],
            [20, -80],
            [20, -50],
            [50, -50],
            [50, -10],
            [90, -10],
            [90, 100],
          ],
          wallColour,
        ) +
        rect(-20, 30, 40, 70, palette.skyTop) +
        diamond(0, -22, 16, 18, palette.third);
      drawn += placed(cx + side * x, y, size, stroke * 0.7, INK, house);
    }
  }
  return drawn;
}

/** A painted wall along the foot of the scene: teeth and diamonds. */
function wall({ width, height, cx, r, palette, stroke }: Frame, top: number): string {
  const edge = `stroke="${INK}" stroke-width="${stroke}"`;
  const step = r * 0.44;
  const count = Math.ceil(width / step) + 3;
  const start = cx - Math.ceil(count / 2) * step - step / 2;
  const row = Array.from({ length: count + 2 }, (_, index) => {
    const x = start + (index + 0.5) * step;
    return (
      diamond(
        x,
        top + step * 1.28,
        step * 0.4,
        step * 0.56,
        index % 2 === 0 ? palette.main : palette.third,
        edge,
      ) + diamond(x, top + step * 1.28, step * 0.14, step * 0.2, palette.light)
    );
  });
  return (
    rect(-20, top, width + 40, height - top + 20, palette.skyTop, edge) +
    teeth(
      start,
      top + stroke / 2,
      step * (count + 2),
      step * 0.44,
      (count + 2) * 2,
      palette.second,
    ) +
    rect(-20, top + step * 0.46, width + 40, stroke, INK) +
    row.join('') +
    rect(-20, top + step * 2.06, width + 40, step * 0.4, palette.second, edge)
  );
}

function gradients({ width, height }: { width: number; height: number }, palette: Palette): string {
  const stop = (offset: number, colour: string, opacity = 1): string =>
    `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`;
  const upright = (id: string, stops: string): string =>
    `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2="${height}">${stops}</linearGradient>`;
  return (
    upright('sky', stop(0, palette.skyTop) + stop(0.7, palette.skyLow)) +
    upright('low', stop(0.55, INK, 0) + stop(0.98, INK, 1)) +
    `<linearGradient id="side" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="${width}" y2="0">${stop(0.04, INK, 0.78)}${stop(0.38, INK, 0.48)}${stop(0.6, INK, 0)}</linearGradient>`
  );
}
