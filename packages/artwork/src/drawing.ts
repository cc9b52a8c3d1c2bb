import { EMBLEMS, type EmblemName, emblemsOf, isEmblemName } from './emblems.ts';
import {
  type Frame,
  GROUND_NAMES,
  GROUNDS,
  type GroundName,
  isGroundName,
  LOUD_GROUNDS,
} from './grounds.ts';
import { letter } from './lettering.ts';
import { BONE, INK, type Palette, paletteFor } from './palettes.ts';
import { plate } from './plates.ts';
import { scene } from './scene.ts';
import { seededRandom } from './seeded-random.ts';
import { path, placed, rect } from './svg.ts';

/** The input of a drawing. The same art gives the same picture on every machine. */
export interface Art {
  /** A slug. It chooses everything that the other fields leave open. */
  readonly seed: string;
  readonly title: string;
  /** The genre's slug. It chooses the palette and the emblems that suit. */
  readonly genre: string;
  readonly emblem: EmblemName | null;
  readonly ground: GroundName | null;
}

/** The kinds of drawings and their sizes, in units of the drawing. */
export const DRAWING_SIZES = {
  poster: { width: 480, height: 720 },
  landscape: { width: 960, height: 540 },
  'hero-tall': { width: 720, height: 900 },
  'hero-wide': { width: 1600, height: 900 },
  share: { width: 1200, height: 630 },
} as const;

export type DrawingKind = keyof typeof DRAWING_SIZES;

/**
 * Increase it when drawings change: it is part of a picture's address, so old addresses keep their
 * old pictures.
 */
export const DRAWING_VERSION = 2;

/** Makes the art of a catalogue entry. The seed replaces an unknown emblem or ground. */
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

/** Returns the colours of a picture, for accents and placeholders. */
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
 * Names the colours and the ground of a picture, which are all that is left of it in a placeholder.
 * There are some hundreds, however many titles there are.
 */
export function motifOf(art: Art): string {
  const { palette, ground } = chosen(art);
  return `${palette.skyTop}${palette.skyLow}${palette.main}/${ground}`;
}

/** Every placeholder has this emblem: seven waves do not tell one from another. */
const MOTIF_EMBLEM: EmblemName = 'sun';

/**
 * Draws the motif of a landscape picture, for placeholders: all art with the same motif gives the
 * same drawing. A title is unreadable in 32 blurred pixels and costs a third of the work.
 */
export function drawMotif(art: Art, width: number): string {
  const choice = { ...chosen(art), emblem: MOTIF_EMBLEM };
  const random = seededRandom(`motif:${motifOf(art)}`);
  const frame = { ...frameOf('landscape', art, choice, LANDSCAPE_MIDDLE), random };
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
    hero(frameOf('hero-tall', art, choice, { x: 0.5, y: 0.355, r: 0.27, stroke: 7 }), choice),
  'hero-wide': (art, choice) =>
    hero(frameOf('hero-wide', art, choice, { x: 0.67, y: 0.44, r: 0.165, stroke: 9 }), choice),
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

/** Draws a title in bone with a dark edge, so that it is readable on a light rim too. */
function letters(outlines: string, { stroke }: Frame): string {
  return path(
    outlines,
    BONE,
    `stroke="${INK}" stroke-width="${stroke * 1.7}" stroke-linejoin="round" stroke-opacity="0.9" paint-order="stroke"`,
  );
}

/** Darkens the picture from a little above the title down, so that its letters are readable. */
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
  /** `x` and `r` are shares of the width, `y` is a share of the height. */
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
    // All kinds share one seed: the poster and the landscape show the same motif.
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

const hero = (frame: Frame, choice: Chosen): string => scene(frame, emblem(frame, choice, 1.06));

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
