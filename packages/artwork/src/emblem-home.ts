import { INK, type Palette } from './palettes.ts';
import { circle, diamond, mirrored, path, polygon, rect, teeth, twice } from './svg.ts';

/** Emblems of what stands at home, in the yard and at the corner (see `placed`). */

const PLAIN = 'stroke="none"';

/** A candle in its holder. */
export function candle({ main, second, third, light, deep }: Palette): string {
  const glow = circle(0, -58, 44, deep, PLAIN) + circle(0, -58, 32, third, PLAIN);
  const flame =
    path('M0 -104 C24 -70 22 -36 0 -32 C-22 -36 -24 -70 0 -104 Z', second) +
    path('M0 -74 C10 -60 10 -40 0 -38 C-10 -40 -10 -60 0 -74 Z', light);
  const wax =
    rect(-25, -24, 50, 84, light) +
    path(
      'M-25 -24 L-25 6 C-18 12 -14 -4 -8 -4 C0 -4 0 20 8 16 C16 12 16 -10 25 -8 L25 -24 Z',
      main,
    );
  const wick = rect(-3, -34, 6, 14, INK, PLAIN);
  const dish = path('M-84 56 L84 56 C76 86 44 92 0 92 C-44 92 -76 86 -84 56 Z', main);
  const handle =
    circle(84, 58, 18, 'none', 'stroke-width="16"') +
    circle(84, 58, 18, 'none', `stroke="${second}" stroke-width="8"`);
  return glow + flame + wick + handle + wax + dish + teeth(-58, 64, 116, 16, 6, third);
}

/** A jar of preserves with a cloth over its lid. */
export function jar({ main, second, third, light, deep }: Palette): string {
  const glass = path(
    'M-50 -52 C-84 -40 -78 -10 -78 10 L-78 70 C-78 92 -64 96 -44 96 L44 96 C64 96 78 92 78 70 L78 10 C78 -10 84 -40 50 -52 Z',
    light,
  );
  const fruit = [
    [-44, 72],
    [0, 76],
    [44, 72],
    [-24, 40],
    [24, 40],
    [-52, 24],
    [52, 24],
    [0, 8],
    [-28, -6],
    [28, -6],
  ].map(([x = 0, y = 0], index) => circle(x, y, 19, index % 3 === 0 ? second : main));
  const cloth = path(
    'M-58 -84 L58 -84 L76 -44 L50 -50 L26 -42 L0 -50 L-26 -42 L-50 -50 L-76 -44 Z',
    third,
  );
  const dots = [-36, -12, 12, 36].map((x) => diamond(x, -66, 6, 8, light)).join('');
  const string = rect(-62, -58, 124, 7, deep);
  const label =
    rect(-42, 14, 84, 46, light) +
    diamond(0, 37, 18, 14, second) +
    twice((side) => diamond(side * 30, 37, 6, 9, third));
  return glass + fruit.join('') + cloth + string + dots + label;
}

/** A braai in half of a drum, with its fire. */
export function braai({ main, second, third, light, deep }: Palette): string {
  const flames = [-52, -18, 18, 52]
    .map(
      (x, index) =>
        path(
          `M${x} ${index % 3 === 0 ? -62 : -92} C${x + 26} -40 ${x + 22} -14 ${x} -10 C${x - 22} -14 ${x - 26} -40 ${x} ${index % 3 === 0 ? -62 : -92} Z`,
          main,
        ) +
        path(
          `M${x} -46 C${x + 11} -32 ${x + 10} -14 ${x} -12 C${x - 10} -14 ${x - 11} -32 ${x} -46 Z`,
          light,
        ),
    )
    .join('');
  const grid = rect(-98, -14, 196, 12, third);
  const meat = [-58, 0, 58].map((x) => rect(x - 22, -28, 44, 14, second)).join('');
  const drum = path('M-88 -2 L88 -2 C88 54 50 64 0 64 C-50 64 -88 54 -88 -2 Z', deep);
  const holes = [-44, 0, 44].map((x) => diamond(x, 28, 12, 12, second)).join('');
  const legs = twice((side) =>
    polygon(
      [
        [side * 44, 58],
        [side * 58, 54],
        [side * 84, 98],
        [side * 68, 98],
      ],
      third,
    ),
  );
  return legs + flames + drum + holes + grid + meat;
}

/** Washing on a line, in the sun. */
export function washing({ main, second, third, light, deep }: Palette): string {
  const sun = circle(0, -58, 38, second) + circle(0, -58, 22, light);
  const posts = twice((side) => rect(side * 90 - 6, -52, 12, 150, third));
  const line = path('M-96 -38 Q0 -16 96 -38', 'none');
  const shirt = (x: number, fill: string, mark: string): string =>
    `<g transform="translate(${x} 0)">` +
    path(
      'M-16 -28 L-40 -14 L-34 12 L-24 6 L-24 62 L24 62 L24 6 L34 12 L40 -14 L16 -28 C8 -16 -8 -16 -16 -28 Z',
      fill,
    ) +
    diamond(0, 26, 11, 17, mark) +
    '</g>';
  const grass = teeth(-100, 82, 200, 16, 10, deep);
  return sun + posts + line + shirt(-42, main, light) + shirt(42, light, main) + grass;
}

/** A market stall under its awning. */
export function stall({ main, second, third, light, deep }: Palette): string {
  const posts = twice((side) => rect(side * 80 - 6, -44, 12, 140, deep));
  const awning = [0, 1, 2, 3, 4]
    .map((index) => {
      const x = -100 + index * 40;
      const fill = index % 2 === 0 ? main : light;
      return path(
        `M${x} -86 L${x + 40} -86 L${x + 40} -38 C${x + 36} -18 ${x + 4} -18 ${x} -38 Z`,
        fill,
      );
    })
    .join('');
  const keeper =
    circle(0, -4, 24, '#6b3a22') +
    path('M-26 -4 C-26 -38 26 -38 26 -4 C14 -16 -14 -16 -26 -4 Z', second);
  const fruit = [-70, -42, -14, 14, 42, 70].map((x, index) =>
    circle(x, 30, 17, [second, third, light][index % 3] ?? second),
  );
  const table = rect(-98, 38, 196, 58, third) + teeth(-94, 44, 188, 20, 8, light);
  const front = [-60, 0, 60].map((x) => diamond(x, 80, 12, 10, main)).join('');
  return (
    posts +
    awning +
    keeper +
    path('M-30 38 C-30 16 30 16 30 38 Z', main) +
    fruit.join('') +
    table +
    front
  );
}

/** A kite with a tail of socks. */
export function kite({ main, second, third, light, deep }: Palette): string {
  const half = (side: 1 | -1, low: string, high: string): string =>
    polygon(
      [
        [0, -100],
        [side * 58, -40],
        [0, -40],
      ],
      high,
    ) +
    polygon(
      [
        [0, -40],
        [side * 58, -40],
        [0, 36],
      ],
      low,
    );
  const tail =
    path('M0 36 C40 52 -40 70 4 96', 'none') +
    [
      [16, 50],
      [-8, 66],
      [-14, 82],
    ]
      .map(([x = 0, y = 0], index) =>
        polygon(
          [
            [x - 16, y - 9],
            [x + 16, y + 9],
            [x + 16, y - 9],
            [x - 16, y + 9],
          ],
          [second, light, third][index] ?? second,
        ),
      )
      .join('');
  const clouds = twice((side) =>
    path(
      `M${side * 58} 22 q${side * 2} -22 ${side * 20} -16 q${side * 18} -6 ${side * 22} 16 Z`,
      light,
    ),
  );
  return (
    clouds +
    tail +
    mirrored(
      [
        [0, -100],
        [58, -40],
        [0, 36],
      ],
      deep,
    ) +
    half(-1, second, main) +
    half(1, main, third) +
    diamond(0, -40, 14, 18, light)
  );
}
