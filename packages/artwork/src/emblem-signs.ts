import { INK, type Palette } from './palettes.ts';
import { circle, diamond, mirrored, path, polygon, rect, teeth, twice } from './svg.ts';

/** Emblems of living things and signs: drawn around 0,0 in a size of 100 (see `placed`). */

const turned = (degrees: number, content: string): string =>
  `<g transform="rotate(${degrees})">${content}</g>`;

/** A protea, open. */
export function protea({ main, second, third, light }: Palette): string {
  const petal = (length: number, wide: number, fill: string): string =>
    path(
      `M0 30 C${wide} 0 ${wide} ${-length * 0.6} 0 ${-length} C${-wide} ${-length * 0.6} ${-wide} 0 0 30 Z`,
      fill,
    );
  const fan = (angles: readonly number[], length: number, wide: number, fill: string): string =>
    [...angles]
      .sort((a, b) => Math.abs(b) - Math.abs(a))
      .map((angle) => turned(angle, petal(length, wide, fill)))
      .join('');
  const leaves = twice((side) => turned(side * 112, petal(92, 26, third)));
  const stem = rect(-8, 28, 16, 68, third);
  const heart = path('M-36 34 C-40 -18 40 -18 36 34 C20 52 -20 52 -36 34 Z', light);
  const dots =
    [-18, 0, 18].map((x) => diamond(x, 20, 6, 9, second)).join('') +
    [-9, 9].map((x) => diamond(x, 4, 5, 7, second)).join('');
  return (
    `<g transform="translate(0 8)">${stem}${leaves}` +
    fan([-80, -48, -16, 16, 48, 80], 100, 30, main) +
    fan([-64, -32, 0, 32, 64], 78, 26, second) +
    `${fan([-44, -15, 15, 44], 56, 20, main)}${heart}${dots}</g>`
  );
}

/** A sun of triangles and rings. */
export function sun({ main, second, third, light }: Palette): string {
  const ray = (fill: string): string =>
    polygon(
      [
        [-12, -58],
        [0, -100],
        [12, -58],
      ],
      fill,
    );
  const rays = Array.from({ length: 16 }, (_, index) =>
    turned(index * 22.5, ray(index % 2 === 0 ? main : third)),
  ).join('');
  const star = Array.from({ length: 8 }, (_, index) =>
    turned(index * 45, diamond(0, -18, 8, 18, second)),
  ).join('');
  return rays + circle(0, 0, 62, main) + circle(0, 0, 48, light) + star + circle(0, 0, 8, main);
}

/** An eye that sees everything. */
export function eye({ main, second, third, light, deep }: Palette): string {
  const lash = (x: number, height: number): string => rect(x - 7, -height, 14, height - 20, third);
  const lashes = [
    lash(0, 96),
    twice((side) => lash(side * 27, 84)),
    twice((side) => lash(side * 54, 66)),
  ].join('');
  const under =
    twice((side) =>
      polygon(
        [
          [side * 10, 62],
          [side * 34, 50],
          [side * 22, 84],
        ],
        second,
      ),
    ) + diamond(0, 84, 10, 14, third);
  const lids = diamond(0, 4, 102, 66, main) + diamond(0, 4, 82, 50, light);
  return (
    lashes +
    under +
    lids +
    circle(0, 4, 37, second) +
    circle(0, 4, 23, INK) +
    diamond(0, 4, 8, 10, light) +
    diamond(0, 4, 3, 4, deep)
  );
}

/** A heart of steps. */
export function heart({ main, second, third, light }: Palette): string {
  const one = (size: number, fill: string): string =>
    `<g transform="scale(${size})" stroke-width="0">${mirrored(
      [
        [0, -62],
        [22, -62],
        [22, -84],
        [66, -84],
        [66, -62],
        [90, -62],
        [90, -6],
        [70, -6],
        [70, 22],
        [46, 22],
        [46, 48],
        [22, 48],
        [22, 74],
        [0, 74],
      ],
      fill,
    )}</g>`;
  const outline = (size: number): string => one(size, INK);
  return (
    outline(1.08) +
    one(1, main) +
    outline(0.74) +
    one(0.67, second) +
    outline(0.44) +
    one(0.37, light) +
    diamond(0, -14, 9, 13, third)
  );
}

/** A star of eight points for what is sung. */
export function star({ main, second, third, light }: Palette): string {
  const arms = [45, 135, 225, 315]
    .map((turn) => turned(turn, diamond(0, -44, 20, 46, third)))
    .join('');
  const cross = [0, 90, 180, 270]
    .map((turn) => turned(turn, diamond(0, -48, 24, 52, main)))
    .join('');
  const inner = [0, 90, 180, 270]
    .map((turn) => turned(turn, diamond(0, -34, 10, 22, second)))
    .join('');
  return arms + cross + inner + diamond(0, 0, 27, 27, light) + diamond(0, 0, 12, 12, second);
}

/** The head of an Nguni bull. */
export function bull({ main, second, third, light, deep }: Palette): string {
  const horns = twice((side) =>
    path(
      `M${side * 24} -40 C${side * 78} -34 ${side * 96} -66 ${side * 74} -104 C${side * 122} -66 ${side * 104} -6 ${side * 28} -16 Z`,
      light,
    ),
  );
  const ears = twice((side) =>
    polygon(
      [
        [side * 34, -14],
        [side * 82, -8],
        [side * 60, 14],
        [side * 36, 10],
      ],
      second,
    ),
  );
  const head = mirrored(
    [
      [34, -48],
      [44, -20],
      [34, 30],
      [26, 70],
      [34, 88],
      [18, 100],
    ],
    main,
  );
  const blaze = mirrored(
    [
      [14, -48],
      [8, 0],
      [12, 54],
    ],
    light,
  );
  const muzzle = mirrored(
    [
      [25, 60],
      [35, 86],
      [18, 100],
    ],
    second,
  );
  const nostrils = twice((side) => diamond(side * 14, 82, 5, 7, INK, 'stroke="none"'));
  const eyes = twice(
    (side) =>
      diamond(side * 26, -4, 8, 9, INK) + circle(side * 26, -5, 2.5, light, 'stroke="none"'),
  );
  return (
    horns +
    ears +
    head +
    blaze +
    muzzle +
    nostrils +
    eyes +
    diamond(0, -26, 9, 16, third) +
    rect(-12, 70, 24, 3, deep, 'stroke="none"')
  );
}

/** A woman in a wide hat, with rings at her neck. */
export function queen({ main, second, third, light, deep }: Palette): string {
  const skin = '#6b3a22';
  const hat = mirrored(
    [
      [92, -96],
      [98, -78],
      [40, -10],
    ],
    main,
  );
  const hatBand = mirrored(
    [
      [54, -28],
      [40, -8],
      [40, 0],
    ],
    second,
  );
  const hatTeeth = teeth(-84, -92, 168, 22, 9, light);
  const shoulders = mirrored(
    [
      [32, 62],
      [74, 74],
      [98, 100],
    ],
    third,
  );
  const neck = [48, 58, 68, 78]
    .map((y, row) => rect(-22 - row * 4, y, 44 + row * 8, 10, row % 2 === 0 ? second : light))
    .join('');
  const face = path('M-38 -4 C-40 36 -24 58 0 58 C24 58 40 36 38 -4 Z', skin);
  const eyes = twice((side) => path(`M${side * 10} 18 q${side * 8} 8 ${side * 17} 0`, 'none'));
  const mouth = path('M-9 42 q9 6 18 0', 'none');
  const rings = twice(
    (side) => circle(side * 43, 34, 8, second) + circle(side * 43, 34, 3, light, 'stroke="none"'),
  );
  return (
    shoulders +
    neck +
    face +
    eyes +
    mouth +
    path('M0 16 L-3 31 L4 31', 'none', 'stroke-width="4"') +
    hat +
    hatTeeth +
    hatBand +
    diamond(0, -12, 6, 8, deep) +
    rings
  );
}
