import { ball, COLOURS, drawn, frieze, gem, pulse } from '../clips/brush.ts';
import { type Ink, ink, mix, type Picture } from '../clips/raster.ts';
import { diamond, disc, pill, ray } from '../clips/shapes.ts';
import { across, GRASS, ground, limb, person, SKINS, sun } from './figures.ts';
import { type Shot, shotOf } from './shot.ts';

const { bone, night, plum, violet, ochre, sunset, protea, teal, sky, indigo, cobalt } = COLOURS;
const BPM = 120;
const SHIRTS: readonly Ink[] = [ochre, teal, protea, cobalt, sunset, violet];
const of = (at: number): Ink => SHIRTS[((at % 6) + 6) % 6] as Ink;

function crowd(to: Picture, top: number, rows: number, t: number): void {
  for (let row = 0; row < rows; row++) {
    for (let i = 0; i < 24; i++) {
      const y = top + row * 46 - Math.abs(Math.sin(t * 4 + i * 0.7 + row)) * 14;
      ball(to, i * 56 + (row % 2) * 28, y, 20, of(i * 7 + row * 3), 6);
    }
  }
}

function stripes(to: Picture, top: number, t: number, speed: number): void {
  ground(to, top, GRASS);
  for (let i = 0; i < 8; i++) {
    const x = across(i * 240, t, -speed, 320);
    to.fill([[x, top + 4, x + 120, top + 4, x + 60, 720, x - 90, 720]], bone, 0.1);
  }
}

function football(to: Picture, t: number): void {
  to.gradient(0, 300, [cobalt, sky]);
  to.rect(0, 150, 1280, 200, night);
  crowd(to, 190, 3, t);
  stripes(to, 340, t, 0);
  drawn(
    to,
    [1010, 230, 1250, 230, 1250, 520, 1226, 520, 1226, 254, 1034, 254, 1034, 520, 1010, 520],
    bone,
    7,
  );
  const run = Math.sin(t * 9) * 0.14;
  const kick = (t % 4) / 4;
  person(to, {
    x: 180 + kick * 420,
    y: 650,
    height: 330,
    shirt: ochre,
    legs: ink('#1d7a3c'),
    stride: Math.abs(run) + 0.06,
    arms: [0.9 + run * 3, 0.9 - run * 3],
  });
  person(to, {
    x: 760 + Math.sin(t) * 40,
    y: 620,
    height: 300,
    shirt: protea,
    legs: bone,
    stride: 0.16,
    arms: [1, 0.6],
  });
  person(to, {
    x: 1130,
    y: 540,
    height: 260,
    shirt: teal,
    arms: [2.2 + Math.sin(t * 3) * 0.4, 2.2],
    stride: 0.16,
  });
  const flight = Math.max(0, kick - 0.55) / 0.45;
  const bx = 260 + Math.min(kick, 0.55) * 420 + flight * 620;
  const by = 640 - Math.sin(flight * Math.PI) * 300 - flight * 120;
  ball(to, bx, by, 36, bone, 7);
  gem(to, bx, by, 15 + Math.sin(t * 12) * 4, 16, COLOURS.ink);
}

function runners(to: Picture, t: number): void {
  to.gradient(0, 460, [indigo, protea, ochre]);
  sun(to, 640, 360, 130);
  for (let i = 0; i < 4; i++)
    drawn(
      to,
      [
        across(i * 420, t, -30, 400) - 240,
        460,
        across(i * 420, t, -30, 400),
        300 - (i % 2) * 60,
        across(i * 420, t, -30, 400) + 260,
        460,
      ],
      mix(plum, GRASS, 0.4),
      8,
    );
  ground(to, 450, night);
  for (let i = 0; i < 8; i++) to.rect(across(i * 200, t, -420), 586, 100, 12, bone);
  for (let i = 0; i < 6; i++)
    person(to, {
      x: 130 + i * 200 + Math.sin(t * 1.3 + i * 2) * 30,
      y: 640 + (i % 3) * 30 - Math.abs(Math.sin(t * 7 + i)) * 16,
      height: 290,
      shirt: of(i),
      legs: of(i + 3),
      stride: 0.05 + Math.abs(Math.sin(t * 7 + i)) * 0.16,
      arms: [0.9 + Math.sin(t * 7 + i) * 0.5, 0.9 - Math.sin(t * 7 + i) * 0.5],
    });
}

function stage(to: Picture, t: number): void {
  to.clear(plum);
  const beams: readonly Ink[] = [protea, ochre, teal, sky];
  for (let i = 0; i < 6; i++)
    to.fill(
      [ray(110 + i * 212, 0, 0, 900, 1.57 + Math.sin(t * 1.3 + i * 1.4) * 0.5, 0.26)],
      beams[i % 4] as Ink,
      0.35,
    );
  ground(to, 560, night);
  drawn(to, [140, 560, 1140, 560, 1240, 720, 40, 720], violet, 10);
  frieze(to, 640, 50, 64, (t * 30) % 64, [ochre, protea]);
  person(to, {
    x: 640,
    y: 640 - pulse(t, BPM) * 14,
    height: 440,
    shirt: ochre,
    arms: [2.3 + Math.sin(t * 3) * 0.4, 1.9],
    skirt: true,
    skin: SKINS[1],
  });
  drawn(to, pill(726, 250, 34, 70, 16), bone, 6);
  for (const [x, shirt] of [
    [330, teal],
    [950, protea],
  ] as const) {
    person(to, { x, y: 630 - pulse(t + 0.25, BPM) * 10, height: 330, shirt, arms: [1, 1.2] });
    limb(to, [x - 110, 470, x + 120, 420 + Math.sin(t * 6) * 8], 18, sunset);
    drawn(to, disc(x + 60, 470, 62), sunset, 8);
  }
  for (let i = 0; i < 14; i++)
    ball(to, i * 98, 716 - Math.abs(Math.sin(t * 6.28 + i)) * 26, 42, COLOURS.ink, 2);
}

function drums(to: Picture, t: number): void {
  to.gradient(0, 720, [COLOURS.earth, sunset, ochre]);
  sun(to, 640, 210, 150 + pulse(t, BPM) * 12);
  ground(to, 600, plum);
  for (let i = 0; i < 3; i++) {
    const x = 270 + i * 370;
    const hit = pulse(t + i * 0.25, BPM);
    person(to, {
      x,
      y: 700,
      height: 440,
      shirt: of(i + 2),
      arms: [0.9 + hit * 0.5, 0.9 + (1 - hit) * 0.4],
    });
    drawn(to, [x - 110, 440, x + 110, 440, x + 74, 700, x - 74, 700], of(i), 10);
    drawn(to, pill(x - 118, 414 + hit * 6, 236, 46, 22), bone, 8);
    for (let k = 0; k < 4; k++)
      drawn(to, diamond(x - 70 + k * 46, 560, 20, 46), k % 2 ? bone : COLOURS.ink, 4);
  }
}

function choir(to: Picture, t: number): void {
  to.gradient(0, 720, [violet, protea, ochre]);
  for (let i = 0; i < 12; i++)
    to.fill([ray(640, 80, 60, 1100, 0.25 + i * 0.24 + Math.sin(t * 0.4) * 0.08, 0.11)], bone, 0.28);
  ball(to, 640, 80, 80, ochre, 10);
  for (let row = 0; row < 2; row++) {
    for (let i = 0; i < 7 - row; i++) {
      const sway = Math.sin(t * 3.14) * 16;
      person(to, {
        x: 110 + i * 178 + row * 90 + sway,
        y: 560 + row * 140,
        height: 360,
        shirt: row ? bone : cobalt,
        skirt: true,
        arms: [0.7 + Math.sin(t * 3.14) * 0.3, 0.7 - Math.sin(t * 3.14) * 0.3],
        skin: SKINS[(i + row) % 4] as Ink,
      });
      drawn(
        to,
        [
          96 + i * 178 + row * 90 + sway,
          296 + row * 140,
          124 + i * 178 + row * 90 + sway,
          296 + row * 140,
          110 + i * 178 + row * 90 + sway,
          370 + row * 140,
        ],
        ochre,
        5,
      );
    }
  }
}

/** Sport, stages and choirs. */
export const PLAY_SHOTS: readonly Shot[] = [
  shotOf('football', 'sport', 'march', ['ball'], football),
  shotOf('runners', 'sport', 'march', ['mountain', 'sun'], runners),
  shotOf('stage', 'stage', 'groove', ['guitar', 'microphone'], stage),
  shotOf('drums', 'stage', 'groove', ['drum', 'sun'], drums),
  shotOf('choir', 'faith', 'hymn', ['choir', 'sun'], choir),
];
