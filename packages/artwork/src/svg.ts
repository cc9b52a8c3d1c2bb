/** SVG elements as text. Coordinates are rounded to a tenth: more digits do not show. */

export type Point = readonly [x: number, y: number];

const round = (value: number): number => Math.round(value * 10) / 10;

export function rect(
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  extra = '',
): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}" ${extra}/>`;
}

export function circle(cx: number, cy: number, r: number, fill: string, extra = ''): string {
  return `<circle cx="${round(cx)}" cy="${round(cy)}" r="${round(r)}" fill="${fill}" ${extra}/>`;
}

export function polygon(points: readonly Point[], fill: string, extra = ''): string {
  const list = points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ');
  return `<polygon points="${list}" fill="${fill}" ${extra}/>`;
}

export function path(d: string, fill: string, extra = ''): string {
  return `<path d="${d}" fill="${fill}" ${extra}/>`;
}

/** Draws a shape that is symmetrical at x = 0, from the points of its right half, top down. */
export function mirrored(rightHalf: readonly Point[], fill: string, extra = ''): string {
  const left = rightHalf.map(([x, y]): Point => [-x, y]).reverse();
  return polygon([...rightHalf, ...left], fill, extra);
}

/** Draws the same thing at both sides of x = 0. */
export function twice(draw: (side: 1 | -1) => string): string {
  return draw(-1) + draw(1);
}

export function diamond(
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  fill: string,
  extra = '',
): string {
  return polygon(
    [
      [cx, cy - ry],
      [cx + rx, cy],
      [cx, cy + ry],
      [cx - rx, cy],
    ],
    fill,
    extra,
  );
}

/** Draws a row of triangles on the line `y + height`, from `x` to `x + width`. */
export function teeth(
  x: number,
  y: number,
  width: number,
  height: number,
  count: number,
  fill: string,
): string {
  const step = width / count;
  const one = (index: number): string =>
    polygon(
      [
        [x + index * step, y + height],
        [x + (index + 0.5) * step, y],
        [x + (index + 1) * step, y + height],
      ],
      fill,
    );
  return Array.from({ length: count }, (_, index) => one(index)).join('');
}

/**
 * Moves `content`, drawn around 0,0 with a half-size of 100, to (x, y) with the half-size `r`.
 * Outlines keep their width.
 */
export function placed(
  x: number,
  y: number,
  r: number,
  stroke: number,
  ink: string,
  content: string,
): string {
  const scale = r / 100;
  return (
    `<g transform="translate(${round(x)} ${round(y)}) scale(${Math.round(scale * 1000) / 1000})" stroke="${ink}" ` +
    `stroke-width="${round(stroke / scale)}" stroke-linejoin="miter">${content}</g>`
  );
}
