import { ball, COLOURS, drawn, seeded } from '../clips/brush.ts';
import { type Ink, ink, mix, type Picture } from '../clips/raster.ts';
import { box, diamond, pill } from '../clips/shapes.ts';
import { across, ground, house, limb, person, SAND, vehicle } from './figures.ts';
import { type Shot, shotOf } from './shot.ts';

const { bone, night, plum, violet, ochre, sunset, protea, teal, sky, indigo, cobalt, earth } =
  COLOURS;
const WALLS: readonly Ink[] = [ochre, teal, protea, cobalt, sunset, violet];
const of = (at: number): Ink => WALLS[((at % 6) + 6) % 6] as Ink;

function taxiRank(to: Picture, t: number): void {
  to.gradient(0, 520, [sky, ink('#ffe9c4')]);
  for (let i = 0; i < 6; i++)
    drawn(to, box(20 + i * 215, 190 + (i % 3) * 46, 180, 300), mix(of(i), bone, 0.35), 7);
  drawn(to, [60, 300, 640, 210, 1220, 300, 1220, 336, 60, 336], sunset, 9);
  for (const x of [110, 640, 1150]) drawn(to, box(x, 336, 22, 200), bone, 6);
  ground(to, 520, night);
  for (let i = 0; i < 3; i++)
    vehicle(to, {
      x: i === 2 ? across(840, t, 46, 450) : -60 + i * 450,
      y: 590,
      length: 380,
      fill: bone,
      stripe: of(i),
      turn: i === 2 ? t * 4 : 0.4,
    });
  for (let i = 0; i < 5; i++)
    person(to, {
      x: across(120 + i * 290, t, i % 2 ? 60 : -48),
      y: 690,
      height: 250,
      shirt: of(i + 1),
      stride: 0.05 + Math.abs(Math.sin(t * 5 + i)) * 0.1,
      skirt: i % 2 === 0,
    });
}

function market(to: Picture, t: number): void {
  to.gradient(0, 500, [teal, ink('#d7fff0')]);
  ground(to, 500, SAND);
  for (let stall = 0; stall < 3; stall++) {
    const x = 50 + stall * 420;
    for (const leg of [0, 340]) drawn(to, box(x + leg, 250, 16, 330), earth, 6);
    for (let i = 0; i < 6; i++)
      drawn(
        to,
        [
          x - 20 + i * 66,
          180,
          x + 46 + i * 66,
          180,
          x + 46 + i * 66,
          270 + Math.sin(t * 2 + i + stall) * 8,
          x - 20 + i * 66,
          270 + Math.sin(t * 2 + i + stall) * 8,
        ],
        i % 2 ? bone : of(stall),
        6,
      );
    person(to, {
      x: x + 180,
      y: 620,
      height: 300,
      shirt: of(stall + 2),
      arms: [0.6 + Math.sin(t * 3 + stall) * 0.6, 0.8],
      hat: of(stall + 4),
    });
    drawn(to, box(x - 10, 500, 380, 90), earth, 8);
    for (let i = 0; i < 7; i++)
      ball(to, x + 24 + i * 54, 492 - (i % 2) * 14, 30, i % 3 ? of(stall + i) : ink('#5aa83c'), 6);
  }
  for (let i = 0; i < 3; i++)
    person(to, {
      x: across(i * 460, t, 80),
      y: 715,
      height: 220,
      shirt: of(i),
      skirt: i === 1,
      stride: 0.05 + Math.abs(Math.sin(t * 5 + i)) * 0.1,
    });
}

function streetAtNight(to: Picture, t: number): void {
  to.gradient(0, 560, [COLOURS.ink, night, plum]);
  stars(to, t, 260);
  for (let i = 0; i < 5; i++)
    house(to, {
      x: 10 + i * 260,
      y: 560,
      width: 210,
      wall: mix(of(i), night, 0.62),
      gable: mix(of(i + 2), night, 0.6),
      light: Math.sin(t * 0.8 + i * 2) > -0.4 ? ochre : night,
    });
  ground(to, 560, COLOURS.ink);
  for (const x of [220, 740, 1190]) lamp(to, x);
  person(to, {
    x: across(200, t, 90),
    y: 690,
    height: 240,
    shirt: mix(protea, night, 0.3),
    stride: 0.05 + Math.abs(Math.sin(t * 5)) * 0.1,
  });
  vehicle(to, {
    x: across(900, t, -210, 500),
    y: 680,
    length: 330,
    fill: mix(bone, night, 0.4),
    stripe: sunset,
    turn: -t * 6,
  });
}

function lamp(to: Picture, x: number): void {
  to.fill([[x, 250, x - 170, 720, x + 170, 720]], ochre, 0.16);
  limb(to, [x - 60, 700, x - 60, 230, x, 230], 12, indigo);
  drawn(to, pill(x - 34, 226, 68, 28, 10), ochre, 6);
}

/** Stars that blink above `bottom`. */
export function stars(to: Picture, t: number, bottom: number): void {
  const random = seeded(11);
  for (let i = 0; i < 46; i++) {
    const size = 3 + random() * 5;
    to.fill(
      [diamond(random() * 1280, random() * bottom, size, size * 1.4)],
      bone,
      0.5 + 0.5 * Math.sin(t * 2 + i),
    );
  }
}

/** Streets by day and by night. */
export const STREET_SHOTS: readonly Shot[] = [
  shotOf('taxi-rank', 'street', 'groove', ['taxi', 'bus', 'street'], taxiRank),
  shotOf('market', 'street', 'bright', ['stall', 'street'], market),
  shotOf('street-at-night', 'night', 'tense', ['street', 'lamp', 'star'], streetAtNight),
];
