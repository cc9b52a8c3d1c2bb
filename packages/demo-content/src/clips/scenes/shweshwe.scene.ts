import { ball, COLOURS, ease, pulse } from '../brush.ts';
import { type Contour, type Ink, mix, Picture } from '../raster.ts';
import { diamond, disc, petal } from '../shapes.ts';
import type { Painter } from './scene.ts';

interface Cloth {
  readonly ground: Ink;
  readonly print: Ink;
  readonly petals: Ink;
  readonly heart: Ink;
}

const CLOTHS: readonly Cloth[] = [
  { ground: COLOURS.indigo, print: COLOURS.sky, petals: COLOURS.bone, heart: COLOURS.ochre },
  { ground: COLOURS.earth, print: COLOURS.ochre, petals: COLOURS.bone, heart: COLOURS.teal },
  { ground: COLOURS.pine, print: COLOURS.teal, petals: COLOURS.ochre, heart: COLOURS.protea },
  { ground: COLOURS.plum, print: COLOURS.protea, petals: COLOURS.bone, heart: COLOURS.sunset },
];
const HOLD = 6;

/**
 * Shweshwe prints dance: rosettes sway in a wave, and each new cloth opens from the middle of the
 * old one.
 */
export function paintShweshwe(bpm: number): Painter {
  const grounds = CLOTHS.map((cloth) => printed(cloth));
  return (to, t) => {
    const index = Math.min(CLOTHS.length - 1, Math.floor(t / HOLD));
    const opening = ease(t - index * HOLD, 0, 1.6);
    const cloth = CLOTHS[index] as Cloth;
    to.copy(grounds[index] as Picture);
    const before = CLOTHS[index - 1];
    rosettes(to, t, bpm, cloth, before, opening * 900);
    if (opening < 1 && before) to.fill(ring(opening * 900, opening * 900 + 26), COLOURS.bone);
    flower(to, t, bpm, cloth);
  };
}

function ring(inner: number, outer: number): Contour[] {
  const hole = disc(640, 360, inner);
  const reversed: number[] = [];
  for (let i = hole.length - 2; i >= 0; i -= 2)
    reversed.push(hole[i] as number, hole[i + 1] as number);
  return [disc(640, 360, outer), reversed];
}

/** The still part of a cloth: rows of small dots and seeds, painted once. */
function printed(cloth: Cloth): Picture {
  const picture = new Picture(1280, 720);
  picture.clear(cloth.ground);
  const dots: Contour[] = [];
  for (let row = 0; row <= 45; row++) {
    for (let column = 0; column <= 80; column++) {
      dots.push(disc(column * 16 + (row % 2) * 8, row * 16, 2.2, 8));
    }
  }
  for (let start = 0; start < dots.length; start += 40)
    picture.fill(dots.slice(start, start + 40), mix(cloth.ground, cloth.print, 0.55));
  return picture;
}

function rosettes(
  to: Picture,
  t: number,
  bpm: number,
  now: Cloth,
  before: Cloth | undefined,
  radius: number,
): void {
  for (let row = -1; row < 6; row++) {
    for (let column = -1; column < 9; column++) {
      const x = column * 160 + (row % 2 === 0 ? 0 : 80) + 0.5 * 160 * Math.sin(t * 0.25);
      const y = row * 132 + 48;
      const away = Math.hypot(x - 640, y - 360);
      if (away < 175) continue;
      const cloth = away < radius || !before ? now : before;
      const beat = pulse(t - away / 1400, bpm);
      rosette(to, x, y, 42 + beat * 14, t * 0.6 * (row % 2 === 0 ? 1 : -1), cloth);
    }
  }
  for (let row = 0; row < 6; row++) {
    for (let column = 0; column < 9; column++) {
      const x = column * 160 + (row % 2 === 0 ? 80 : 0) + 0.5 * 160 * Math.sin(t * 0.25);
      const y = row * 132 + 48;
      if (Math.hypot(x - 640, y - 360) < 230) continue;
      const size = 15 + 6 * pulse(t + 0.25, bpm, 2);
      to.fill([diamond(x, y, size, size)], COLOURS.ink);
      to.fill([diamond(x, y, size - 6, size - 6)], now.print);
    }
  }
}

function rosette(
  to: Picture,
  x: number,
  y: number,
  size: number,
  turn: number,
  cloth: Cloth,
): void {
  to.fill([disc(x, y, size + 7, 24)], COLOURS.ink);
  to.fill([disc(x, y, size, 24)], cloth.ground);
  const petals: Contour[] = [];
  for (let i = 0; i < 8; i++)
    petals.push(petal(x, y, size * 0.22, size * 0.95, turn + (i * Math.PI) / 4, size * 0.2));
  to.fill(petals, cloth.petals);
  to.fill([disc(x, y, size * 0.24, 12)], cloth.heart);
}

/** The large flower in the middle, in three rings of petals that turn against each other. */
function flower(to: Picture, t: number, bpm: number, cloth: Cloth): void {
  const beat = pulse(t, bpm, 2);
  ball(to, 640, 360, 206 + beat * 10, cloth.ground, 12);
  const crown = (
    count: number,
    inner: number,
    outer: number,
    width: number,
    angle: number,
    fill: Ink,
  ): void => {
    const dark: Contour[] = [];
    const bright: Contour[] = [];
    for (let i = 0; i < count; i++) {
      const at = angle + (i / count) * Math.PI * 2;
      dark.push(petal(640, 360, inner - 8, outer + 9, at, width + 8));
      bright.push(petal(640, 360, inner, outer, at, width));
    }
    for (const shape of dark) to.fill([shape], COLOURS.ink);
    for (const shape of bright) to.fill([shape], fill);
  };
  crown(16, 60, 192 + beat * 8, 17, t * 0.35, cloth.print);
  crown(12, 40, 140 + beat * 12, 17, -t * 0.5, cloth.petals);
  crown(8, 24, 92 + beat * 14, 15, t * 0.7, cloth.heart);
  ball(to, 640, 360, 34 + beat * 8, COLOURS.bone, 9);
  to.fill([disc(640, 360, 14 + beat * 4)], COLOURS.ink);
}
