import { INK, type Palette } from './palettes.ts';
import { circle, diamond, mirrored, path, polygon, rect, teeth, twice } from './svg.ts';

/** Emblems of people, seen from the front: drawn around 0,0 in a size of 100 (see `placed`). */

const SKIN = '#6b3a22';
const HAIR = '#432518';
const SILVER = '#d8d2c8';
const PLAIN = 'stroke="none"';

/** Shoulders in a garment with a row of teeth, and a neck. */
function bust({ second, light }: Palette, garment: string): string {
  return (
    mirrored(
      [
        [34, 58],
        [80, 70],
        [98, 100],
      ],
      garment,
    ) +
    teeth(-62, 82, 124, 16, 7, light) +
    path('M-18 40 L-18 62 L0 78 L18 62 L18 40 Z', SKIN) +
    twice((side) =>
      polygon(
        [
          [side * 18, 58],
          [0, 78],
          [side * 34, 70],
        ],
        second,
      ),
    )
  );
}

const FACE = 'M-42 -20 C-46 34 -26 58 0 58 C26 58 46 34 42 -20 C36 -60 -36 -60 -42 -20 Z';

/** A head with ears, open eyes and a nose. */
function head(): string {
  return (
    twice((side) => circle(side * 43, 2, 11, SKIN)) +
    path(FACE, SKIN) +
    twice((side) => circle(side * 18, -2, 6, INK, PLAIN)) +
    path('M-5 16 q5 5 10 0', 'none')
  );
}

const smile = (width = 14): string =>
  path(`M${-width} 32 q${width} ${width} ${width * 2} 0`, 'none');

/** A grandmother with a headscarf and glasses. */
export function gogo(palette: Palette): string {
  const { main, second, third, light } = palette;
  const scarf = path('M-54 -14 C-64 -84 64 -84 54 -14 C30 -34 -30 -34 -54 -14 Z', main);
  const knot = twice((side) => path(`M0 -70 C${side * 12} -104 ${side * 46} -98 0 -66 Z`, second));
  const dots = [-32, 0, 32].map((x) => diamond(x, -48 - (x === 0 ? 6 : 0), 7, 9, light)).join('');
  const glasses =
    twice((side) => circle(side * 19, 0, 15, light, 'fill-opacity="0.35"')) +
    path('M-4 0 L4 0', 'none');
  const earrings = twice((side) => diamond(side * 46, 22, 6, 9, second));
  const hair = twice((side) => path(`M${side * 40} -22 L${side * 46} 0`, 'none'));
  return bust(palette, third) + head() + hair + scarf + knot + dots + glasses + smile() + earrings;
}

/** An old man with a hat and a grey beard. */
export function elder(palette: Palette): string {
  const { main, second, third, light } = palette;
  const beard = path(
    'M-43 6 C-44 50 -24 74 0 74 C24 74 44 50 43 6 C34 26 20 20 0 20 C-20 20 -34 26 -43 6 Z',
    SILVER,
  );
  const mouth = path('M-12 38 q12 8 24 0', 'none');
  const brim = rect(-72, -36, 144, 14, second);
  const crown = path('M-46 -36 C-50 -98 -14 -90 0 -82 C14 -90 50 -98 46 -36 Z', main);
  const band = rect(-48, -50, 96, 14, light) + teeth(-48, -50, 96, 13, 8, third);
  return bust(palette, third) + head() + beard + mouth + crown + band + brim;
}

/** A man with short hair and a moustache. */
export function man(palette: Palette): string {
  const { main, second, third } = palette;
  const hair = path(
    'M-47 -4 L-49 -40 L-36 -62 L36 -62 L49 -40 L47 -4 C34 -34 -34 -34 -47 -4 Z',
    HAIR,
  );
  const moustache = path(
    'M0 26 C14 18 28 26 32 36 C20 38 8 36 0 32 C-8 36 -20 38 -32 36 C-28 26 -14 18 0 26 Z',
    HAIR,
  );
  const tie = polygon(
    [
      [-9, 74],
      [9, 74],
      [13, 100],
      [-13, 100],
    ],
    second,
  );
  const brows = twice((side) => path(`M${side * 9} -16 L${side * 28} -18`, 'none'));
  return (
    bust(palette, main) +
    tie +
    diamond(0, 88, 5, 7, third) +
    head() +
    hair +
    brows +
    moustache +
    smile(9)
  );
}

/** A woman with round hair and large earrings. */
export function woman(palette: Palette): string {
  const { main, second, light } = palette;
  const hair =
    circle(0, -30, 70, HAIR) +
    twice((side) => circle(side * 46, -2, 30, HAIR, PLAIN)) +
    circle(0, -30, 66, HAIR, PLAIN);
  const band = path('M-54 -42 C-30 -72 30 -72 54 -42 L50 -28 C28 -54 -28 -54 -50 -28 Z', main);
  const marks = [-26, 0, 26].map((x) => diamond(x, -53 + Math.abs(x) * 0.24, 5, 7, light, PLAIN));
  const earrings = twice(
    (side) => circle(side * 48, 26, 14, second) + circle(side * 48, 26, 6, HAIR),
  );
  const lips = path('M-13 32 q13 -7 26 0 q-13 13 -26 0 Z', second);
  return bust(palette, main) + hair + head() + band + marks.join('') + lips + earrings;
}

/** A child with two puffs of hair and a gap in the teeth. */
export function child(palette: Palette): string {
  const { main, second, third, light } = palette;
  const puffs = twice((side) => circle(side * 50, -54, 30, HAIR));
  const ribbons = twice((side) => diamond(side * 36, -36, 10, 10, second));
  const hair = path('M-46 -14 C-48 -68 48 -68 46 -14 C20 -40 -20 -40 -46 -14 Z', HAIR);
  const laugh =
    path('M-20 26 L20 26 C18 50 -18 50 -20 26 Z', INK) +
    rect(-14, 27, 11, 9, light, PLAIN) +
    rect(3, 27, 11, 9, light, PLAIN);
  const cheeks = twice((side) => circle(side * 29, 18, 6, third, PLAIN));
  return bust(palette, main) + puffs + head() + hair + ribbons + cheeks + laugh;
}

/** A boy with a cap. */
export function boy(palette: Palette): string {
  const { main, third, light } = palette;
  const ears = path('M-47 -6 C-50 -40 50 -40 47 -6 C40 -26 -40 -26 -47 -6 Z', HAIR);
  const cap = path('M-52 -24 C-56 -90 56 -90 52 -24 C24 -40 -24 -40 -52 -24 Z', third);
  const seams = path('M0 -74 L0 -36', 'none') + circle(0, -76, 7, light);
  const peak = path('M20 -36 C50 -46 92 -38 98 -20 C76 -26 48 -28 30 -22 Z', main);
  const laugh = path('M-18 26 L18 26 C16 46 -16 46 -18 26 Z', light);
  return bust(palette, main) + head() + ears + cap + seams + peak + laugh;
}

/** A person with a headset, who listens and answers. */
export function headset(palette: Palette): string {
  const { main, second, third, light } = palette;
  const hair = path('M-46 -8 C-54 -76 54 -76 46 -8 C28 -36 -28 -36 -46 -8 Z', HAIR);
  const band =
    path('M-52 -4 C-60 -98 60 -98 52 -4', 'none', 'stroke-width="17"') +
    path('M-52 -4 C-60 -98 60 -98 52 -4', 'none', `stroke="${main}" stroke-width="9"`);
  const shells = twice(
    (side) => rect(side * 54 - 15, -22, 30, 48, second) + diamond(side * 54, 2, 8, 14, light),
  );
  const arm =
    path('M-54 26 C-54 58 -30 52 -14 46', 'none', 'stroke-width="10"') +
    path('M-54 26 C-54 58 -30 52 -14 46', 'none', `stroke="${main}" stroke-width="4"`) +
    circle(-10, 45, 9, third);
  return bust(palette, third) + head() + hair + band + shells + smile(11) + arm;
}

/** A singer with an open mouth and closed eyes. */
export function singer(palette: Palette): string {
  const { main, second, third, light, deep } = palette;
  const robe = mirrored(
    [
      [30, 58],
      [84, 68],
      [100, 100],
    ],
    main,
  );
  const collar = mirrored(
    [
      [34, 58],
      [20, 100],
    ],
    light,
  );
  const neck = path('M-18 40 L-18 60 L0 84 L18 60 L18 40 Z', SKIN);
  const hair = path('M-48 -6 C-56 -86 56 -86 48 -6 C30 -42 -30 -42 -48 -6 Z', HAIR);
  const face = twice((side) => circle(side * 43, 2, 11, SKIN)) + path(FACE, SKIN);
  const eyes = twice((side) => path(`M${side * 8} -2 q${side * 9} 9 ${side * 19} 0`, 'none'));
  const mouth =
    path('M0 18 C20 18 17 48 0 48 C-17 48 -20 18 0 18 Z', INK) +
    path('M-10 40 C-6 34 6 34 10 40 C6 48 -6 48 -10 40 Z', third, PLAIN);
  const notes = twice(
    (side) =>
      rect(side * 80 - 3, -70, 6, 40, light) +
      diamond(side * 80 - 9, -28, 12, 10, second) +
      rect(side * 80 - 3, -70, 20, 9, light),
  );
  return notes + robe + collar + neck + diamond(0, 88, 7, 10, deep) + face + hair + eyes + mouth;
}

/** Three members of a choir in their robes. */
export function choir({ main, second, third, light, deep }: Palette): string {
  const member = (x: number, y: number, robe: string): string =>
    `<g transform="translate(${x} ${y})">` +
    path('M-40 110 C-44 46 -24 38 0 38 C24 38 44 46 40 110 Z', robe) +
    polygon(
      [
        [-14, 38],
        [14, 38],
        [0, 78],
      ],
      light,
    ) +
    circle(0, 2, 33, SKIN) +
    path('M-33 0 C-34 -46 34 -46 33 0 C20 -20 -20 -20 -33 0 Z', HAIR) +
    twice((side) => path(`M${side * 6} 4 q${side * 6} 6 ${side * 13} 0`, 'none')) +
    circle(0, 20, 7, INK, PLAIN) +
    '</g>';
  const book =
    polygon(
      [
        [-34, 66],
        [0, 74],
        [34, 66],
        [34, 96],
        [0, 104],
        [-34, 96],
      ],
      second,
    ) + path('M0 74 L0 104', 'none');
  return (
    twice((side) => member(side * 56, -22, side < 0 ? third : deep)) + member(0, -12, main) + book
  );
}
