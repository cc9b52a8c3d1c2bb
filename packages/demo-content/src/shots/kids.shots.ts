import { arrow, ball, COLOURS, drawn, gem, pulse } from '../clips/brush.ts';
import { type Ink, ink, type Picture } from '../clips/raster.ts';
import { box, diamond, disc, line, petal, pill } from '../clips/shapes.ts';
import { across, cloud, GRASS, ground, house, person, SEA, sun, tree, vehicle } from './figures.ts';
import type { Shot } from './shot.ts';

const { bone, ochre, sunset, protea, teal, sky, cobalt, violet } = COLOURS;
const BRIGHT: readonly Ink[] = [ochre, protea, teal, sky, sunset, violet];
const BPM = 120;
const of = (at: number): Ink => BRIGHT[((at % 6) + 6) % 6] as Ink;

function balloons(to: Picture, t: number): void {
  to.gradient(0, 720, [sky, ink('#bfe9ff'), bone]);
  for (let i = 0; i < 4; i++) cloud(to, across(i * 380, t, 18), 60 + (i % 2) * 130, 240);
  house(to, { x: 90, y: 720, width: 240, wall: ochre, gable: protea, light: sky });
  house(to, { x: 940, y: 720, width: 270, wall: teal, gable: ochre, light: bone });
  for (let i = 0; i < 9; i++) {
    const x = 90 + i * 138 + Math.sin(t * 1.4 + i) * 26;
    const y = 640 - ((t * (70 + (i % 3) * 18) + i * 177) % 900) + 100;
    to.fill(line([x, y + 60, x - 8, y + 110, x + 6, y + 160], 4), COLOURS.ink);
    drawn(to, disc(x, y, 62), of(i), 8);
    to.fill([disc(x - 20, y - 22, 12)], bone, 0.7);
  }
}

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

function blocks(to: Picture, t: number): void {
  to.clear(ink('#ffe6f0'));
  for (let i = 0; i < 16; i++) to.fill([diamond(i * 86, 90 + (i % 2) * 40, 22, 30)], of(i), 0.5);
  ground(to, 620, violet);
  const order = [0, 1, 2, 3, 4, 5];
  for (const i of order) {
    const land = Math.min(1, Math.max(0, (t - i * 0.7) / 0.5));
    const x = 250 + (i < 3 ? i * 260 : i < 5 ? 130 + (i - 3) * 260 : 260);
    const y = 440 - (i < 3 ? 0 : i < 5 ? 190 : 380) + 0 - (1 - land) * 700 + pulse(t, BPM) * 6;
    drawn(to, pill(x, y, 180, 180, 22), of(i), 10);
    drawn(to, pill(x + 28, y + 28, 124, 124, 12), bone, 6);
    figure(to, x + 90, y + 90, i);
  }
  person(to, {
    x: 1120,
    y: 660,
    height: 340,
    shirt: teal,
    arms: [1.2 + Math.sin(t * 5) * 0.5, 1.8],
    skirt: true,
  });
}

function figure(to: Picture, x: number, y: number, kind: number): void {
  const fill = of(kind + 2);
  if (kind % 3 === 0) ball(to, x, y, 42, fill, 7);
  else if (kind % 3 === 1) gem(to, x, y, 40, 46, fill, bone);
  else arrow(to, x, y - 34, 40, 36, 26, fill);
}

function kite(to: Picture, t: number): void {
  to.gradient(0, 560, [cobalt, sky, bone]);
  for (let i = 0; i < 3; i++) cloud(to, across(i * 500, t, 40), 90 + i * 90, 280);
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

function carousel(to: Picture, t: number): void {
  to.gradient(0, 720, [violet, protea, ochre]);
  ground(to, 640, COLOURS.plum);
  for (let i = 0; i < 6; i++) {
    const angle = t * 0.9 + (i * Math.PI) / 3;
    if (Math.sin(angle) < 0) horse(to, angle, i, t);
  }
  drawn(to, box(610, 190, 60, 450), bone, 9);
  for (let i = 0; i < 6; i++) {
    const angle = t * 0.9 + (i * Math.PI) / 3;
    if (Math.sin(angle) >= 0) horse(to, angle, i, t);
  }
  drawn(to, [190, 200, 640, 40, 1090, 200], sunset, 12);
  for (let i = 0; i < 10; i++) drawn(to, disc(235 + i * 90, 214, 46), i % 2 ? ochre : teal, 7);
  gem(to, 640, 48, 34, 44, ochre, bone);
}

function horse(to: Picture, angle: number, i: number, t: number): void {
  const x = 640 + Math.cos(angle) * 390;
  const s = 0.8 + Math.sin(angle) * 0.25;
  const y = 470 + Math.sin(t * 3 + i * 2) * 40;
  to.fill(line([x, 200, x, 640], 10), COLOURS.ink);
  drawn(to, pill(x - 80 * s, y, 160 * s, 70 * s, 34 * s), of(i), 7);
  to.fill(
    line([x + 60 * s, y + 20, x + 105 * s, y - 70 * s, x + 140 * s, y - 50 * s], 34 * s),
    COLOURS.ink,
  );
  to.fill(
    line([x + 60 * s, y + 20, x + 105 * s, y - 70 * s, x + 138 * s, y - 52 * s], 24 * s),
    of(i),
  );
  for (const leg of [-60, 60])
    to.fill(line([x + leg * s, y + 60 * s, x + leg * 1.3 * s, y + 120 * s], 16 * s), COLOURS.ink);
}

function fishes(to: Picture, t: number): void {
  to.gradient(0, 720, [sky, SEA, COLOURS.indigo]);
  for (let i = 0; i < 8; i++) {
    const x = 60 + i * 170;
    const sway = Math.sin(t * 1.5 + i) * 30;
    to.fill(
      line([x, 720, x + sway * 0.5, 620, x + sway, 520 + (i % 3) * 40], 22),
      i % 2 ? teal : GRASS,
    );
  }
  for (let i = 0; i < 7; i++) {
    const x = across(i * 240, t, 110 + (i % 3) * 50);
    const y = 130 + ((i * 151) % 420) + Math.sin(t * 2 + i) * 18;
    const s = 0.7 + (i % 3) * 0.35;
    const flip = Math.sin(t * 9 + i) * 16 * s;
    drawn(
      to,
      [x - 60 * s, y, x - 130 * s, y - 50 * s + flip, x - 130 * s, y + 50 * s + flip],
      of(i + 1),
      7,
    );
    drawn(to, diamond(x, y, 96 * s, 62 * s), of(i), 8);
    to.fill([diamond(x - 14 * s, y, 26 * s, 40 * s)], bone, 0.6);
    to.fill([disc(x + 46 * s, y - 10 * s, 9 * s)], COLOURS.ink);
  }
  for (let i = 0; i < 14; i++) {
    const y = 720 - ((t * 90 + i * 97) % 760);
    to.fill([disc(100 + i * 83 + Math.sin(t * 2 + i) * 14, y, 8 + (i % 3) * 6)], bone, 0.5);
  }
}

function schoolBus(to: Picture, t: number): void {
  to.gradient(0, 560, [sky, ink('#d8f3ff')]);
  sun(to, 200, 140, 84);
  for (let i = 0; i < 5; i++)
    house(to, {
      x: across(i * 360, t, -120, 360),
      y: 540,
      width: 230,
      wall: of(i),
      gable: of(i + 3),
      light: bone,
    });
  ground(to, 540, COLOURS.night);
  for (let i = 0; i < 9; i++) to.rect(across(i * 190, t, -330), 640, 100, 12, bone);
  const y = 610 - pulse(t, BPM) * 8;
  vehicle(to, { x: 360, y, length: 560, fill: ochre, stripe: COLOURS.ink, turn: t * 8 });
  for (let i = 0; i < 5; i++) {
    const bob = Math.abs(Math.sin(t * 6.28 + i * 1.1)) * 12;
    ball(to, 432 + i * 100, y - 142 - bob, 30, ink(i % 2 ? '#6b3f26' : '#8d5a36'), 6);
    to.fill(
      [disc(432 + i * 100 - 9, y - 144 - bob, 4), disc(432 + i * 100 + 9, y - 144 - bob, 4)],
      COLOURS.ink,
    );
  }
}

function rope(to: Picture, t: number): void {
  to.gradient(0, 540, [ochre, ink('#ffe1a8')]);
  for (let i = 0; i < 4; i++)
    house(to, {
      x: 30 + i * 320,
      y: 540,
      width: 220,
      wall: of(i + 1),
      gable: of(i + 4),
      light: sky,
    });
  ground(to, 540, COLOURS.earth);
  const swing = t * 6.28;
  const jump = Math.max(0, -Math.cos(swing)) * 80;
  const lift = Math.sin(swing - 1.57) * 260;
  person(to, {
    x: 210,
    y: 660,
    height: 320,
    shirt: protea,
    arms: [0.4, 1.4 + Math.sin(swing) * 0.4],
    skirt: true,
  });
  person(to, {
    x: 1070,
    y: 660,
    height: 320,
    shirt: cobalt,
    arms: [1.4 + Math.sin(swing) * 0.4, 0.4],
  });
  person(to, { x: 640, y: 680 - jump, height: 340, shirt: teal, arms: [2.4, 2.4], skirt: true });
  const bow = Array.from({ length: 17 }, (_, i) => {
    const share = i / 16;
    return [320 + 640 * share, 480 + (4 * lift - 160) * share * (1 - share)];
  });
  to.fill(line(bow.flat(), 9), bone);
}

/** Bright things that hop, float and turn. */
export const KIDS_SHOTS: readonly Shot[] = (
  [
    ['balloons', 8, balloons],
    ['hopping-hen', 8, hen],
    ['building-blocks', 8, blocks],
    ['kite', 8, kite],
    ['carousel', 10, carousel],
    ['fish', 8, fishes],
    ['school-bus', 8, schoolBus],
    ['skipping-rope', 8, rope],
  ] as const
).map(([name, seconds, paint]) => ({
  name,
  world: 'kids',
  mood: 'bright',
  seconds,
  painter: () => paint,
}));
