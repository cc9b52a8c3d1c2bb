import { INK, type Palette } from './palettes.ts';
import { circle, diamond, mirrored, path, polygon, rect, teeth, twice } from './svg.ts';

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

/** The head of an elephant, seen from the front. */
export function elephant({ main, second, third, light, deep }: Palette): string {
  const ears = twice(
    (side) =>
      path(
        `M${side * 30} -62 C${side * 92} -92 ${side * 112} -20 ${side * 84} 26 C${side * 66} 44 ${side * 44} 30 ${side * 34} 8 Z`,
        third,
      ) +
      path(
        `M${side * 44} -44 C${side * 80} -62 ${side * 92} -16 ${side * 74} 12 C${side * 62} 20 ${side * 50} 12 ${side * 44} 0 Z`,
        second,
      ),
  );
  const tusks = twice((side) =>
    path(
      `M${side * 22} 30 C${side * 30} 62 ${side * 44} 72 ${side * 62} 72 C${side * 50} 84 ${side * 20} 78 ${side * 12} 40 Z`,
      light,
    ),
  );
  const skull = path(
    'M-40 -62 C-34 -96 34 -96 40 -62 C48 -20 36 24 20 36 L18 84 C18 100 -18 100 -18 84 L-20 36 C-36 24 -48 -20 -40 -62 Z',
    main,
  );
  const folds = [44, 58, 72].map((y) => path(`M-17 ${y} L17 ${y}`, 'none'));
  const eyes = twice(
    (side) => circle(side * 24, -22, 8, INK) + circle(side * 22, -25, 3, light, 'stroke="none"'),
  );
  const cloth = mirrored(
    [
      [14, -84],
      [20, -58],
      [0, -28],
    ],
    second,
  );
  return ears + tusks + skull + folds.join('') + eyes + cloth + diamond(0, -60, 7, 10, deep);
}

/** A hen with her comb up, and two chicks. */
export function hen({ main, second, third, light, deep }: Palette): string {
  const comb = [0, 1, 2].map((index) => circle(38 + index * 13, -84 + index * 4, 11, second));
  const tail = polygon(
    [
      [-40, 0],
      [-100, -62],
      [-92, -20],
      [-104, -6],
      [-84, 10],
      [-92, 34],
      [-30, 42],
    ],
    third,
  );
  const body = path(
    'M28 -66 C40 -90 80 -80 78 -46 C76 -20 70 -8 68 12 C64 66 -10 72 -44 50 C-76 30 -84 4 -78 -10 C-40 10 14 -10 28 -66 Z',
    main,
  );
  const wing = path('M-40 8 C-20 -10 34 -6 38 12 C30 48 -24 48 -40 8 Z', deep);
  const stripes = teeth(-20, 8, 44, 14, 4, light);
  const beak = polygon(
    [
      [76, -60],
      [102, -48],
      [76, -38],
    ],
    light,
  );
  const wattle = path('M72 -36 C86 -30 82 -10 72 -14 C66 -18 66 -30 72 -36 Z', second);
  const legs = [-12, 18].map((x) => rect(x, 56, 7, 30, light)).join('');
  const chicks = [-72, 62]
    .map(
      (x) =>
        circle(x, 74, 19, light) +
        circle(x + 14, 52, 13, light) +
        circle(x + 17, 50, 3, INK, 'stroke="none"') +
        polygon(
          [
            [x + 26, 50],
            [x + 37, 55],
            [x + 25, 58],
          ],
          second,
        ),
    )
    .join('');
  return (
    comb.join('') +
    tail +
    legs +
    body +
    wing +
    stripes +
    beak +
    wattle +
    circle(58, -54, 7, INK, 'stroke="none"') +
    rect(-100, 88, 200, 10, third) +
    chicks
  );
}
