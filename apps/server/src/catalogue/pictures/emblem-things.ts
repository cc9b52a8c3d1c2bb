import { INK, type Palette } from './palettes.ts';
import { circle, diamond, mirrored, path, polygon, rect, teeth, twice } from './svg.ts';

/** Emblems of things: drawn around 0,0 in a size of 100 (see `placed`). */

/** A paraffin lamp with its flame. */
export function lamp({ main, second, third, light, deep }: Palette): string {
  const arc = 'M-52 -20 C-70 -122 70 -122 52 -20';
  const handle = path(arc, 'none') + path(arc, 'none', `stroke="${second}" stroke-width="3"`);
  const cap = mirrored(
    [
      [12, -88],
      [12, -74],
      [30, -74],
      [30, -60],
      [44, -60],
      [44, -46],
    ],
    main,
  );
  const glass = path('M-36 -46 C-66 -16 -66 20 -36 44 L36 44 C66 20 66 -16 36 -46 Z', third);
  const glow = circle(0, 3, 37, deep, 'stroke="none"') + circle(0, 4, 31, second, 'stroke="none"');
  const flame = path('M0 -34 C26 -4 24 30 0 32 C-24 30 -26 -4 0 -34 Z', light) + path('M0 -6 C10 8 10 22 0 24 C-10 22 -10 8 0 -6 Z', main);
  const foot = mirrored(
    [
      [40, 44],
      [40, 58],
      [56, 58],
      [56, 76],
      [72, 76],
      [72, 96],
    ],
    main,
  );
  return handle + cap + glass + glow + flame + foot + teeth(-50, 60, 100, 14, 5, third) + diamond(0, -60, 8, 9, light);
}

/** A radio with two loudspeakers. */
export function radio({ main, second, third, light, deep }: Palette): string {
  const handle =
    path('M-62 -50 L-62 -84 L62 -84 L62 -50', 'none') + path('M-62 -50 L-62 -84 L62 -84 L62 -50', 'none', `stroke="${third}" stroke-width="3"`);
  const box = rect(-100, -52, 200, 126, main);
  const speakers = twice((side) => circle(side * 58, 22, 36, deep) + circle(side * 58, 22, 23, second) + circle(side * 58, 22, 9, light));
  const dial = rect(-86, -38, 172, 16, light) + rect(18, -38, 7, 16, second);
  const keys = [-14, -2, 10].map((x) => rect(x - 4, -4, 9, 18, third)).join('');
  const tape = rect(-18, 26, 36, 30, deep) + twice((side) => circle(side * 8, 41, 5, light, 'stroke="none"'));
  return handle + box + dial + speakers + keys + tape + twice((side) => rect(side * 70 - 12, 74, 24, 12, third));
}

/** A record with a star of diamonds on its label. */
export function record({ main, second, third, light, deep }: Palette): string {
  const grooves = [78, 66].map((r) => circle(0, 0, r, 'none', `stroke="${second}" stroke-width="2.5"`)).join('');
  const shine = twice((side) =>
    polygon(
      [
        [0, 0],
        [side * 85, -24],
        [side * 85, 24],
      ],
      third,
      'stroke="none" opacity="0.35"',
    ),
  );
  const label = circle(0, 0, 48, main) + circle(0, 0, 36, light);
  const star = [0, 45, 90, 135].map((turn) => `<g transform="rotate(${turn})">${diamond(0, 0, 9, 32, second)}</g>`).join('');
  return circle(0, 0, 98, main) + circle(0, 0, 90, deep) + shine + grooves + label + star + circle(0, 0, 7, INK);
}

/** A pot on three legs, with steam. */
export function pot({ main, second, third, light, deep }: Palette): string {
  const legs = twice((side) => rect(side * 44 - 8, 66, 16, 32, second)) + rect(-8, 78, 16, 20, second);
  const belly = path('M-78 -14 C-98 50 -60 86 0 86 C60 86 98 50 78 -14 Z', main);
  const band = path('M-87 20 L-58 4 L-29 20 L0 4 L29 20 L58 4 L87 20 L85 42 L58 28 L29 44 L0 28 L-29 44 L-58 28 L-85 42 Z', light);
  const rim = rect(-86, -26, 172, 16, second);
  const lid = path('M-70 -26 C-60 -58 60 -58 70 -26 Z', third) + rect(-12, -64, 24, 14, light);
  const ears = twice((side) => path(`M${side * 84} -6 L${side * 100} -6 L${side * 100} 22 L${side * 90} 22`, 'none'));
  const steam = [-34, 0, 34].map((x) => path(`M${x} -72 l-8 -8 l8 -8 l-8 -8`, 'none', `stroke="${light}" stroke-linejoin="miter"`)).join('');
  return legs + ears + belly + band + rim + lid + steam + [-30, 0, 30].map((x) => diamond(x, 62, 8, 9, deep)).join('');
}

/** A minibus taxi, seen from the front. */
export function taxi({ main, second, third, light, deep }: Palette): string {
  const wheels = twice((side) => rect(side * 64 - 15, 66, 30, 32, INK));
  const body = mirrored(
    [
      [58, -74],
      [70, -58],
      [78, -2],
      [92, 8],
      [92, 76],
    ],
    main,
  );
  const glass = mirrored(
    [
      [50, -60],
      [58, -54],
      [66, -6],
    ],
    deep,
  );
  const shine = polygon(
    [
      [-38, -8],
      [-12, -58],
      [8, -58],
      [-18, -8],
    ],
    third,
    'stroke="none"',
  );
  const sign = rect(-34, -96, 68, 24, second) + diamond(0, -84, 9, 8, light) + twice((side) => diamond(side * 20, -84, 6, 6, light));
  const lights = twice((side) => circle(side * 68, 32, 15, light) + circle(side * 68, 32, 6, second));
  const grille = rect(-42, 20, 84, 24, deep) + rect(-36, 26, 72, 3, light, 'stroke="none"') + rect(-36, 34, 72, 3, light, 'stroke="none"');
  const mirrors = twice((side) => rect(side * 90 - 9, -36, 18, 30, second));
  return wheels + mirrors + body + glass + shine + sign + lights + grille + rect(-98, 54, 196, 20, light) + teeth(-84, 57, 168, 13, 8, second);
}

/** A tall shield with its rows of slits. */
export function shield({ main, second, third, light, deep }: Palette): string {
  const stick = rect(-6, -112, 12, 224, second) + diamond(0, -108, 13, 14, light);
  const face = path('M0 -96 C66 -78 72 62 0 96 C-72 62 -66 -78 0 -96 Z', main);
  const patch = path('M0 -96 C66 -78 72 62 0 96 Z', light);
  const rows = [-54, -36, -18, 0, 18, 36, 54].map((y) => twice((side) => rect(side * 15 - 7, y - 6, 14, 9, deep))).join('');
  const patches = twice((side) => diamond(side * 38, -4, 8, 26, side < 0 ? third : second));
  return stick + face + patch + rect(-4, -94, 8, 188, deep) + rows + patches;
}

/** A football with the cut of a diamond cloth. */
export function ball({ main, second, light, deep }: Palette): string {
  const corner = (turn: number, radius: number): readonly [number, number] => [
    Math.sin((turn * Math.PI) / 180) * radius,
    -Math.cos((turn * Math.PI) / 180) * radius,
  ];
  const turns = [0, 72, 144, 216, 288];
  const middle = polygon(
    turns.map((turn) => corner(turn, 38)),
    deep,
  );
  const seams = turns.map((turn) => {
    const [x1, y1] = corner(turn, 38);
    const [x2, y2] = corner(turn, 72);
    return path(`M${x1} ${y1} L${x2} ${y2}`, 'none');
  });
  const patches = turns.map((turn, index) =>
    polygon(
      [corner(turn - 19, 94), corner(turn - 17, 78), corner(turn, 66), corner(turn + 17, 78), corner(turn + 19, 94)],
      index % 2 === 0 ? main : second,
    ),
  );
  return circle(0, 0, 96, light) + patches.join('') + seams.join('') + middle + circle(0, 0, 96, 'none') + diamond(0, 0, 14, 18, main);
}
