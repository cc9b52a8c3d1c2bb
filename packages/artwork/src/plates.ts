import type { Frame } from './grounds.ts';
import { INK } from './palettes.ts';
import { circle, type Point, polygon } from './svg.ts';

/** Plates behind an emblem on a busy ground: a light rim around the sky's dark colour. */

const edgeOf = ({ stroke }: Frame): string =>
  `stroke="${INK}" stroke-width="${stroke}" stroke-linejoin="miter"`;

function round(frame: Frame): string {
  const { cx, cy, r, palette } = frame;
  return (
    circle(cx, cy, r * 1.4, palette.light, edgeOf(frame)) +
    circle(cx, cy, r * 1.25, palette.skyTop, edgeOf(frame))
  );
}

const STEPPED: readonly Point[] = [
  [0.56, -1],
  [0.56, -0.8],
  [0.8, -0.8],
  [0.8, -0.56],
  [1, -0.56],
  [1, 0.56],
  [0.8, 0.56],
  [0.8, 0.8],
  [0.56, 0.8],
  [0.56, 1],
];

const GATE: readonly Point[] = [
  [0.22, -1.1],
  [0.22, -0.98],
  [0.46, -0.98],
  [0.46, -0.84],
  [0.7, -0.84],
  [0.7, -0.66],
  [0.92, -0.66],
  [0.92, 1.06],
];

const SLIM: readonly Point[] = [
  [0, -1.14],
  [0.98, 0],
  [0, 1.14],
];

const shaped =
  (right: readonly Point[], rim: number) =>
  (frame: Frame): string => {
    const { cx, cy, r, palette } = frame;
    const shape = [...right, ...right.map(([x, y]): Point => [-x, y]).reverse()];
    const sized = (size: number, fill: string): string =>
      polygon(
        shape.map(([x, y]): Point => [cx + x * r * size, cy + y * r * size]),
        fill,
        edgeOf(frame),
      );
    return sized(rim, palette.light) + sized(rim - 0.16, palette.skyTop);
  };

const PLATES: readonly ((frame: Frame) => string)[] = [
  round,
  shaped(STEPPED, 1.44),
  shaped(GATE, 1.46),
  shaped(SLIM, 1.62),
];

/** Draws a plate. The frame's seed chooses its shape. */
export function plate(frame: Frame): string {
  return frame.random.pick(PLATES)(frame);
}
