import { ball, COLOURS, drawn, frieze, gem, pulse } from '../clips/brush.ts';
import { type Ink, ink, type Picture } from '../clips/raster.ts';
import { box, diamond, disc, line, pill, ray } from '../clips/shapes.ts';
import { across, ground, limb, person, SAND, SKINS, sun } from './figures.ts';
import { type Shot, shotOf } from './shot.ts';

const { bone, night, plum, violet, ochre, sunset, protea, teal, sky, indigo, cobalt, earth, pine } =
  COLOURS;
const BPM = 120;
const WALLS: readonly Ink[] = [ochre, teal, protea, cobalt, sunset, violet];
const of = (at: number): Ink => WALLS[((at % 6) + 6) % 6] as Ink;

function headgear(to: Picture, t: number): void {
  to.gradient(0, 560, [sunset, ochre, ink('#ffe3a6')]);
  sun(to, 980, 330, 120);
  drawn(to, [0, 560, 240, 380, 520, 560], SAND, 8);
  ground(to, 560, earth);
  for (const [x0, x1] of [
    [430, 600],
    [770, 640],
  ] as const)
    limb(to, [x0, 600, x1, 130], 26, indigo);
  for (let i = 0; i < 5; i++)
    to.fill(line([450 + i * 30, 540 - i * 82, 750 - i * 24, 540 - i * 82 - 70], 12), COLOURS.ink);
  limb(to, [620, 130, 1120, 560], 8, bone);
  const turn = t * 2.4;
  ball(to, 620, 130, 92, protea, 16);
  ball(to, 620, 130, 60, ochre, 9);
  for (let i = 0; i < 6; i++)
    to.fill(
      line(
        [620, 130, 620 + Math.cos(turn + i * 1.047) * 84, 130 + Math.sin(turn + i * 1.047) * 84],
        9,
      ),
      COLOURS.ink,
    );
  drawn(to, box(1010, 460, 250, 130), teal, 9);
  drawn(to, box(560, 300 + (Math.sin(t * 0.8) * 0.5 + 0.5) * 220, 120, 90), bone, 8);
  for (let i = 0; i < 4; i++)
    person(to, {
      x: across(60 + i * 120, t, 52),
      y: 690,
      height: 230,
      shirt: sunset,
      hat: ochre,
      stride: 0.05 + Math.abs(Math.sin(t * 5 + i)) * 0.09,
    });
}

function newsDesk(to: Picture, t: number): void {
  to.clear(indigo);
  for (let i = 0; i < 12; i++)
    to.fill([ray(640, 300, 60, 1100, t * 0.15 + (i * Math.PI) / 6, 0.2)], cobalt, 0.6);
  drawn(to, pill(60, 80, 380, 250, 22), night, 10);
  ball(to, 250, 205, 92, sky, 8);
  for (let i = -2; i < 3; i++)
    drawn(
      to,
      diamond(250 + ((i * 52 + t * 34 + 130) % 260) - 130, 205 + (i % 2) * 34, 22, 30),
      teal,
      5,
    );
  person(to, {
    x: 640,
    y: 820,
    height: 600,
    shirt: protea,
    arms: [0.4 + Math.sin(t * 2) * 0.16, 0.5 + Math.sin(t * 2.6) * 0.3],
    skin: SKINS[1],
  });
  drawn(to, [180, 520, 1100, 520, 1180, 720, 100, 720], plum, 12);
  frieze(to, 560, 60, 70, (t * 26) % 70, [ochre, sunset]);
  to.rect(0, 650, 1280, 70, protea);
  for (let i = 0; i < 10; i++) to.rect(across(i * 190, t, -150), 676, 120 - (i % 3) * 30, 16, bone);
  drawn(to, pill(920, 110, 260, 160, 18), teal, 9);
  for (let i = 0; i < 5; i++)
    to.rect(
      950 + i * 44,
      240 - 40 - 50 * Math.abs(Math.sin(t + i)),
      28,
      40 + 50 * Math.abs(Math.sin(t + i)),
      bone,
    );
}

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
  }
}

function laboratory(to: Picture, t: number): void {
  to.gradient(0, 720, [ink('#cdefff'), bone]);
  for (let row = 0; row < 2; row++) {
    drawn(to, box(40, 110 + row * 130, 1200, 16), cobalt, 6);
    for (let i = 0; i < 11; i++)
      drawn(to, pill(80 + i * 106 - row * 26, 52 + row * 130, 38, 58, 8), of(i * 5 + row), 5);
  }
  person(to, {
    x: 260,
    y: 760,
    height: 480,
    shirt: bone,
    arms: [0.4, 1.5 + Math.sin(t * 2) * 0.2],
  });
  ground(to, 560, teal);
  for (let i = 0; i < 3; i++) {
    const x = 560 + i * 230;
    drawn(
      to,
      [x - 26, 300, x + 26, 300, x + 26, 390, x + 96, 560, x - 96, 560, x - 26, 390],
      bone,
      9,
    );
    drawn(to, [x - 54, 470, x + 54, 470, x + 90, 552, x - 90, 552], of(i), 6);
    for (let b = 0; b < 5; b++) {
      const age = (t * 0.8 + b * 0.2 + i * 0.13) % 1;
      to.fill(
        [disc(x + Math.sin(b * 3 + t * 3) * 24, 540 - age * 340, 8 + age * 16)],
        of(i),
        0.9 - age * 0.8,
      );
    }
  }
}

function library(to: Picture, t: number): void {
  to.clear(earth);
  for (let row = 0; row < 3; row++) {
    to.rect(0, 40 + row * 190, 1280, 170, night);
    for (let i = 0; i < 30; i++) {
      const tall = 110 + ((i * 37 + row * 61) % 46);
      drawn(to, box(10 + i * 43, 206 + row * 190 - tall, 36, tall), of(i * 5 + row), 5);
    }
    to.rect(0, 208 + row * 190, 1280, 18, SAND);
  }
  ground(to, 610, plum);
  person(to, { x: 420, y: 700, height: 400, shirt: ochre, arms: [0.7, 0.7] });
  const page = Math.sin(t * 2.4) * 60;
  drawn(to, [340, 470, 420, 490, 500, 470, 500, 550, 420, 570, 340, 550], bone, 8);
  drawn(to, [420, 490, 420 + page, 460, 420 + page, 540, 420, 570], bone, 6);
  person(to, {
    x: across(700, t, 40),
    y: 705,
    height: 380,
    shirt: teal,
    skirt: true,
    arms: [0.3, 2.5],
  });
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
  ground(to, 600, night);
  for (let i = 0; i < 12; i++) {
    drawn(to, box(90 + i * 96, 625, 26, 80), indigo, 5);
    drawn(to, pill(80 + i * 96, 640 + Math.sin(t * 1.5 + i) * 22 + 10, 46, 22, 6), of(i), 5);
  }
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
  shotOf('mine-headgear', 'work', 'march', 8, headgear),
  shotOf('news-desk', 'work', 'march', 8, newsDesk),
  shotOf('radio-booth', 'work', 'groove', 8, radioBooth),
  shotOf('classroom', 'school', 'bright', 8, classroom),
  shotOf('laboratory', 'school', 'gentle', 8, laboratory),
  shotOf('library', 'school', 'gentle', 8, library),
];
