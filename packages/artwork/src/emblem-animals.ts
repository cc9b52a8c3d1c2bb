import { INK, type Palette } from './palettes.ts';
import { circle, diamond, path, polygon, rect, twice } from './svg.ts';

/** Emblems of animals: drawn around 0,0 in a size of 100 (see `placed`). */

/** A fish with scales like a printed cloth. */
export function fish({ main, second, third, light, deep }: Palette): string {
  const tail = polygon(
    [
      [44, 0],
      [98, -54],
      [84, 0],
      [98, 54],
    ],
    second,
  );
  const fins = path('M-34 -44 L-4 -82 L30 -40 Z', third) + path('M-18 46 L4 76 L26 40 Z', third);
  const body = path('M-98 4 C-74 -62 18 -66 62 0 C18 66 -74 62 -98 4 Z', main);
  const cheek = path(
    'M-98 4 C-88 -22 -70 -40 -46 -46 C-30 -16 -30 18 -46 47 C-70 42 -88 28 -98 4 Z',
    light,
  );
  const scales = [
    [-14, -22],
    [-14, 2],
    [-14, 26],
    [8, -12],
    [8, 14],
    [28, 0],
  ].map(([x = 0, y = 0]) => diamond(x, y, 9, 11, x === 8 ? deep : second));
  return (
    tail +
    fins +
    body +
    cheek +
    scales.join('') +
    circle(-66, -8, 12, deep) +
    circle(-69, -11, 4, light, 'stroke="none"')
  );
}

/** A bird on its branch, its wing a row of stripes. */
export function bird({ main, second, third, light, deep }: Palette): string {
  const branch =
    rect(-100, 74, 200, 14, second) + twice((side) => diamond(side * 78, 66, 10, 14, third));
  const legs = rect(-14, 52, 7, 24, INK) + rect(10, 52, 7, 24, INK);
  const tail = polygon(
    [
      [36, 6],
      [98, 30],
      [92, 56],
      [28, 50],
    ],
    second,
  );
  const beak = polygon(
    [
      [-72, -62],
      [-108, -46],
      [-68, -36],
    ],
    light,
  );
  const body = path(
    'M-74 -50 C-74 -92 -16 -96 -8 -54 C30 -50 66 -16 60 40 C30 70 -44 66 -56 16 C-60 -6 -74 -24 -74 -50 Z',
    main,
  );
  const breast = path(
    'M-70 -28 C-54 -20 -34 6 -34 56 C-48 44 -58 30 -58 10 C-60 -4 -66 -14 -70 -28 Z',
    light,
  );
  const wing = path('M-24 -22 C20 -30 56 0 56 38 C26 40 -16 24 -24 -22 Z', third);
  const stripes = [0, 1, 2].map((index) =>
    path(`M${-6 + index * 16} ${-20 + index * 9} L${4 + index * 14} ${16 + index * 7}`, 'none'),
  );
  return (
    tail +
    legs +
    branch +
    beak +
    body +
    breast +
    wing +
    stripes.join('') +
    circle(-46, -58, 11, deep) +
    circle(-48, -60, 4, light, 'stroke="none"')
  );
}
