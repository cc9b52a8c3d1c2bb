import type { Palette } from './palettes.ts';
import { circle, diamond, mirrored, path, rect, teeth, twice } from './svg.ts';

/** Emblems of music on a stage: drawn around 0,0 in a size of 100 (see `placed`). */

/** A microphone on its stand. */
export function microphone({ main, second, third, light, deep }: Palette): string {
  const mesh = [-52, -34, -16].map((y) => path(`M-34 ${y} L34 ${y}`, 'none', 'stroke-width="3"'));
  const bars = [-18, 0, 18].map((x) => path(`M${x} -92 L${x} -4`, 'none', 'stroke-width="3"'));
  const body = path('M-38 -58 C-38 -108 38 -108 38 -58 L38 -4 L-38 -4 Z', light);
  const belt = rect(-46, -8, 92, 22, main) + teeth(-42, -5, 84, 16, 7, second);
  const grip = path('M-38 14 L38 14 C36 40 20 48 0 48 C-20 48 -36 40 -38 14 Z', deep);
  const fork =
    path('M-62 -20 C-62 52 -36 66 0 66 C36 66 62 52 62 -20', 'none', 'stroke-width="16"') +
    path(
      'M-62 -20 C-62 52 -36 66 0 66 C36 66 62 52 62 -20',
      'none',
      `stroke="${third}" stroke-width="8"`,
    );
  const foot = mirrored(
    [
      [8, 66],
      [8, 84],
      [46, 84],
      [46, 98],
    ],
    main,
  );
  return (
    fork + foot + body + mesh.join('') + bars.join('') + grip + belt + diamond(0, 30, 7, 9, second)
  );
}

/** A guitar. */
export function guitar({ main, second, third, light, deep }: Palette): string {
  const neck = rect(-9, -82, 18, 84, second);
  const frets = [-66, -50, -34, -18].map((y) => rect(-9, y, 18, 3, light, 'stroke="none"'));
  const peg = mirrored(
    [
      [14, -104],
      [18, -84],
      [10, -74],
    ],
    deep,
  );
  const keys = twice((side) => circle(side * 21, -98, 6, light) + circle(side * 22, -84, 6, light));
  const outline = (size: number): string =>
    `M0 ${-24 * size} C${52 * size} ${-34 * size} ${56 * size} 12 ${38 * size} 20 ` +
    `C${84 * size} 40 ${74 * size} ${98 - (1 - size) * 60} 0 ${98 - (1 - size) * 60} ` +
    `C${-74 * size} ${98 - (1 - size) * 60} ${-84 * size} 40 ${-38 * size} 20 ` +
    `C${-56 * size} 12 ${-52 * size} ${-34 * size} 0 ${-24 * size} Z`;
  const body = path(outline(1), main) + path(outline(0.8), third);
  const hole = circle(0, 24, 21, light) + circle(0, 24, 14, deep);
  const bridge = rect(-26, 64, 52, 12, second) + diamond(0, 70, 5, 6, light);
  const strings = [-5, 0, 5].map((x) => path(`M${x} -82 L${x} 66`, 'none', 'stroke-width="2"'));
  return keys + peg + body + hole + neck + frets.join('') + bridge + strings.join('');
}
