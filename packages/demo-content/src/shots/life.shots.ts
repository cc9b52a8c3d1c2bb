import { ball, COLOURS, drawn, frieze, gem } from '../clips/brush.ts';
import { type Ink, ink, mix, type Picture } from '../clips/raster.ts';
import { box, diamond, disc, line, pill } from '../clips/shapes.ts';
import {
  across,
  beast,
  GRASS,
  ground,
  house,
  limb,
  person,
  SAND,
  SEA,
  SKINS,
  sun,
  tree,
  wheel,
} from './figures.ts';
import { type Shot, shotOf } from './shot.ts';

const { bone, night, plum, violet, ochre, sunset, protea, teal, sky, indigo, cobalt, earth, pine } =
  COLOURS;
const WALLS: readonly Ink[] = [ochre, teal, protea, cobalt, sunset, violet];
const of = (at: number): Ink => WALLS[((at % 6) + 6) % 6] as Ink;

function steam(to: Picture, x: number, y: number, t: number, fill: Ink = bone): void {
  for (let i = 0; i < 6; i++) {
    const age = (t * 0.5 + i / 6) % 1;
    to.fill(
      [disc(x + Math.sin(age * 6 + i) * 24, y - age * 190, 12 + age * 34)],
      fill,
      0.55 * (1 - age),
    );
  }
}

function kitchen(to: Picture, t: number): void {
  to.clear(ink('#ffdf9e'));
  frieze(to, 90, 60, 80, (t * 8) % 80, [bone, teal]);
  drawn(to, box(80, 200, 230, 190), sky, 12);
  to.fill(line([195, 200, 195, 390], 9), COLOURS.ink);
  for (let i = 0; i < 5; i++) drawn(to, pill(880 + i * 76, 220, 52, 70, 10), of(i), 6);
  drawn(to, box(850, 290, 400, 18), earth, 6);
  person(to, {
    x: 400,
    y: 720,
    height: 500,
    shirt: protea,
    arms: [0.4, 1.1 + Math.sin(t * 4) * 0.25],
    skirt: true,
    hat: ochre,
  });
  drawn(to, box(480, 470, 760, 250), cobalt, 12);
  for (const x of [520, 900]) drawn(to, pill(x, 540, 300, 140, 16), indigo, 8);
  for (const [x, fill] of [
    [600, sunset],
    [940, teal],
  ] as const) {
    drawn(to, pill(x - 100, 330, 220, 140, 22), fill, 10);
    to.fill(line([x - 130, 370, x - 100, 370], 14), COLOURS.ink);
    drawn(to, pill(x - 110, 312 - Math.abs(Math.sin(t * 7)) * 10, 240, 30, 14), bone, 7);
    steam(to, x + 10, 300, t + x);
  }
  limb(to, [560, 400, 640 + Math.sin(t * 4) * 34, 290], 14, earth);
}

function fire(to: Picture, t: number): void {
  to.gradient(0, 560, [night, plum, sunset]);
  ground(to, 560, COLOURS.earth);
  tree(to, 1120, 570, 380, pine, Math.sin(t) * 8);
  for (let i = 0; i < 3; i++)
    person(to, {
      x: 180 + i * 130 + (i === 2 ? 560 : 0),
      y: 650,
      height: 320,
      shirt: of(i),
      arms: [0.5, 1.1 + Math.sin(t * 2 + i) * 0.5],
      skirt: i === 1,
    });
  for (let i = 0; i < 7; i++) {
    const flick = Math.sin(t * 8 + i * 1.7);
    drawn(
      to,
      [
        520 + i * 34,
        650,
        560 + i * 34 + flick * 18,
        470 - (3 - Math.abs(i - 3)) * 30 + flick * 24,
        610 + i * 34,
        650,
      ],
      i % 2 ? ochre : sunset,
      7,
    );
  }
  drawn(to, pill(530, 400, 320, 150, 60), night, 10);
  for (const x of [560, 820]) limb(to, [x, 540, x + (x > 700 ? 26 : -26), 670], 16, night);
  steam(to, 690, 400, t);
  for (let i = 0; i < 14; i++) {
    const age = (t * 0.7 + i / 14) % 1;
    to.fill(
      [diamond(690 + Math.sin(i * 5 + t * 2) * 160 * age, 600 - age * 560, 7, 10)],
      ochre,
      1 - age,
    );
  }
}

function washing(to: Picture, t: number): void {
  to.gradient(0, 560, [sky, ink('#e4f7ff')]);
  sun(to, 1120, 130, 84);
  house(to, { x: 60, y: 570, width: 330, wall: ochre, gable: teal, light: sky });
  ground(to, 560, GRASS);
  for (const x of [430, 1230]) limb(to, [x, 600, x, 180], 18, earth);
  to.fill(line([430, 200, 830, 240, 1230, 200], 6), COLOURS.ink);
  for (let i = 0; i < 6; i++) {
    const x = 470 + i * 124;
    const wave = Math.sin(t * 3 + i) * 26;
    drawn(
      to,
      [x, 224, x + 96, 224, x + 96 + wave, 400 + (i % 2) * 40, x + wave, 396 + (i % 2) * 40],
      of(i),
      8,
    );
    to.fill([diamond(x + 48 + wave * 0.5, 310, 18, 28)], bone);
  }
  person(to, {
    x: 800,
    y: 690,
    height: 340,
    shirt: protea,
    skirt: true,
    arms: [2.5 + Math.sin(t * 2) * 0.3, 0.8],
  });
  drawn(to, [940, 610, 1090, 610, 1070, 690, 960, 690], cobalt, 8);
}

function tea(to: Picture, t: number): void {
  to.clear(ink('#ffe3ea'));
  for (let i = 0; i < 12; i++) to.rect(i * 112, 0, 56, 470, ink('#ffd0dc'));
  drawn(to, box(480, 60, 320, 240), sky, 12);
  sun(to, 640, 250, 60);
  drawn(to, box(470, 296, 340, 24), earth, 7);
  person(to, {
    x: 230,
    y: 760,
    height: 560,
    shirt: teal,
    skirt: true,
    arms: [0.4, 1 + Math.sin(t * 1.6) * 0.3],
    skin: SKINS[1],
  });
  person(to, {
    x: 1050,
    y: 760,
    height: 560,
    shirt: violet,
    arms: [1 + Math.sin(t * 1.6 + 2) * 0.4, 0.4],
    skin: SKINS[2],
    hat: sunset,
  });
  drawn(to, pill(320, 520, 640, 60, 24), bone, 10);
  drawn(to, box(600, 580, 80, 140), earth, 9);
  for (const x of [420, 800]) {
    drawn(to, pill(x, 446, 90, 74, 18), protea, 8);
    steam(to, x + 44, 436, t + x, plum);
  }
  drawn(to, pill(560, 400, 150, 120, 50), cobalt, 9);
  limb(to, [706, 450, 760, 410], 16, cobalt);
  drawn(to, diamond(635, 388, 26, 22), ochre, 6);
}

function veld(to: Picture, t: number): void {
  to.gradient(0, 500, [protea, sunset, ochre]);
  sun(to, 930, 360, 150);
  ground(to, 500, SAND);
  tree(to, 210, 520, 400, pine, Math.sin(t) * 6);
  for (let i = 0; i < 3; i++)
    beast(to, {
      x: 20 + i * 330 + t * 14 - (i === 2 ? 40 : 0),
      y: 650 + (i % 2) * 40,
      size: i === 1 ? 150 : 250,
      coat: ink('#7b7d95'),
      gait: t * 3 + i,
      trunk: true,
      neck: 0.1,
    });
  for (let i = 0; i < 22; i++)
    to.fill(
      line([i * 62, 720, i * 62 + Math.sin(t * 2 + i) * 16, 640 + (i % 3) * 20], 8),
      ink('#b98432'),
    );
}

function sea(to: Picture, t: number): void {
  to.gradient(0, 400, [indigo, protea, ochre]);
  sun(to, 640, 330, 130);
  const shades: readonly Ink[] = [SEA, cobalt, teal, SEA, indigo];
  for (let row = 0; row < 5; row++) {
    const points: number[] = [];
    for (let i = 0; i <= 32; i++)
      points.push(
        i * 40,
        370 + row * 76 + Math.sin(i * 0.55 + t * (1.6 - row * 0.15) + row * 2) * (12 + row * 6),
      );
    to.fill([[...points, 1280, 720, 0, 720]], shades[row] as Ink);
    to.fill(line(points, 7), row === 4 ? bone : COLOURS.ink);
    if (row === 1) boat(to, 260 + t * 30, 440 + Math.sin(t * 1.6) * 14, t);
    if (row === 2) leapingFish(to, t);
  }
}

/** A fish that leaps in a bow every five seconds, each time elsewhere. */
function leapingFish(to: Picture, t: number): void {
  const leap = (t + 3.4) % 5;
  if (leap > 2) return;
  const share = leap / 2;
  const x = 180 + ((Math.floor((t + 3.4) / 5) * 330) % 760) + share * 240;
  const y = 610 - Math.sin(share * Math.PI) * 210;
  const lean = Math.cos(share * Math.PI) * 40;
  drawn(to, [x - 50, y, x - 108, y + lean - 36, x - 108, y + lean + 36], ochre, 7);
  drawn(to, [x - 78, y + lean * 0.6, x, y - 46, x + 78, y - lean * 0.6, x, y + 46], protea, 8);
  to.fill([disc(x + 40, y - lean * 0.3 - 6, 8)], COLOURS.ink);
}

function boat(to: Picture, x: number, y: number, t: number): void {
  limb(to, [x, y, x, y - 230], 12, earth);
  drawn(to, [x + 12, y - 220, x + 150 + Math.sin(t * 2) * 12, y - 60, x + 12, y - 40], bone, 8);
  drawn(to, [x - 12, y - 190, x - 100, y - 60, x - 12, y - 46], sunset, 8);
  drawn(to, [x - 160, y - 20, x + 170, y - 20, x + 110, y + 60, x - 110, y + 60], protea, 10);
  for (let i = 0; i < 4; i++) gem(to, x - 80 + i * 56, y + 16, 18, 22, ochre);
}

function waterhole(to: Picture, t: number): void {
  to.gradient(0, 470, [violet, sunset, ink('#ffd98a')]);
  for (let i = 0; i < 4; i++)
    tree(to, 60 + i * 390, 480, 240 + (i % 2) * 90, mix(pine, violet, 0.3), Math.sin(t + i) * 6);
  ground(to, 470, SAND);
  drawn(to, pill(240, 560, 820, 180, 80), SEA, 10);
  for (let i = 0; i < 5; i++)
    to.fill(
      [pill(330 + i * 130 + Math.sin(t * 1.4 + i) * 24, 600 + (i % 3) * 34, 100, 8, 4)],
      bone,
      0.7,
    );
  beast(to, { x: 90, y: 600, size: 220, coat: earth, gait: Math.sin(t), horns: true, neck: 0.05 });
  for (let i = 0; i < 2; i++)
    beast(to, {
      x: 900 + i * 170,
      y: 570 - i * 20,
      size: 150,
      coat: bone,
      gait: t + i,
      stripes: COLOURS.ink,
      neck: 0.25,
    });
  for (let i = 0; i < 3; i++) {
    const x = 480 + i * 150 + Math.sin(t * 0.8 + i) * 40;
    drawn(to, pill(x, 630 + i * 14, 90, 46, 22), i % 2 ? plum : teal, 6);
    ball(to, x + 92, 612 + i * 14, 20, i % 2 ? plum : teal, 5);
  }
}

function farm(to: Picture, t: number): void {
  to.gradient(0, 420, [sky, ink('#fff0c4')]);
  sun(to, 220, 150, 86);
  house(to, { x: 960, y: 430, width: 250, wall: sunset, gable: bone, light: ochre });
  ground(to, 420, ink('#8a5a2b'));
  for (let i = 0; i < 3; i++)
    beast(to, {
      ...{ x: across(i * 560, t, -44, 260), y: 432 + (i % 2) * 18, size: 150, neck: 0.05 },
      ...{ coat: i === 1 ? bone : plum, spots: i === 1 ? earth : bone, horns: true },
      gait: Math.sin(t * 1.2 + i),
    });
  for (let i = 0; i < 12; i++) {
    const x = across(i * 140, t, -90, 200);
    to.fill(line([x, 430, x - 150 + i * 4, 720], 16), earth);
    for (let k = 0; k < 3; k++)
      drawn(to, diamond(x - 20 - k * 48, 480 + k * 80, 20 + k * 5, 26 + k * 6), GRASS, 6);
  }
  const y = 600 + Math.sin(t * 14) * 4;
  drawn(to, pill(430, y - 150, 330, 120, 22), teal, 10);
  drawn(to, box(440, y - 310, 160, 170), sky, 10);
  person(to, { x: 515, y: y - 50, height: 220, shirt: ochre, arms: [0.3, 1.2], skin: SKINS[0] });
  drawn(to, pill(420, y - 330, 200, 28, 12), protea, 8);
  limb(to, [710, y - 150, 710, y - 230], 14, night);
  steam(to, 712, y - 236, t * 2, plum);
  wheel(to, 480, y - 20, 104, t * 4);
  wheel(to, 740, y + 16, 66, t * 6);
}

/** Neighbours around a paraffin lamp, in the only room of the street that has light. */
function lampInAWindow(to: Picture, t: number): void {
  to.gradient(0, 720, [plum, ink('#7a3350'), COLOURS.earth]);
  drawn(to, box(380, 40, 520, 330), night, 16);
  for (let i = 0; i < 12; i++)
    to.fill(
      [diamond(410 + ((i * 97) % 470), 66 + ((i * 53) % 120), 5, 8)],
      bone,
      0.55 + 0.45 * Math.sin(t * 2 + i),
    );
  for (let i = 0; i < 3; i++)
    house(to, {
      ...{ x: 400 + i * 172, y: 360, width: 136, light: night },
      ...{ wall: mix(of(i), night, 0.72), gable: mix(of(i + 2), night, 0.72) },
    });
  to.fill(line([640, 40, 640, 370], 14), COLOURS.ink);
  const flick = Math.sin(t * 7) * 5 + Math.sin(t * 11.3) * 4;
  for (const radius of [420, 300, 190]) to.fill([disc(640, 450, radius + flick * 2)], ochre, 0.13);
  const nod = (at: number): number => Math.sin(t * 1.3 + at * 2) * 6;
  for (const [at, x, height, shirt] of [
    [0, 190, 560, teal],
    [1, 400, 440, sunset],
    [2, 880, 440, cobalt],
    [3, 1090, 560, protea],
  ] as const)
    person(to, {
      ...{ x: x + nod(at), y: 860 + nod(at + 1), height, shirt, skin: SKINS[at] as Ink },
      arms: x < 640 ? [0.3, 1 + nod(at) * 0.03] : [1 + nod(at) * 0.03, 0.3],
      ...(at === 3 ? { hat: ochre } : {}),
    });
  drawn(to, box(40, 610, 1200, 110), COLOURS.earth, 12);
  frieze(to, 640, 46, 70, 0, [bone, violet]);
  for (const x of [480, 800]) candle(to, x, 606, Math.sin(t * 9 + x) * 4);
  drawn(to, pill(556, 560, 168, 56, 20), teal, 10);
  drawn(to, [600, 560, 680, 560, 664, 506, 616, 506], ochre, 9);
  drawn(to, pill(570, 340, 140, 170, 62), mix(bone, ochre, 0.25), 10);
  drawn(to, diamond(640 + flick * 0.6, 436, 32, 62 + flick), sunset, 6);
  to.fill([diamond(640 + flick * 0.4, 450, 15, 32)], bone);
  drawn(to, [606, 344, 674, 344, 662, 300, 618, 300], teal, 8);
  to.fill(
    line([568, 520, 540, 400, 580, 290, 640, 262, 700, 290, 740, 400, 712, 520], 7),
    COLOURS.ink,
  );
}

function candle(to: Picture, x: number, y: number, flick: number): void {
  drawn(to, box(x - 17, y - 84, 34, 84), bone, 7);
  drawn(to, diamond(x + flick * 0.4, y - 112, 13, 28 + flick), ochre, 5);
}

/** Homes, animals, land and sea. */
export const LIFE_SHOTS: readonly Shot[] = [
  shotOf('lamp-in-a-window', 'home', 'gentle', ['lamp', 'candle'], lampInAWindow),
  shotOf('kitchen', 'home', 'bright', ['pot', 'jar'], kitchen),
  shotOf('pot-on-a-fire', 'home', 'gentle', ['braai', 'pot', 'tree'], fire),
  shotOf('washing-line', 'home', 'gentle', ['house', 'washing', 'sun'], washing),
  shotOf('tea-for-two', 'home', 'gentle', ['cup', 'heart'], tea),
  shotOf('elephants', 'nature', 'gentle', ['elephant', 'tree', 'sun'], veld),
  shotOf('waterhole', 'nature', 'tense', ['bull', 'tree'], waterhole),
  shotOf('sea', 'nature', 'gentle', ['boat', 'fish', 'sun'], sea),
  shotOf('farm', 'work', 'march', ['tractor', 'bull', 'house', 'sun'], farm),
];
