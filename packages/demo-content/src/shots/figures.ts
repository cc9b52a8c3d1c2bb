import { ball, COLOURS, drawn, gem } from '../clips/brush.ts';
import { type Ink, ink, mix, type Picture } from '../clips/raster.ts';
import { box, disc, line, pill, steps } from '../clips/shapes.ts';

/** People, animals, vehicles and houses that several shots share. Sizes are in pixels. */

export const SKINS = [ink('#6b3f26'), ink('#8d5a36'), ink('#4a2b1b'), ink('#c08a5a')] as const;

export const GRASS = ink('#2f8f4e');
export const SAND = ink('#e8b96a');
export const SEA = ink('#1787b8');

/** How a person looks and what the limbs do. Angles are in radians, 0 hangs down. */
export interface Person {
  readonly x: number;
  /** Where the feet stand. */
  readonly y: number;
  readonly height: number;
  readonly shirt: Ink;
  readonly legs?: Ink;
  readonly skin?: Ink;
  /** The angles of the left and the right arm. */
  readonly arms?: readonly [number, number];
  /** How far the feet are apart, as a share of the height. */
  readonly stride?: number;
  readonly skirt?: boolean;
  readonly hat?: Ink;
  readonly gloves?: Ink;
}

/** A person, seen from the front. */
export function person(to: Picture, who: Person): void {
  const { x, y, height: h, shirt, arms = [0.25, 0.25], stride = 0.09 } = who;
  const skin = who.skin ?? (SKINS[Math.round(h + shirt.y) % SKINS.length] as Ink);
  const legs = who.legs ?? COLOURS.indigo;
  const hip = y - h * 0.42;
  const shoulder = y - h * 0.76;
  const thick = h * 0.1;
  for (const side of [-1, 1]) {
    limb(to, [x + side * h * 0.06, hip, x + side * h * stride, y], thick, legs);
    to.fill([box(x + side * h * stride - h * 0.06, y - h * 0.03, h * 0.12, h * 0.05)], COLOURS.ink);
  }
  for (const side of [-1, 1]) {
    const angle = (side < 0 ? arms[0] : arms[1]) * side;
    const from = x + side * h * 0.14;
    const handX = from + Math.sin(angle) * h * 0.32;
    const handY = shoulder + h * 0.05 + Math.cos(angle) * h * 0.32;
    limb(to, [from, shoulder + h * 0.05, handX, handY], thick * 0.85, shirt);
    ball(to, handX, handY, h * (who.gloves ? 0.085 : 0.05), who.gloves ?? skin, who.gloves ? 7 : 4);
  }
  const hem = who.skirt ? h * 0.24 : h * 0.14;
  drawn(
    to,
    [
      x - h * 0.17,
      shoulder,
      x + h * 0.17,
      shoulder,
      x + hem,
      who.skirt ? y - h * 0.22 : hip,
      x - hem,
      who.skirt ? y - h * 0.22 : hip,
    ],
    shirt,
    6,
  );
  head(to, x, shoulder - h * 0.13, h * 0.12, skin, who.hat);
}

/** A head with hair or a hat, and two eyes. */
export function head(
  to: Picture,
  x: number,
  y: number,
  radius: number,
  skin: Ink,
  hat?: Ink,
): void {
  to.fill([disc(x, y - radius * 0.25, radius * 1.12)], COLOURS.ink);
  ball(to, x, y, radius, skin, 5);
  if (hat) {
    drawn(to, pill(x - radius, y - radius * 1.3, radius * 2, radius * 0.9, radius * 0.4), hat, 5);
  }
  for (const side of [-1, 1]) {
    to.fill(
      [disc(x + side * radius * 0.38, y + radius * 0.05, Math.max(2, radius * 0.13))],
      COLOURS.ink,
    );
  }
  to.fill(
    line(
      [
        x - radius * 0.3,
        y + radius * 0.45,
        x,
        y + radius * 0.58,
        x + radius * 0.3,
        y + radius * 0.45,
      ],
      Math.max(2, radius * 0.12),
    ),
    COLOURS.ink,
  );
}

/** A thick line with an outline. */
export function limb(to: Picture, points: readonly number[], width: number, fill: Ink): void {
  to.fill(line(points, width + 8), COLOURS.ink);
  to.fill(line(points, width), fill);
}

/** What differs between two animals on four legs. */
export interface Beast {
  readonly x: number;
  readonly y: number;
  /** The length of the body. */
  readonly size: number;
  readonly coat: Ink;
  /** The angle of the walk, which moves the legs. */
  readonly gait: number;
  readonly neck?: number;
  readonly spots?: Ink;
  readonly stripes?: Ink;
  readonly horns?: boolean;
  readonly trunk?: boolean;
}

/** An animal that looks to the right. `y` is where it stands. */
export function beast(to: Picture, { x, y, size, coat, gait, ...own }: Beast): void {
  const neck = own.neck ?? 0.35;
  const leg = size * 0.5;
  const top = y - leg - size * 0.5;
  for (let i = 0; i < 4; i++) {
    const hip = x + size * (0.12 + i * 0.25);
    const foot = hip + Math.sin(gait + i * 1.9) * size * 0.12;
    limb(to, [hip, y - leg, foot, y], size * 0.1, mix(coat, COLOURS.ink, 0.18));
  }
  limb(to, [x, top + size * 0.15, x - size * 0.14, top + size * 0.42], size * 0.05, coat);
  drawn(to, pill(x, top, size, size * 0.55, size * 0.24), coat, 8);
  for (let i = 0; own.spots && i < 7; i++) {
    to.fill(
      [disc(x + size * (0.14 + i * 0.12), top + size * (0.16 + (i % 3) * 0.1), size * 0.05, 6)],
      own.spots,
    );
  }
  for (let i = 0; own.stripes && i < 6; i++) {
    const at = x + size * (0.16 + i * 0.13);
    const stripe = [at, top + size * 0.04, at - size * 0.05, top + size * 0.5];
    to.fill(line(stripe, size * 0.05), own.stripes);
  }
  const headX = x + size * (1.02 + neck * 0.25);
  const headY = top - size * neck + Math.sin(gait * 0.5) * size * 0.03;
  limb(to, [x + size * 0.9, top + size * 0.2, headX, headY], size * 0.2, coat);
  for (let i = 0; own.stripes && i < 2; i++) {
    const share = 0.3 + i * 0.35;
    const neckX = x + size * 0.9 + (headX - x - size * 0.9) * share;
    const neckY = top + size * 0.2 + (headY - top - size * 0.2) * share;
    to.fill(
      line([neckX - size * 0.09, neckY - size * 0.02, neckX + size * 0.09, neckY + size * 0.06], 8),
      own.stripes,
    );
  }
  for (const side of [-1, 1]) {
    if (own.horns) {
      to.fill(
        line([headX, headY - size * 0.1, headX + side * size * 0.14, headY - size * 0.3], 10),
        COLOURS.ink,
      );
    }
  }
  if (own.trunk) {
    const swing = Math.sin(gait * 0.7) * size * 0.08;
    limb(
      to,
      [
        headX + size * 0.1,
        headY,
        headX + size * 0.3,
        headY + size * 0.3,
        headX + size * 0.26 + swing,
        headY + size * 0.75,
      ],
      size * 0.1,
      coat,
    );
    drawn(
      to,
      disc(headX - size * 0.14, headY + size * 0.05, size * 0.2),
      mix(coat, COLOURS.ink, 0.2),
      7,
    );
  }
  drawn(
    to,
    pill(headX - size * 0.12, headY - size * 0.12, size * 0.36, size * 0.22, size * 0.1),
    coat,
    7,
  );
  to.fill([disc(headX + size * 0.06, headY - size * 0.04, size * 0.03)], COLOURS.ink);
}

/** A vehicle with windows, seen from its side. `y` is the ground. */
export function vehicle(
  to: Picture,
  {
    x,
    y,
    length,
    fill,
    stripe,
    turn,
  }: {
    x: number;
    y: number;
    length: number;
    fill: Ink;
    stripe: Ink;
    turn: number;
  },
): void {
  const h = length * 0.36;
  const top = y - h - length * 0.06;
  drawn(to, pill(x, top, length, h, length * 0.07), fill, 9);
  to.rect(x + 6, top + h * 0.58, length - 12, h * 0.18, stripe);
  const count = Math.max(3, Math.round(length / 95));
  const wide = (length * 0.92) / count;
  for (let i = 0; i < count; i++) {
    drawn(
      to,
      pill(x + length * 0.04 + i * wide + 5, top + h * 0.13, wide - 12, h * 0.36, 8),
      COLOURS.sky,
      6,
    );
  }
  for (const share of [0.2, 0.8])
    wheel(to, x + length * share, y - length * 0.045, length * 0.085, turn);
}

/** A wheel whose spokes show that it turns. */
export function wheel(to: Picture, x: number, y: number, radius: number, turn: number): void {
  ball(to, x, y, radius, COLOURS.night, radius * 0.3);
  ball(to, x, y, radius * 0.5, COLOURS.bone, 5);
  const dx = Math.cos(turn) * radius * 0.45;
  const dy = Math.sin(turn) * radius * 0.45;
  to.fill(line([x - dx, y - dy, x + dx, y + dy], 5), COLOURS.ink);
  to.fill(line([x - dy, y + dx, x + dy, y - dx], 5), COLOURS.ink);
}

/** A house with a stepped gable, a door and two windows. `y` is the ground. */
export function house(
  to: Picture,
  {
    x,
    y,
    width,
    wall,
    gable,
    light,
  }: { x: number; y: number; width: number; wall: Ink; gable: Ink; light: Ink },
): void {
  const h = width * 0.62;
  drawn(to, steps(x + width / 2, y - h, width * 0.5, width * 0.34, 4), gable, 8);
  drawn(to, box(x, y - h, width, h), wall, 8);
  drawn(to, box(x + width * 0.4, y - h * 0.62, width * 0.2, h * 0.62), COLOURS.earth, 7);
  for (const at of [0.1, 0.7])
    drawn(to, box(x + width * at, y - h * 0.7, width * 0.2, h * 0.32), light, 7);
  gem(
    to,
    x + width / 2,
    y - h - width * 0.13,
    width * 0.07,
    width * 0.09,
    COLOURS.bone,
    COLOURS.protea,
  );
}

/** A thorn tree with a flat crown that sways. `y` is the ground. */
export function tree(to: Picture, x: number, y: number, height: number, leaf: Ink, sway = 0): void {
  limb(to, [x, y, x + sway * 0.5, y - height * 0.7], height * 0.1, COLOURS.earth);
  limb(
    to,
    [x, y - height * 0.4, x + height * 0.24 + sway, y - height * 0.76],
    height * 0.06,
    COLOURS.earth,
  );
  for (const [dx, dy, w] of [
    [-0.5, -0.86, 1],
    [-0.3, -1.02, 0.7],
    [-0.05, -0.8, 0.6],
  ] as const) {
    drawn(
      to,
      pill(x + sway + dx * height, y + dy * height, w * height, height * 0.2, height * 0.09),
      leaf,
      7,
    );
  }
}

/** Low cloud of three pills. */
export function cloud(
  to: Picture,
  x: number,
  y: number,
  size: number,
  fill: Ink = COLOURS.bone,
): void {
  for (const [dx, dy, w] of [
    [0, 0.22, 1],
    [0.18, 0, 0.5],
    [0.45, 0.1, 0.4],
  ] as const) {
    to.fill([pill(x + dx * size, y + dy * size, w * size, size * 0.24, size * 0.11)], fill);
  }
}

/** The sun of the house: rings and a diamond. */
export function sun(to: Picture, x: number, y: number, radius: number): void {
  ball(to, x, y, radius, COLOURS.ochre, 10);
  ball(to, x, y, radius * 0.68, COLOURS.sunset, 8);
  gem(to, x, y, radius * 0.3, radius * 0.3, COLOURS.bone, COLOURS.ochre);
}

/** Ground from `y` to the lower edge, with a dark line on top. */
export function ground(to: Picture, y: number, fill: Ink): void {
  to.rect(0, y, to.width, to.height - y, fill);
  to.rect(0, y - 4, to.width, 8, COLOURS.ink);
}

/** `x` moved along at `speed` and begun anew at the other edge, outside of the picture. */
export function across(x: number, t: number, speed: number, room = 200): number {
  const span = 1280 + 2 * room;
  return ((((x + t * speed + room) % span) + span) % span) - room;
}
