import { ball, COLOURS, drawn, gem, pulse, seeded } from '../clips/brush.ts';
import { type Ink, ink, mix, type Picture } from '../clips/raster.ts';
import { box, diamond, disc, line, pill } from '../clips/shapes.ts';
import {
  across,
  cloud,
  ground,
  house,
  limb,
  person,
  SAND,
  SKINS,
  sun,
  vehicle,
} from './figures.ts';
import { type Shot, shotOf } from './shot.ts';

const { bone, night, plum, violet, ochre, sunset, protea, teal, sky, indigo, cobalt, earth, pine } =
  COLOURS;
const BPM = 120;
const WALLS: readonly Ink[] = [ochre, teal, protea, cobalt, sunset, violet];
const of = (at: number): Ink => WALLS[((at % 6) + 6) % 6] as Ink;

function taxiRank(to: Picture, t: number): void {
  to.gradient(0, 430, [sky, ink('#ffe9c4')]);
  for (let i = 0; i < 6; i++)
    drawn(to, box(20 + i * 215, 190 + (i % 3) * 46, 180, 300), mix(of(i), bone, 0.35), 7);
  drawn(to, [60, 300, 640, 210, 1220, 300, 1220, 336, 60, 336], sunset, 9);
  for (const x of [110, 640, 1150]) drawn(to, box(x, 336, 22, 200), bone, 6);
  ground(to, 520, night);
  for (let i = 0; i < 3; i++)
    vehicle(to, {
      x: -60 + i * 450 + (i === 2 ? t * 46 : 0),
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

function cityBus(to: Picture, t: number): void {
  to.gradient(0, 560, [violet, protea, ochre]);
  for (let i = 0; i < 9; i++)
    tower(to, across(i * 180, t, -40), 240 + ((i * 83) % 200), mix(plum, indigo, (i % 3) / 2));
  ground(to, 560, night);
  for (let i = 0; i < 8; i++) to.rect(across(i * 210, t, -380), 660, 110, 12, ochre);
  vehicle(to, {
    x: 240,
    y: 640 - pulse(t, BPM) * 6,
    length: 780,
    fill: cobalt,
    stripe: ochre,
    turn: t * 9,
  });
  for (let i = 0; i < 4; i++) ball(to, 330 + i * 190, 462, 30, SKINS[i % 4] as Ink, 6);
}

function tower(to: Picture, x: number, height: number, fill: Ink): void {
  drawn(to, box(x, 560 - height, 140, height), fill, 7);
  for (let row = 0; row < height / 60 - 1; row++) {
    for (const column of [0, 1, 2])
      to.rect(
        x + 20 + column * 38,
        580 - height + row * 60,
        24,
        30,
        (row + column) % 3 ? ochre : night,
      );
  }
}

function spaza(to: Picture, t: number): void {
  to.gradient(0, 720, [ink('#ffcf7a'), ink('#ffefcf')]);
  sun(to, 150, 140, 80);
  ground(to, 560, earth);
  drawn(to, box(330, 190, 640, 410), teal, 11);
  for (let i = 0; i < 8; i++)
    drawn(
      to,
      [
        330 + i * 80,
        190,
        410 + i * 80,
        190,
        400 + i * 84,
        260 + Math.sin(t * 2.4 + i) * 6,
        312 + i * 84,
        260 + Math.sin(t * 2.4 + i) * 6,
      ],
      i % 2 ? bone : protea,
      6,
    );
  drawn(to, box(410, 300, 480, 170), night, 9);
  for (let row = 0; row < 2; row++)
    for (let i = 0; i < 8; i++)
      drawn(to, pill(430 + i * 56, 318 + row * 78, 36, 58, 6), of(i + row * 2), 5);
  person(to, {
    x: 650,
    y: 598,
    height: 330,
    shirt: ochre,
    arms: [0.9 + Math.sin(t * 3) * 0.5, 1.1],
  });
  drawn(to, box(390, 470, 520, 130), ochre, 9);
  for (let i = 0; i < 8; i++) gem(to, 430 + i * 64, 536, 22, 34, of(i), bone);
  person(to, {
    x: 1090,
    y: 670,
    height: 300,
    shirt: protea,
    arms: [1.7 + Math.sin(t * 4) * 0.3, 0.2],
    skirt: true,
  });
  person(to, {
    x: across(0, t, 70),
    y: 700,
    height: 220,
    shirt: cobalt,
    stride: 0.06 + Math.abs(Math.sin(t * 6)) * 0.1,
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

function rainOnRoof(to: Picture, t: number): void {
  to.gradient(0, 720, [indigo, ink('#31456b'), ink('#5b6f8f')]);
  for (let i = 0; i < 3; i++)
    cloud(to, across(i * 450, t, 22), 30 + i * 40, 420, mix(bone, indigo, 0.55));
  drawn(to, box(260, 400, 760, 320), earth, 10);
  drawn(to, box(560, 470, 170, 250), night, 8);
  drawn(to, box(330, 470, 150, 120), ochre, 8);
  person(to, {
    x: 405,
    y: 690,
    height: 280,
    shirt: protea,
    arms: [0.3, 0.5 + Math.sin(t * 2) * 0.3],
  });
  to.rect(330, 590, 150, 130, earth);
  drawn(to, box(312, 586, 186, 22), bone, 7);
  for (let i = 0; i < 14; i++) drawn(to, box(200 + i * 63, 300, 63, 110), i % 2 ? teal : pine, 6);
  for (let i = 0; i < 80; i++) {
    const y = ((t * 900 + i * 137) % 820) - 60;
    const x = (i * 97) % 1300;
    to.fill(line([x, y, x - 10, y + 44], 4), sky, 0.75);
  }
  for (let i = 0; i < 12; i++) {
    const age = (t * 2.4 + i * 0.31) % 1;
    to.fill([disc(220 + i * 74, 296 - age * 16, 4 + age * 16, 6)], sky, 0.9 * (1 - age));
  }
}

/** Streets, shops and nights. */
export const STREET_SHOTS: readonly Shot[] = [
  shotOf('taxi-rank', 'street', 'groove', 8, taxiRank),
  shotOf('city-bus', 'street', 'groove', 8, cityBus),
  shotOf('spaza-shop', 'street', 'bright', 8, spaza),
  shotOf('market', 'street', 'bright', 8, market),
  shotOf('street-at-night', 'night', 'tense', 10, streetAtNight),
  shotOf('rain-on-a-roof', 'night', 'gentle', 8, rainOnRoof),
];
