import { ball, COLOURS, drawn, gem } from '../clips/brush.ts';
import { type Ink, ink, type Picture } from '../clips/raster.ts';
import { diamond, disc, line, petal } from '../clips/shapes.ts';
import { across, cloud, GRASS, ground, person, sun, tree } from './figures.ts';
import { type Shot, shotOf } from './shot.ts';

const { bone, ochre, sunset, protea, teal, sky, cobalt, violet } = COLOURS;
const BRIGHT: readonly Ink[] = [ochre, protea, teal, sky, sunset, violet];
const of = (at: number): Ink => BRIGHT[((at % 6) + 6) % 6] as Ink;

function hen(to: Picture, t: number): void {
  to.gradient(0, 520, [ink('#ffd98a'), ink('#fff0c9')]);
  sun(to, 1080, 150, 90);
  ground(to, 520, GRASS);
  tree(to, 190, 530, 330, teal, Math.sin(t * 1.6) * 8);
  for (let i = 0; i < 4; i++) {
    const hop = Math.abs(Math.sin(t * 3.2 - i * 0.6));
    const s = i === 0 ? 1 : 0.42;
    const x = 690 - i * 150 - (i > 0 ? 60 : 0);
    const y = 610 - hop * 70 * s;
    const body = i === 0 ? sunset : ochre;
    for (const leg of [-1, 1])
      to.fill(line([x + leg * 24 * s, y, x + leg * 30 * s, y + 60 * s], 10 * s), COLOURS.ink);
    drawn(to, disc(x, y - 70 * s, 120 * s), body, 9 * s + 2);
    drawn(
      to,
      [x - 110 * s, y - 80 * s, x - 210 * s, y - 170 * s, x - 120 * s, y - 20 * s],
      protea,
      8 * s,
    );
    ball(to, x + 100 * s, y - 180 * s, 62 * s, body, 9 * s + 2);
    drawn(
      to,
      [x + 150 * s, y - 190 * s, x + 215 * s, y - 165 * s, x + 150 * s, y - 150 * s],
      ochre,
      6 * s,
    );
    for (const c of [0, 1, 2]) to.fill([disc(x + (75 + c * 26) * s, y - 246 * s, 18 * s)], protea);
    to.fill([disc(x + 112 * s, y - 192 * s, 10 * s)], COLOURS.ink);
    to.fill([petal(x - 10 * s, y - 80 * s, 0, 90 * s, 2.7 + hop * 0.5, 34 * s)], COLOURS.earth);
  }
}

function kite(to: Picture, t: number): void {
  to.gradient(0, 560, [cobalt, sky, bone]);
  for (let i = 0; i < 3; i++) cloud(to, across(i * 500, t, 40), 90 + i * 90, 280);
  sun(to, 1100, 150, 84);
  ground(to, 560, GRASS);
  const x = 800 + Math.sin(t * 1.1) * 170;
  const y = 200 + Math.cos(t * 1.7) * 70;
  to.fill(line([330, 470, (330 + x) / 2, (470 + y) / 2 + 60, x, y + 110], 5), COLOURS.ink);
  drawn(to, diamond(x, y, 90, 120), protea, 10);
  to.fill([[x, y - 120, x + 90, y, x, y]], ochre);
  to.fill([[x, y + 120, x - 90, y, x, y]], teal);
  for (let i = 1; i < 6; i++)
    gem(to, x - 14 * i + Math.sin(t * 4 + i) * 22, y + 110 + i * 34, 20, 14, of(i));
  person(to, {
    x: 300,
    y: 660,
    height: 320,
    shirt: sunset,
    arms: [0.5, 2.3],
    stride: 0.1 + Math.sin(t * 4) * 0.06,
  });
  person(to, {
    x: 480,
    y: 680,
    height: 240,
    shirt: ochre,
    arms: [2.6, 2.6 + Math.sin(t * 6) * 0.3],
    skirt: true,
  });
}

/** Bright things that hop and float. */
export const KIDS_SHOTS: readonly Shot[] = [
  shotOf('hopping-hen', 'kids', 'bright', ['hen', 'sun', 'tree'], hen),
  shotOf('kite', 'kids', 'bright', ['kite', 'sun'], kite),
];
