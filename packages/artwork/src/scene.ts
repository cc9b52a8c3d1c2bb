import { type Frame, hillLine, sky, stars } from './grounds.ts';
import { INK } from './palettes.ts';
import { circle, diamond, type Point, placed, polygon, rect, teeth } from './svg.ts';

/**
 * Draws the scene of a hero picture from back to front: sky, sun, hills, village, `emblem` (SVG
 * that is already placed), and a painted wall. Uses the gradients `sky` and `low` of the drawing.
 */
export function scene(frame: Frame, emblem: string): string {
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
    emblem +
    front +
    wall(frame, ground + r * 0.78) +
    rect(0, 0, width, height, 'url(#low)')
  );
}

/** Draws the sun behind the emblem: rings, a disc with teeth, or stepped gables. */
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
