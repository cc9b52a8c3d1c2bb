import type { Contour } from './raster.ts';

/** Outlines that the scenes are made of. All sizes in pixels, all angles in radians. */

/** An upright rectangle. */
export function box(x: number, y: number, width: number, height: number): Contour {
  return [x, y, x + width, y, x + width, y + height, x, y + height];
}

/** A circle, or a regular polygon where `sides` is small. */
export function disc(cx: number, cy: number, radius: number, sides = 0, turn = 0): Contour {
  const count = sides || Math.max(16, Math.min(96, Math.round(radius * 0.9)));
  const points: number[] = [];
  for (let i = 0; i < count; i++) {
    const angle = turn + (i / count) * Math.PI * 2;
    points.push(cx + Math.cos(angle) * radius, cy + Math.sin(angle) * radius);
  }
  return points;
}

/** A diamond with its points above, below, left and right. */
export function diamond(cx: number, cy: number, halfWidth: number, halfHeight: number): Contour {
  return [cx, cy - halfHeight, cx + halfWidth, cy, cx, cy + halfHeight, cx - halfWidth, cy];
}

/**
 * A chevron that points up: `spread` wide on each side, rising by `rise`, `thick` from its upper to
 * its lower edge.
 */
export function chevron(
  cx: number,
  top: number,
  spread: number,
  rise: number,
  thick: number,
): Contour {
  return [
    cx,
    top,
    cx + spread,
    top + rise,
    cx + spread,
    top + rise + thick,
    cx,
    top + thick,
    cx - spread,
    top + rise + thick,
    cx - spread,
    top + rise,
  ];
}

/** A pyramid of steps, as painted on Ndebele walls. `baseline` is its lower edge. */
export function steps(
  cx: number,
  baseline: number,
  halfWidth: number,
  height: number,
  count: number,
): Contour {
  const left: number[] = [];
  const right: number[] = [];
  for (let i = 0; i < count; i++) {
    const half = halfWidth * (1 - i / count);
    const low = baseline - (height * i) / count;
    const high = baseline - (height * (i + 1)) / count;
    right.push(cx + half, low, cx + half, high);
    left.unshift(cx - half, high, cx - half, low);
  }
  return [...right, ...left];
}

/** One ray of light: a wedge from the centre outwards. */
export function ray(
  cx: number,
  cy: number,
  inner: number,
  outer: number,
  angle: number,
  width: number,
): Contour {
  const a = angle - width / 2;
  const b = angle + width / 2;
  return [
    cx + Math.cos(a) * inner,
    cy + Math.sin(a) * inner,
    cx + Math.cos(a) * outer,
    cy + Math.sin(a) * outer,
    cx + Math.cos(b) * outer,
    cy + Math.sin(b) * outer,
    cx + Math.cos(b) * inner,
    cy + Math.sin(b) * inner,
  ];
}

/** A petal from the centre outwards, round at its widest place. */
export function petal(
  cx: number,
  cy: number,
  inner: number,
  outer: number,
  angle: number,
  halfWidth: number,
): Contour {
  const points: number[] = [];
  const ux = Math.cos(angle);
  const uy = Math.sin(angle);
  const put = (along: number, across: number): void => {
    points.push(cx + ux * along - uy * across, cy + uy * along + ux * across);
  };
  const count = outer > 60 ? 8 : 4;
  for (let i = 0; i <= count; i++) {
    put(inner + (outer - inner) * (i / count), halfWidth * Math.sin((Math.PI * i) / count));
  }
  for (let i = count - 1; i > 0; i--) {
    put(inner + (outer - inner) * (i / count), -halfWidth * Math.sin((Math.PI * i) / count));
  }
  return points;
}

/** A rectangle with round corners. */
export function pill(x: number, y: number, width: number, height: number, radius: number): Contour {
  const points: number[] = [];
  const corner = (cx: number, cy: number, from: number): void => {
    for (let i = 0; i <= 6; i++) {
      const angle = from + (i / 6) * (Math.PI / 2);
      points.push(cx + Math.cos(angle) * radius, cy + Math.sin(angle) * radius);
    }
  };
  corner(x + width - radius, y + radius, -Math.PI / 2);
  corner(x + width - radius, y + height - radius, 0);
  corner(x + radius, y + height - radius, Math.PI / 2);
  corner(x + radius, y + radius, Math.PI);
  return points;
}

/**
 * The outline of an outline: what to fill, in ink, under or over the shape to give it a thick drawn
 * edge. Each side becomes a quad, each corner a mitre made by lengthening the sides by half the
 * width (right for the square corners of this style and close enough for its diamonds).
 */
export function edge(contour: Contour, width: number): Contour[] {
  const half = width / 2;
  const quads: Contour[] = [];
  const count = contour.length;
  for (let i = 0; i < count; i += 2) {
    const next = (i + 2) % count;
    const x0 = contour[i] as number;
    const y0 = contour[i + 1] as number;
    const x1 = contour[next] as number;
    const y1 = contour[next + 1] as number;
    const length = Math.hypot(x1 - x0, y1 - y0);
    if (length < 0.01) continue;
    const ux = ((x1 - x0) / length) * half;
    const uy = ((y1 - y0) / length) * half;
    const reach = count > 24 ? 0.35 : 1;
    const ax = x0 - ux * reach;
    const ay = y0 - uy * reach;
    const bx = x1 + ux * reach;
    const by = y1 + uy * reach;
    quads.push([ax - uy, ay + ux, ax + uy, ay - ux, bx + uy, by - ux, bx - uy, by + ux]);
  }
  return quads;
}

/** A drawn line through open points. */
export function line(points: Contour, width: number): Contour[] {
  const quads = edge(points, width);
  const closing = Math.hypot(
    (points[0] as number) - (points[points.length - 2] as number),
    (points[1] as number) - (points[points.length - 1] as number),
  );
  if (closing >= 0.01) quads.pop();
  return quads;
}

/** A ridge of steps that repeats every `period` pixels, from left to right, as open points. */
export function ridge(
  heights: readonly number[],
  period: number,
  base: number,
  offset: number,
  width: number,
): number[] {
  const stride = period / heights.length;
  const points: number[] = [];
  const first = Math.floor(-offset / stride) - 1;
  const last = Math.ceil((width - offset) / stride) + 1;
  for (let i = first; i <= last; i++) {
    const height = heights[((i % heights.length) + heights.length) % heights.length] as number;
    points.push(offset + i * stride, base - height, offset + (i + 1) * stride, base - height);
  }
  return points;
}
