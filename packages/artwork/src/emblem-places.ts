import { INK, type Palette } from './palettes.ts';
import { circle, diamond, mirrored, path, polygon, rect, teeth, twice } from './svg.ts';

/** Emblems of places: drawn around 0,0 in a size of 100 (see `placed`). */

/** A stepped house with a painted wall. */
export function house({ main, second, third, light, deep }: Palette): string {
  const gable = mirrored(
    [
      [20, -96],
      [20, -74],
      [44, -74],
      [44, -50],
      [70, -50],
      [70, -24],
      [94, -24],
      [94, 96],
    ],
    main,
  );
  const inner = mirrored(
    [
      [12, -66],
      [12, -46],
      [34, -46],
      [34, -20],
      [56, -20],
      [56, 96],
    ],
    light,
  );
  const door = mirrored(
    [
      [9, -2],
      [9, 14],
      [24, 14],
      [24, 34],
      [38, 34],
      [38, 96],
    ],
    second,
  );
  const way = mirrored(
    [
      [9, 38],
      [9, 54],
      [18, 54],
      [18, 96],
    ],
    deep,
  );
  const windows = twice(
    (side) => rect(side * 75 - 10, -2, 20, 34, third) + diamond(side * 75, 58, 11, 16, light),
  );
  return gable + inner + door + way + diamond(0, -22, 10, 13, third) + windows;
}

/** A mask of nested steps with two eyes. */
export function mask({ main, second, third, light, deep }: Palette): string {
  const layer = (grow: number, fill: string): string =>
    mirrored(
      [
        [20 + grow * 0.5, -52 - grow],
        [20 + grow * 0.5, -36 - grow],
        [36 + grow, -36 - grow],
        [36 + grow, 4 - grow * 0.4],
        [44 + grow, 4 - grow * 0.4],
        [44 + grow, 60 + grow * 0.75],
        [20 + grow * 0.7, 60 + grow * 0.75],
        [20 + grow * 0.7, 72 + grow * 0.75],
      ],
      fill,
    );
  const eyes = twice(
    (side) => circle(side * 27, -8, 17, INK) + circle(side * 27, -8, 7, light, 'stroke="none"'),
  );
  const nose = mirrored(
    [
      [7, -34],
      [7, 16],
      [17, 16],
      [17, 30],
    ],
    second,
  );
  const mouth =
    rect(-26, 44, 52, 15, deep) +
    teeth(-23, 47, 46, 9, 5, light).replaceAll('/>', ' stroke="none"/>');
  const brow = diamond(0, -58, 10, 13, light);
  return (
    layer(46, third) +
    layer(32, main) +
    layer(17, second) +
    layer(2, main) +
    eyes +
    nose +
    mouth +
    brow
  );
}

/** A mountain of steps with the day behind it and its mirror in the water. */
export function mountain({ main, second, third, light, deep }: Palette): string {
  const sun = circle(0, -38, 44, second) + circle(0, -38, 28, light);
  const back = mirrored(
    [
      [34, -18],
      [34, 2],
      [62, 2],
      [62, 22],
      [86, 22],
      [86, 40],
      [100, 40],
      [100, 52],
    ],
    third,
  );
  const front = mirrored(
    [
      [14, -8],
      [14, 10],
      [36, 10],
      [36, 26],
      [60, 26],
      [60, 40],
      [80, 40],
      [80, 52],
    ],
    main,
  );
  const snow = mirrored(
    [
      [14, -8],
      [14, 10],
      [7, 10],
      [7, 22],
    ],
    light,
  );
  const water = [
    rect(-100, 52, 200, 14, deep),
    rect(-78, 66, 156, 14, main),
    rect(-50, 80, 100, 14, second),
  ].join('');
  return sun + back + front + snow + water;
}

/** A wide old tree with a stepped crown. */
export function tree({ main, second, third, light, deep }: Palette): string {
  const trunk = mirrored(
    [
      [22, -20],
      [22, 40],
      [30, 66],
      [52, 96],
    ],
    second,
  );
  const marks = [0, 1, 2].map((row) =>
    path(
      `M${-22 - row * 2} ${16 + row * 22} L0 ${2 + row * 22} L${22 + row * 2} ${16 + row * 22}`,
      'none',
      `stroke="${light}"`,
    ),
  );
  const branches = twice((side) =>
    polygon(
      [
        [side * 12, 10],
        [side * 70, -30],
        [side * 70, -46],
        [side * 10, -14],
      ],
      second,
    ),
  );
  const crown = mirrored(
    [
      [34, -98],
      [34, -80],
      [64, -80],
      [64, -60],
      [98, -60],
      [98, -26],
      [54, -26],
      [54, -14],
      [26, -14],
    ],
    main,
  );
  const inner = mirrored(
    [
      [22, -78],
      [22, -60],
      [52, -60],
      [52, -42],
      [20, -42],
    ],
    third,
  );
  const fruit = twice(
    (side) => circle(side * 76, -43, 8, light) + circle(side * 36, -27, 6, light),
  );
  return branches + trunk + marks.join('') + crown + inner + fruit + diamond(0, -60, 8, 10, deep);
}

/** A row of shop fronts in a street at night. */
export function street({ main, second, third, light, deep }: Palette): string {
  const tall = mirrored(
    [
      [16, -92],
      [16, -78],
      [34, -78],
      [34, 96],
    ],
    main,
  );
  const sides = twice((side) => rect(side < 0 ? -98 : 34, -36, 64, 132, side < 0 ? second : third));
  const roofs = twice((side) => teeth(side < 0 ? -98 : 34, -56, 64, 20, 3, light));
  const tower = [0, 1, 2].map((row) =>
    twice((side) => rect(side * 14 - 8, -62 + row * 32, 16, 20, row === 1 ? light : deep)),
  );
  const shops = twice((side) => {
    const left = side < 0 ? -98 : 34;
    const awning = [0, 1, 2, 3].map((index) =>
      rect(left + index * 16, 14, 16, 18, index % 2 === 0 ? light : deep),
    );
    return rect(left + 8, -22, 48, 22, deep) + rect(left + 10, 40, 44, 56, deep) + awning.join('');
  });
  return (
    sides +
    roofs +
    tall +
    tower.join('') +
    shops +
    rect(-14, 44, 28, 52, second) +
    diamond(0, 66, 6, 10, light)
  );
}
