import { ball, COLOURS, drawn, gem, pulse } from '../clips/brush.ts';
import { type Ink, ink, type Picture } from '../clips/raster.ts';
import { box, diamond, disc, line, pill } from '../clips/shapes.ts';
import { ground, limb, person, SAND, SKINS } from './figures.ts';
import { type Shot, shotOf } from './shot.ts';

const { bone, night, plum, violet, ochre, sunset, protea, teal, indigo, cobalt, earth, pine } =
  COLOURS;
const BPM = 120;
const WALLS: readonly Ink[] = [ochre, teal, protea, cobalt, sunset, violet];
const of = (at: number): Ink => WALLS[((at % 6) + 6) % 6] as Ink;

function classroom(to: Picture, t: number): void {
  to.clear(ink('#ffe9c9'));
  drawn(to, box(170, 60, 760, 330), pine, 14);
  for (let i = 0; i < 5; i++) {
    const reach = Math.min(1, Math.max(0, t * 0.45 - i * 0.5));
    if (reach > 0)
      to.fill(line([220, 120 + i * 56, 220 + (420 - i * 40) * reach, 120 + i * 56], 9), bone);
  }
  gem(to, 800, 220, 70 + pulse(t, BPM, 2) * 8, 90, teal, ochre);
  person(to, {
    x: 1070,
    y: 600,
    height: 430,
    shirt: cobalt,
    arms: [1.9 + Math.sin(t * 3) * 0.25, 0.4],
    skirt: true,
  });
  ground(to, 600, SAND);
  for (let i = 0; i < 5; i++) {
    const x = 120 + i * 220;
    person(to, {
      x,
      y: 780,
      height: 300,
      shirt: i % 2 ? bone : of(i),
      arms: [0.3, i === Math.floor(t / 2) % 5 ? 2.8 : 0.3],
    });
    drawn(to, box(x - 90, 650, 180, 80), earth, 8);
    drawn(to, [x - 46, 628, x, 642, x + 46, 628, x + 46, 664, x, 676, x - 46, 664], bone, 5);
    to.fill(line([x, 642, x, 676], 4), COLOURS.ink);
  }
}

function radioBooth(to: Picture, t: number): void {
  to.clear(plum);
  for (let i = 0; i < 20; i++)
    for (let row = 0; row < 6; row++)
      to.fill([diamond(i * 68, row * 80 + 30, 24, 30)], violet, 0.5);
  drawn(to, pill(860, 70, 320, 120, 20), sunset, 10);
  for (let i = 0; i < 7; i++)
    to.rect(
      890 + i * 40,
      150 - 60 * Math.abs(Math.sin(t * 4 + i)),
      24,
      20 + 60 * Math.abs(Math.sin(t * 4 + i)),
      bone,
    );
  person(to, {
    x: 470,
    y: 860,
    height: 640,
    shirt: teal,
    arms: [0.9 + pulse(t, BPM) * 0.2, 0.4],
    skin: SKINS[0],
  });
  to.fill(line([392, 290, 400, 210, 470, 176, 540, 210, 548, 290], 18), COLOURS.ink);
  for (const x of [388, 552]) drawn(to, pill(x - 22, 256, 44, 80, 16), ochre, 7);
  limb(to, [900, 620, 760, 330, 610, 390], 14, bone);
  drawn(to, pill(560, 350, 96, 140, 44), protea, 9);
  for (let i = 1; i < 4; i++) ringAt(to, 608, 420, 90 + i * 50 + pulse(t, BPM) * 40, i);
  turntable(to, 1060, 500, t);
  ground(to, 600, night);
  for (let i = 0; i < 12; i++) {
    drawn(to, box(90 + i * 96, 625, 26, 80), indigo, 5);
    drawn(to, pill(80 + i * 96, 640 + Math.sin(t * 1.5 + i) * 22 + 10, 46, 22, 6), of(i), 5);
  }
}

function turntable(to: Picture, x: number, y: number, t: number): void {
  drawn(to, box(x - 150, y - 60, 300, 170), cobalt, 10);
  ball(to, x, y, 112, night, 9);
  for (const radius of [92, 74, 56]) {
    to.fill([disc(x, y, radius)], violet);
    to.fill([disc(x, y, radius - 6)], night);
  }
  ball(to, x, y, 36, ochre, 7);
  const turn = t * 3.5;
  gem(to, x + Math.cos(turn) * 14, y + Math.sin(turn) * 14, 12, 12, protea);
  limb(to, [x + 130, y - 90, x + 120, y + 20, x + 64, y + 50], 10, bone);
}

function ringAt(to: Picture, x: number, y: number, radius: number, at: number): void {
  for (const side of [-0.5, 0.5])
    to.fill(
      line(
        [0, 1, 2, 3, 4].flatMap((i) => [
          x + Math.cos(side * 0.9 + (i - 2) * 0.14) * radius * Math.sign(1),
          y + Math.sin(side * 0.9 + (i - 2) * 0.14) * radius,
        ]),
        7,
      ),
      ochre,
      0.9 - at * 0.22,
    );
}

/** Work and school. */
export const WORK_SHOTS: readonly Shot[] = [
  shotOf('radio-booth', 'work', 'groove', ['radio', 'record', 'microphone'], radioBooth),
  shotOf('classroom', 'school', 'bright', ['book'], classroom),
];
