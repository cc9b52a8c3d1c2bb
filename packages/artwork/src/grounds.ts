import { INK, type Palette } from './palettes.ts';
import type { SeededRandom } from './seeded-random.ts';
import { circle, diamond, type Point, polygon, rect, teeth } from './svg.ts';

/** The backgrounds on which an emblem stands. Each fills the whole frame. */

/**
 * The surface of one drawing, with its centre and its colours. Lengths are in units of the drawing
 * (`DRAWING_SIZES`), not in pixels of a file.
 */
export interface Frame {
  readonly width: number;
  readonly height: number;
  /** The centre of the scene. The scene is symmetrical around `cx`. */
  readonly cx: number;
  readonly cy: number;
  /** Half the size of the emblem. */
  readonly r: number;
  /** The width of outlines. */
  readonly stroke: number;
  readonly palette: Palette;
  readonly random: SeededRandom;
}

const outline = ({ stroke }: Frame): string =>
  `stroke="${INK}" stroke-width="${stroke}" stroke-linejoin="miter"`;

/** Draws the night sky from top to horizon. The drawing defines the gradient `sky`. */
export function sky({ width, height }: Frame): string {
  return rect(0, 0, width, height, 'url(#sky)');
}

/** The distance from the middle to the farthest corner. */
function reach({ width, height, cx, cy }: Frame): number {
  return Math.hypot(Math.max(cx, width - cx), Math.max(cy, height - cy));
}

/** Rays from the middle with a rising sun behind the emblem. */
function rays(frame: Frame): string {
  const { cx, cy, r, palette, random } = frame;
  const far = reach(frame) * 1.1;
  const count = 22;
  const bold = random.next() < 0.6;
  const step = (Math.PI * 2) / count;
  const at = (angle: number): Point => [cx + Math.sin(angle) * far, cy - Math.cos(angle) * far];
  const wedges = Array.from({ length: count / 2 }, (_, index) => {
    const angle = (index * 2 - 0.5) * step;
    return polygon(
      [[cx, cy], at(angle), at(angle + step)],
      bold ? palette.third : palette.deep,
      bold ? outline(frame) : '',
    );
  });
  const disc =
    random.next() < 0.5
      ? [1.34, 1.18].map((scale, index) =>
          circle(cx, cy, r * scale, index === 0 ? palette.second : palette.skyTop, outline(frame)),
        )
      : [1.4, 1.16].map((scale, index) =>
          sunburst(
            frame,
            r * scale,
            index === 0 ? palette.second : palette.skyTop,
            index === 0 ? 20 : 0,
          ),
        );
  return sky(frame) + wedges.join('') + disc.join('');
}

/** A disc with `points` teeth around it (0: a plain disc). */
function sunburst(frame: Frame, radius: number, fill: string, points: number): string {
  const { cx, cy } = frame;
  if (points === 0) return circle(cx, cy, radius, fill, outline(frame));
  const corners = Array.from({ length: points * 2 }, (_, index): Point => {
    const angle = (index * Math.PI) / points;
    const far = radius * (index % 2 === 0 ? 1.12 : 0.96);
    return [cx + Math.sin(angle) * far, cy - Math.cos(angle) * far];
  });
  return polygon(corners, fill, outline(frame));
}

/** Draws one line of stepped hills around the middle and fills everything below it. */
export function hillLine(
  frame: Frame,
  top: number,
  rise: number,
  reachOut: number,
  steps: number,
  fill: string,
): string {
  const { width, height, cx } = frame;
  const right: Point[] = [];
  for (let step = 0; step < steps; step += 1) {
    const x = (reachOut * (step + 1)) / steps;
    const y = top + (rise * step) / steps;
    right.push([x, y], [x, y + rise / steps]);
  }
  right.push([width * 1.2, top + rise], [width * 1.2, height + 20]);
  const shape = [...right, ...right.map(([x, y]): Point => [-x, y]).reverse()].map(
    ([x, y]): Point => [cx + x, y],
  );
  return polygon(shape, fill, outline(frame));
}

/** A sun over stepped hills. */
function hills(frame: Frame): string {
  const { width, height, cx, cy, r, palette, random } = frame;
  const disc = [1.42, 1.2].map((scale, index) =>
    circle(cx, cy, r * scale, index === 0 ? palette.second : palette.deep, outline(frame)),
  );
  const base = cy + r * 0.62;
  const room = height - base;
  const flip = random.next() < 0.5;
  const lines = [palette.third, flip ? palette.second : palette.main, palette.deep].map(
    (fill, index) =>
      hillLine(
        frame,
        base + room * 0.19 * index,
        room * 0.2,
        width * (0.24 + 0.17 * index),
        4,
        fill,
      ),
  );
  return sky(frame) + stars(frame, 14) + disc.join('') + lines.join('');
}

/** Small diamonds in the upper half of the sky, mirrored around the middle. */
export function stars({ width, cx, cy, palette, random }: Frame, count: number): string {
  let drawn = '';
  for (let index = 0; index < count; index += 1) {
    const x = random.next() * Math.max(cx, width - cx);
    const y = random.next() * cy * 1.1;
    const size = width * (0.003 + random.next() * 0.004);
    drawn +=
      diamond(cx + x, y, size, size * 1.5, palette.light) +
      diamond(cx - x, y, size, size * 1.5, palette.light);
  }
  return drawn;
}

/** Bands of chevrons that meet above the middle. */
function chevrons(frame: Frame): string {
  const { width, height, cx, palette, random } = frame;
  const side = Math.max(cx, width - cx);
  const band = Math.min(width, height) * (0.13 + random.next() * 0.03);
  const slope = 0.5 + random.next() * 0.25;
  const colours = [
    palette.main,
    palette.light,
    palette.deep,
    palette.second,
    palette.third,
    palette.skyTop,
  ];
  const start = random.between(0, 5);
  let drawn = rect(0, 0, width, height, palette.deep);
  for (let index = 0, y = -side * slope; y < height + band; index += 1, y += band) {
    drawn += polygon(
      [
        [cx, y],
        [cx + side, y + side * slope],
        [cx + side, height + 40 + side],
        [cx - side, height + 40 + side],
        [cx - side, y + side * slope],
      ],
      colours[(index + start) % colours.length] ?? palette.main,
      outline(frame),
    );
  }
  return drawn;
}

/** A cloth of diamonds within diamonds. */
function diamonds(frame: Frame): string {
  const { width, height, cx, cy, palette, random } = frame;
  const rx = Math.min(width, height) * (0.14 + random.next() * 0.03);
  const ry = rx * 1.25;
  let drawn = rect(0, 0, width, height, palette.deep);
  const rows = Math.ceil(height / ry) + 1;
  const columns = Math.ceil(width / rx) + 1;
  for (let row = -rows; row <= rows; row += 1) {
    for (let column = -columns; column <= columns; column += 1) {
      if ((row + column) % 2 !== 0) continue;
      const x = cx + column * rx;
      const y = cy + row * ry;
      if (x < -rx || x > width + rx || y < -ry || y > height + ry) continue;
      const outer = Math.abs(row) % 2 === 0 ? palette.main : palette.third;
      drawn += diamond(x, y, rx * 0.86, ry * 0.86, outer, outline(frame));
      drawn += diamond(
        x,
        y,
        rx * 0.5,
        ry * 0.5,
        Math.abs(row) % 2 === 0 ? palette.light : palette.skyTop,
        outline(frame),
      );
      drawn += diamond(x, y, rx * 0.17, ry * 0.17, palette.second);
    }
  }
  return drawn;
}

/** Rings that spread from the middle like sound. */
function rings(frame: Frame): string {
  const { cx, cy, r, palette, random } = frame;
  const colours = [
    palette.deep,
    palette.main,
    palette.skyTop,
    palette.third,
    palette.deep,
    palette.second,
  ];
  const start = random.between(0, 2) * 2;
  const width = r * 0.3;
  const count = Math.ceil((reach(frame) - r) / width) + 1;
  let drawn = sky(frame);
  for (let index = count; index >= 0; index -= 1) {
    drawn += circle(
      cx,
      cy,
      r * 1.24 + index * width,
      colours[(index + start) % colours.length] ?? palette.deep,
      outline(frame),
    );
  }
  return drawn + circle(cx, cy, r * 1.24, palette.skyTop, outline(frame));
}

/** Stepped gables, one within the other. */
function gables(frame: Frame): string {
  const { height, cx, cy, r, palette } = frame;
  const colours = [
    palette.deep,
    palette.main,
    palette.light,
    palette.second,
    palette.deep,
    palette.third,
  ];
  const grow = r * 0.27;
  const layers = Math.ceil(reach(frame) / grow);
  let drawn = sky(frame);
  for (let layer = layers; layer >= 0; layer -= 1) {
    const half = r * 1.08 + layer * grow;
    const top = cy - r * 1.2 - layer * grow;
    const right: Point[] = [];
    for (let step = 1; step <= 5; step += 1) {
      const x = half * (0.28 + 0.144 * step);
      const y = top + (half - r * 0.5) * 0.24 * (step - 1);
      right.push([x, y], [x, y + (half - r * 0.5) * 0.24]);
    }
    right.push([half, height + 40]);
    const shape = [...right, ...right.map(([x, y]): Point => [-x, y]).reverse()].map(
      ([x, y]): Point => [cx + x, y],
    );
    drawn += polygon(
      shape,
      layer === 0 ? palette.skyTop : (colours[layer % colours.length] ?? palette.deep),
      outline(frame),
    );
  }
  return drawn;
}

/** A blanket: bands of plain colour, teeth and diamonds. */
function blanket(frame: Frame): string {
  const { width, height, cx, palette, random } = frame;
  const unit = height * 0.075;
  const across = Math.max(3, Math.round(width / (unit * 1.5))) | 1;
  const step = width / across;
  const origin = cx - Math.ceil(cx / step + 0.5) * step + step / 2;
  const count = across + 3;
  const colours = [palette.main, palette.second, palette.third];
  const shift = random.between(0, 2);
  let drawn = rect(0, 0, width, height, palette.deep);
  const line = (y: number): string => rect(0, y - frame.stroke / 2, width, frame.stroke, INK);
  for (let y = 0, band = 0; y < height; band += 1) {
    const colour = colours[(band + shift) % 3] ?? palette.main;
    drawn += rect(0, y, width, unit, colour) + line(y) + line(y + unit);
    y += unit;
    const tall = unit * 1.5;
    if (band % 2 === 0) {
      drawn +=
        rect(0, y, width, tall, palette.light) +
        teeth(origin, y, step * count, tall, count, palette.skyTop);
    } else {
      drawn += rect(0, y, width, tall, palette.skyTop);
      for (let index = 0; index <= count; index += 1) {
        drawn += diamond(
          origin + index * step + step / 2,
          y + tall / 2,
          step * 0.3,
          tall * 0.36,
          colours[(band + shift + 1) % 3] ?? palette.light,
        );
      }
    }
    drawn += line(y + tall);
    y += tall;
  }
  return drawn;
}

/** A printed cloth: rosettes of dots on a dark ground. */
function print(frame: Frame): string {
  const { width, height, cx, cy, palette } = frame;
  const gap = Math.min(width, height) * 0.2;
  let drawn = rect(0, 0, width, height, palette.deep);
  const rows = Math.ceil(height / gap) + 1;
  const columns = Math.ceil(width / gap) + 1;
  for (let row = -rows; row <= rows; row += 1) {
    for (let column = -columns; column <= columns; column += 1) {
      const x = cx + (column + (row % 2 === 0 ? 0 : 0.5)) * gap;
      const y = cy + row * gap * 0.86;
      if (x < -gap || x > width + gap || y < -gap || y > height + gap) continue;
      drawn += circle(
        x,
        y,
        gap * 0.36,
        row % 2 === 0 ? palette.main : palette.third,
        outline(frame),
      );
      drawn +=
        circle(x, y, gap * 0.2, palette.skyTop) +
        diamond(x, y, gap * 0.09, gap * 0.13, palette.light);
    }
  }
  return drawn;
}

export const GROUNDS = {
  blanket,
  chevrons,
  diamonds,
  gables,
  hills,
  print,
  rays,
  rings,
} as const satisfies Record<string, (frame: Frame) => string>;

/** Grounds with a busy middle: an emblem on them needs a plate behind it. */
export const LOUD_GROUNDS: ReadonlySet<GroundName> = new Set([
  'blanket',
  'chevrons',
  'diamonds',
  'print',
]);

export type GroundName = keyof typeof GROUNDS;

export const GROUND_NAMES = Object.keys(GROUNDS) as readonly GroundName[];

export function isGroundName(name: string): name is GroundName {
  return Object.hasOwn(GROUNDS, name);
}
