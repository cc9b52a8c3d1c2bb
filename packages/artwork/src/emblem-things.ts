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
  const flame =
    path('M0 -34 C26 -4 24 30 0 32 C-24 30 -26 -4 0 -34 Z', light) +
    path('M0 -6 C10 8 10 22 0 24 C-10 22 -10 8 0 -6 Z', main);
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
  return (
    handle +
    cap +
    glass +
    glow +
    flame +
    foot +
    teeth(-50, 60, 100, 14, 5, third) +
    diamond(0, -60, 8, 9, light)
  );
}

/** A radio with two loudspeakers. */
export function radio({ main, second, third, light, deep }: Palette): string {
  const handle =
    path('M-62 -50 L-62 -84 L62 -84 L62 -50', 'none') +
    path('M-62 -50 L-62 -84 L62 -84 L62 -50', 'none', `stroke="${third}" stroke-width="3"`);
  const box = rect(-100, -52, 200, 126, main);
  const speakers = twice(
    (side) =>
      circle(side * 58, 22, 36, deep) +
      circle(side * 58, 22, 23, second) +
      circle(side * 58, 22, 9, light),
  );
  const dial = rect(-86, -38, 172, 16, light) + rect(18, -38, 7, 16, second);
  const keys = [-14, -2, 10].map((x) => rect(x - 4, -4, 9, 18, third)).join('');
  const tape =
    rect(-18, 26, 36, 30, deep) + twice((side) => circle(side * 8, 41, 5, light, 'stroke="none"'));
  return (
    handle +
    box +
    dial +
    speakers +
    keys +
    tape +
    twice((side) => rect(side * 70 - 12, 74, 24, 12, third))
  );
}

/** A record with a star of diamonds on its label. */
export function record({ main, second, third, light, deep }: Palette): string {
  const grooves = [78, 66]
    .map((r) => circle(0, 0, r, 'none', `stroke="${second}" stroke-width="2.5"`))
    .join('');
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
  const star = [0, 45, 90, 135]
    .map((turn) => `<g transform="rotate(${turn})">${diamond(0, 0, 9, 32, second)}</g>`)
    .join('');
  return (
    circle(0, 0, 98, main) +
    circle(0, 0, 90, deep) +
    shine +
    grooves +
    label +
    star +
    circle(0, 0, 7, INK)
  );
}

/** A pot on three legs, with steam. */
export function pot({ main, second, third, light, deep }: Palette): string {
  const legs =
    twice((side) => rect(side * 44 - 8, 66, 16, 32, second)) + rect(-8, 78, 16, 20, second);
  const belly = path('M-78 -14 C-98 50 -60 86 0 86 C60 86 98 50 78 -14 Z', main);
  const band = path(
    'M-87 20 L-58 4 L-29 20 L0 4 L29 20 L58 4 L87 20 L85 42 L58 28 L29 44 L0 28 L-29 44 L-58 28 L-85 42 Z',
    light,
  );
  const rim = rect(-86, -26, 172, 16, second);
  const lid = path('M-70 -26 C-60 -58 60 -58 70 -26 Z', third) + rect(-12, -64, 24, 14, light);
  const ears = twice((side) =>
    path(`M${side * 84} -6 L${side * 100} -6 L${side * 100} 22 L${side * 90} 22`, 'none'),
  );
  const steam = [-34, 0, 34]
    .map((x) =>
      path(`M${x} -72 l-8 -8 l8 -8 l-8 -8`, 'none', `stroke="${light}" stroke-linejoin="miter"`),
    )
    .join('');
  return (
    legs +
    ears +
    belly +
    band +
    rim +
    lid +
    steam +
    [-30, 0, 30].map((x) => diamond(x, 62, 8, 9, deep)).join('')
  );
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
  const sign =
    rect(-34, -96, 68, 24, second) +
    diamond(0, -84, 9, 8, light) +
    twice((side) => diamond(side * 20, -84, 6, 6, light));
  const lights = twice(
    (side) => circle(side * 68, 32, 15, light) + circle(side * 68, 32, 6, second),
  );
  const grille =
    rect(-42, 20, 84, 24, deep) +
    rect(-36, 26, 72, 3, light, 'stroke="none"') +
    rect(-36, 34, 72, 3, light, 'stroke="none"');
  const mirrors = twice((side) => rect(side * 90 - 9, -36, 18, 30, second));
  return (
    wheels +
    mirrors +
    body +
    glass +
    shine +
    sign +
    lights +
    grille +
    rect(-98, 54, 196, 20, light) +
    teeth(-84, 57, 168, 13, 8, second)
  );
}

/** A tall shield with its rows of slits. */
export function shield({ main, second, third, light, deep }: Palette): string {
  const stick = rect(-6, -112, 12, 224, second) + diamond(0, -108, 13, 14, light);
  const face = path('M0 -96 C66 -78 72 62 0 96 C-72 62 -66 -78 0 -96 Z', main);
  const patch = path('M0 -96 C66 -78 72 62 0 96 Z', light);
  const rows = [-54, -36, -18, 0, 18, 36, 54]
    .map((y) => twice((side) => rect(side * 15 - 7, y - 6, 14, 9, deep)))
    .join('');
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
      [
        corner(turn - 19, 94),
        corner(turn - 17, 78),
        corner(turn, 66),
        corner(turn + 17, 78),
        corner(turn + 19, 94),
      ],
      index % 2 === 0 ? main : second,
    ),
  );
  return (
    circle(0, 0, 96, light) +
    patches.join('') +
    seams.join('') +
    middle +
    circle(0, 0, 96, 'none') +
    diamond(0, 0, 14, 18, main)
  );
}

/** An open book. */
export function book({ main, second, third, light, deep }: Palette): string {
  const cover = twice((side) =>
    polygon(
      [
        [0, -52],
        [side * 100, -74],
        [side * 100, 70],
        [0, 92],
      ],
      main,
    ),
  );
  const pages = twice((side) =>
    path(
      `M0 -58 C${side * 22} -86 ${side * 66} -90 ${side * 88} -78 L${side * 88} 54 C${side * 62} 44 ${side * 22} 50 0 74 Z`,
      light,
    ),
  );
  const lines = twice((side) =>
    [-46, -24]
      .map((y) =>
        path(
          `M${side * 18} ${y} C${side * 36} ${y - 12} ${side * 54} ${y - 14} ${side * 72} ${y - 10}`,
          'none',
        ),
      )
      .join(''),
  );
  const sun =
    diamond(-46, 14, 22, 26, second) +
    diamond(-46, 14, 9, 11, deep) +
    circle(46, 12, 22, third) +
    circle(46, 12, 9, deep);
  const ribbon = polygon(
    [
      [-8, -58],
      [8, -58],
      [8, 100],
      [0, 88],
      [-8, 100],
    ],
    second,
  );
  return cover + pages + lines + sun + ribbon;
}

/** A mug on its saucer, with steam. */
export function cup({ main, second, third, light, deep }: Palette): string {
  const ear =
    path('M58 -20 L98 -20 L98 38 L50 38', 'none') +
    path('M58 -20 L98 -20 L98 38 L50 38', 'none', `stroke="${second}" stroke-width="4"`);
  const body = path('M-68 -42 L68 -42 L58 52 C52 72 -52 72 -58 52 Z', main);
  const tea = rect(-74, -52, 148, 18, light);
  const band = path('M-64 -6 L64 -6 L61 24 L-61 24 Z', deep);
  const marks = [-42, -14, 14, 42].map((x, index) =>
    diamond(x, 9, 10, 13, index % 2 === 0 ? second : third),
  );
  const saucer =
    path('M-96 70 L96 70 C84 96 -84 96 -96 70 Z', third) + diamond(0, 82, 14, 7, light);
  const steam = [-30, 0, 30].map((x) =>
    path(`M${x} -66 l-9 -10 l9 -10 l-9 -10`, 'none', `stroke="${light}" stroke-linejoin="miter"`),
  );
  return ear + body + band + marks.join('') + tea + saucer + steam.join('');
}

/** A train, seen from the front, on its rails. */
export function train({ main, second, third, light, deep }: Palette): string {
  const rails = mirrored(
    [
      [34, 66],
      [96, 104],
      [70, 104],
      [18, 66],
    ],
    deep,
  );
  const body = path('M-64 78 L-72 -34 C-72 -84 -46 -96 0 -96 C46 -96 72 -84 72 -34 L64 78 Z', main);
  const glass = twice((side) =>
    path(`M${side * 5} -58 L${side * 56} -54 L${side * 58} -8 L${side * 5} -6 Z`, deep),
  );
  const shine = twice((side) =>
    path(
      `M${side * 5 + 12} -10 L${side * 30 + 8} -54 L${side * 30 + 18} -54 L${side * 5 + 24} -10 Z`,
      third,
      'stroke="none"',
    ),
  );
  const sign =
    rect(-34, -86, 68, 18, light) + [-18, 0, 18].map((x) => diamond(x, -77, 6, 6, second)).join('');
  const band = polygon(
    [
      [-70, 4],
      [0, 24],
      [70, 4],
      [68, 30],
      [0, 50],
      [-68, 30],
    ],
    second,
  );
  const lamps = twice(
    (side) => circle(side * 44, 50, 13, light) + circle(side * 44, 50, 5, second),
  );
  return (
    rails +
    body +
    glass +
    shine +
    sign +
    band +
    lamps +
    rect(-70, 70, 140, 18, third) +
    teeth(-56, 73, 112, 11, 6, light)
  );
}

/** A drum of hide and wood, with its two sticks. */
export function drum({ main, second, third, light, deep }: Palette): string {
  const sticks = twice(
    (side) =>
      `<g transform="rotate(${side * 38} ${side * 40} -62)">${rect(side * 40 - 5, -112, 10, 74, second)}${circle(side * 40, -112, 11, third)}</g>`,
  );
  const body = path('M-72 -40 C-72 20 -56 60 -46 92 L46 92 C56 60 72 20 72 -40 Z', main);
  const skin = `<ellipse cx="0" cy="-40" rx="76" ry="24" fill="${light}"/><ellipse cx="0" cy="-40" rx="50" ry="13" fill="none" stroke="${second}" stroke-width="3"/>`;
  const belt = path('M-66 18 C-30 30 30 30 66 18 L58 50 C28 60 -28 60 -58 50 Z', deep);
  const marks = [-42, -21, 0, 21, 42].map((x) =>
    diamond(x, 38 - (x * x) / 320, 8, 11, x % 2 === 0 ? third : second),
  );
  return (
    body +
    belt +
    marks.join('') +
    skin +
    sticks +
    rect(-50, 84, 100, 14, second) +
    teeth(-46, 66, 92, 14, 6, light)
  );
}
