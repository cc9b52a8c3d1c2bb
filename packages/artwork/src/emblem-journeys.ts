import { INK, type Palette } from './palettes.ts';
import { circle, diamond, path, polygon, rect, teeth } from './svg.ts';

/** Emblems of what moves people: drawn around 0,0 in a size of 100 (see `placed`). */

const wheel = (x: number, y: number, r: number, hub: string): string =>
  circle(x, y, r, INK) + circle(x, y, r * 0.55, hub) + circle(x, y, r * 0.18, INK, 'stroke="none"');

/** A sailing boat on waves. */
export function boat({ main, second, third, light, deep }: Palette): string {
  const mast = rect(-4, -96, 8, 112, deep);
  const sails =
    polygon(
      [
        [8, -90],
        [8, 4],
        [76, 4],
      ],
      light,
    ) +
    polygon(
      [
        [-8, -74],
        [-8, 4],
        [-62, 4],
      ],
      second,
    );
  const marks = diamond(26, -22, 9, 13, third) + diamond(-22, -16, 7, 10, main);
  const hull = path('M-86 16 L90 16 L60 62 L-58 62 Z', main);
  const band = [-44, -18, 8, 34].map((x) => diamond(x, 38, 9, 12, light)).join('');
  const wave = (y: number, fill: string): string =>
    path(`M-100 ${y} q25 -20 50 0 t50 0 t50 0 t50 0 L100 ${y + 24} L-100 ${y + 24} Z`, fill);
  return mast + sails + marks + hull + band + wave(60, third) + wave(78, deep);
}

/** A bus from the side, with luggage on its roof. */
export function bus({ main, second, third, light, deep }: Palette): string {
  const rack =
    rect(-70, -62, 46, 22, third) + rect(-18, -70, 40, 30, second) + rect(30, -58, 38, 18, light);
  const body = path(
    'M-98 56 L-98 -20 C-98 -36 -90 -40 -78 -40 L72 -40 C90 -40 94 -14 98 14 L98 56 Z',
    main,
  );
  const windows =
    [-86, -50, -14].map((x) => rect(x, -26, 28, 30, light)).join('') +
    path('M22 -26 L66 -26 C76 -26 80 -10 82 4 L22 4 Z', light);
  const stripe = rect(-98, 12, 196, 20, second) + teeth(-94, 14, 188, 16, 12, deep);
  const lamp = rect(84, 36, 14, 12, light);
  return (
    rack +
    body +
    windows +
    stripe +
    lamp +
    wheel(-54, 60, 24, second) +
    wheel(52, 60, 24, second) +
    rect(-100, 84, 200, 10, third)
  );
}

/** A tractor on its field. */
export function tractor({ main, second, third, light, deep }: Palette): string {
  const field = [0, 1, 2, 3, 4]
    .map((index) => diamond(-80 + index * 40, 90, 18, 9, index % 2 === 0 ? second : third))
    .join('');
  const cab = path('M-66 -10 L-56 -78 L14 -78 L22 -10 Z', light) + rect(-70, -92, 96, 16, second);
  const driver = circle(-18, -44, 15, '#6b3a22') + path('M-36 -10 C-36 -34 0 -34 0 -10 Z', third);
  const bonnet = path('M10 -10 L82 -10 C94 -10 98 4 98 40 L-70 40 L-70 -10 Z', main);
  const grill = [34, 50, 66].map((x) => rect(x, 4, 8, 24, deep)).join('');
  const pipe = rect(56, -60, 12, 50, deep) + circle(70, -74, 9, light) + circle(84, -90, 6, light);
  return (
    field +
    pipe +
    cab +
    driver +
    bonnet +
    grill +
    wheel(-42, 42, 46, second) +
    wheel(66, 58, 29, second)
  );
}
