import { ball, COLOURS, drawn, frieze, gem, pulse } from '../clips/brush.ts';
import { type Ink, ink, mix, type Picture } from '../clips/raster.ts';
import { box, diamond, disc, line, pill, ray } from '../clips/shapes.ts';
import { across, cloud, GRASS, ground, head, limb, person, SKINS, sun } from './figures.ts';
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

function rugby(to: Picture, t: number): void {
  to.gradient(0, 420, [ochre, sunset, protea]);
  stripes(to, 420, t, 260);
  for (const x of [300, 520]) drawn(to, box(across(x, t, -60, 640), 40, 18, 420), bone, 6);
  drawn(to, box(across(300, t, -60, 640), 250, 238, 16), bone, 6);
  for (let i = 0; i < 3; i++)
    person(to, {
      x: 250 + i * 190 + Math.sin(t * 2 + i) * 30,
      y: 660 + (i % 2) * 30,
      height: 330,
      shirt: ink('#0d6b3c'),
      legs: bone,
      stride: 0.08 + Math.abs(Math.sin(t * 8 + i)) * 0.14,
      arms: [1.1, i === 2 ? 1.5 : 0.7],
      skin: SKINS[i] as Ink,
    });
  for (let i = 0; i < 2; i++)
    person(to, {
      x: 980 + i * 180 - ((t * 26) % 120),
      y: 680,
      height: 320,
      shirt: cobalt,
      legs: night,
      stride: 0.1 + Math.abs(Math.cos(t * 8 + i)) * 0.12,
      arms: [1.5, 1.5],
    });
  const x = 740 + Math.sin(t * 2 + 2) * 30;
  const y = 470 - Math.abs(Math.sin(t * 1.6)) * 120;
  drawn(to, diamond(x, y, 64, 38), COLOURS.earth, 8);
  to.fill(line([x - 30, y, x + 30, y], 5), bone);
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

function boxing(to: Picture, t: number): void {
  to.clear(night);
  for (let i = 0; i < 5; i++)
    to.fill(
      [
        [
          220 + i * 210,
          0,
          60 + i * 210 + Math.sin(t + i) * 60,
          560,
          380 + i * 210 + Math.sin(t + i) * 60,
          560,
        ],
      ],
      ochre,
      0.13,
    );
  crowd(to, 300, 2, t);
  ground(to, 540, cobalt);
  const jab = pulse(t, BPM, 2);
  person(to, {
    x: 460 + jab * 60,
    y: 640,
    height: 420,
    shirt: protea,
    legs: ochre,
    stride: 0.16,
    arms: [-1.95, 1.5 + jab * 0.2],
    skin: SKINS[0],
    gloves: sunset,
  });
  person(to, {
    x: 820 - pulse(t + 0.5, BPM, 2) * 60,
    y: 640,
    height: 420,
    shirt: teal,
    legs: bone,
    stride: 0.16,
    arms: [1.5 + pulse(t + 0.5, BPM, 2) * 0.2, -1.95],
    skin: SKINS[2],
    gloves: sky,
  });
  for (const [at, colour] of [
    [380, bone],
    [470, protea],
    [560, bone],
  ] as const)
    limb(to, [40, at, 1240, at], 12, colour);
  for (const x of [40, 1210]) drawn(to, box(x, 330, 34, 330), sunset, 8);
}

function netball(to: Picture, t: number): void {
  to.gradient(0, 520, [teal, ink('#c8fff1')]);
  for (let i = 0; i < 3; i++) cloud(to, across(i * 460, t, 26), 60 + i * 50, 240);
  ground(to, 520, sunset);
  to.fill(line([100, 720, 420, 530, 900, 530, 1220, 720], 9), bone);
  drawn(to, box(1010, 150, 20, 440), indigo, 6);
  drawn(to, pill(900, 180, 120, 22, 10), protea, 7);
  for (let i = 0; i < 6; i++) to.fill(line([906 + i * 21, 202, 922 + i * 14, 280], 4), bone);
  const throwing = (t % 3) / 3;
  person(to, {
    x: 520,
    y: 680 - Math.max(0, Math.sin(throwing * Math.PI)) * 50,
    height: 380,
    shirt: ochre,
    skirt: true,
    arms: [2.5, 2.7],
  });
  person(to, {
    x: 790,
    y: 690,
    height: 370,
    shirt: cobalt,
    skirt: true,
    arms: [2.2 + Math.sin(t * 4) * 0.3, 2.2],
  });
  person(to, {
    x: 220,
    y: 690,
    height: 360,
    shirt: ochre,
    skirt: true,
    arms: [0.6, 1.4 + Math.sin(t * 3) * 0.4],
  });
  ball(to, 560 + throwing * 400, 300 - Math.sin(throwing * Math.PI) * 230, 40, bone, 8);
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

function dance(to: Picture, t: number): void {
  to.gradient(0, 720, [protea, violet, indigo]);
  for (let i = 0; i < 10; i++)
    gem(to, 64 + i * 128, 90 + Math.sin(t * 2 + i) * 24, 34, 50, of(i), bone);
  ground(to, 580, night);
  for (let i = 0; i < 10; i++)
    for (let row = 0; row < 2; row++)
      to.fill(
        [
          [
            i * 140 - row * 40,
            584 + row * 68,
            i * 140 + 110 - row * 30,
            584 + row * 68,
            i * 140 + 96 - row * 40,
            640 + row * 68,
            i * 140 - 30 - row * 50,
            640 + row * 68,
          ],
        ],
        of(i + row + Math.floor(t * 2)),
        0.75,
      );
  for (let i = 0; i < 5; i++) {
    const beat = Math.sin(t * 6.28 + (i % 2) * 3.14);
    person(to, {
      x: 170 + i * 235 + beat * 22,
      y: 670 - Math.abs(beat) * 26,
      height: i === 2 ? 430 : 350,
      shirt: of(i),
      legs: of(i + 2),
      skirt: i % 2 === 1,
      stride: 0.08 + Math.abs(beat) * 0.1,
      arms: [1.6 + beat, 1.6 - beat],
    });
  }
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

function candles(to: Picture, t: number): void {
  to.gradient(0, 720, [night, plum, COLOURS.earth]);
  drawn(to, [440, 560, 440, 220, 640, 60, 840, 220, 840, 560], indigo, 14);
  for (let i = 0; i < 4; i++)
    drawn(to, diamond(640, 180 + i * 96, 90 - i * 8, 54), of(i + Math.floor(t)), 7);
  ground(to, 560, COLOURS.earth);
  for (let i = 0; i < 9; i++) {
    const x = 90 + i * 138;
    const tall = 110 + ((i * 53) % 90);
    drawn(to, box(x - 24, 640 - tall, 48, tall), bone, 7);
    const flick = Math.sin(t * 9 + i * 2) * 8;
    to.fill([disc(x, 604 - tall, 70 + flick)], ochre, 0.22);
    drawn(to, diamond(x + flick * 0.4, 604 - tall, 17, 38 + flick), ochre, 5);
    to.fill([diamond(x + flick * 0.3, 612 - tall, 8, 17)], bone);
  }
}

function praise(to: Picture, t: number): void {
  to.gradient(0, 720, [sky, ink('#ffe7b0'), ochre]);
  sun(to, 640, 250, 170);
  for (let i = 0; i < 3; i++) cloud(to, across(i * 480, t, 24), 70 + i * 70, 320);
  for (let i = 0; i < 9; i++) {
    const x = 70 + i * 145;
    const lift = Math.sin(t * 3.14 + i) * 24;
    limb(to, [x, 720, x - 30, 560 + lift, x - 56, 420 + lift], 40, of(i));
    limb(to, [x + 20, 720, x + 46, 560 - lift, x + 70, 430 - lift], 40, of(i));
    ball(to, x - 56, 410 + lift, 32, SKINS[i % 4] as Ink, 6);
    ball(to, x + 70, 420 - lift, 32, SKINS[i % 4] as Ink, 6);
    head(to, x + 8, 660, 62, SKINS[i % 4] as Ink);
  }
}

/** Sport, stages and choirs. */
export const PLAY_SHOTS: readonly Shot[] = [
  shotOf('football', 'sport', 'march', 8, football),
  shotOf('rugby', 'sport', 'march', 8, rugby),
  shotOf('runners', 'sport', 'march', 8, runners),
  shotOf('boxing', 'sport', 'tense', 8, boxing),
  shotOf('netball', 'sport', 'bright', 6, netball),
  shotOf('stage', 'stage', 'groove', 8, stage),
  shotOf('dance', 'stage', 'groove', 8, dance),
  shotOf('drums', 'stage', 'groove', 8, drums),
  shotOf('choir', 'faith', 'hymn', 10, choir),
  shotOf('candles', 'faith', 'hymn', 8, candles),
  shotOf('praise', 'faith', 'hymn', 8, praise),
];
