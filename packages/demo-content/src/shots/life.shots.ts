import { ball, COLOURS, drawn, frieze, gem } from '../clips/brush.ts';
import { type Ink, ink, mix, type Picture } from '../clips/raster.ts';
import { box, diamond, disc, line, pill } from '../clips/shapes.ts';
import {
  across,
  beast,
  cloud,
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

function sittingRoom(to: Picture, t: number): void {
  to.clear(pine);
  for (let i = 0; i < 16; i++)
    for (let row = 0; row < 5; row++)
      to.fill([diamond(i * 86, row * 110 + 30, 26, 40)], teal, 0.25);
  drawn(to, box(120, 90, 170, 130), ochre, 10);
  gem(to, 205, 155, 46, 46, protea, bone);
  drawn(to, pill(760, 120, 420, 260, 20), night, 12);
  to.rect(790, 150, 360, 200, mix(sky, protea, Math.sin(t * 3) * 0.5 + 0.5));
  person(to, { x: 970, y: 350, height: 180, shirt: bone, arms: [1 + Math.sin(t * 5), 1] });
  to.fill([[760, 380, 1180, 380, 1000, 720, 60, 720]], sky, 0.1 + Math.abs(Math.sin(t * 5)) * 0.06);
  ground(to, 580, plum);
  drawn(to, pill(90, 430, 620, 220, 40), sunset, 12);
  for (let i = 0; i < 3; i++)
    person(to, {
      x: 210 + i * 190,
      y: 720,
      height: i === 1 ? 300 : 380,
      shirt: of(i + 3),
      arms: [0.3, i === 2 ? 1.4 + Math.sin(t * 3) * 0.4 : 0.3],
    });
  drawn(to, pill(80, 590, 640, 80, 30), sunset, 10);
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
      x: 120 + i * 330 + t * 26 - (i === 2 ? 40 : 0),
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

function giraffes(to: Picture, t: number): void {
  to.gradient(0, 540, [sky, ink('#fff2cf')]);
  for (let i = 0; i < 3; i++) cloud(to, across(i * 500, t, 18), 70 + i * 50, 260);
  ground(to, 540, GRASS);
  tree(to, 1050, 560, 480, pine, Math.sin(t * 1.2) * 9);
  tree(to, 130, 560, 280, teal, Math.sin(t * 1.4) * 7);
  for (let i = 0; i < 2; i++)
    beast(to, {
      x: 250 + i * 360 + Math.sin(t * 0.6) * 30,
      y: 660 + i * 20,
      size: 190 - i * 20,
      coat: ochre,
      gait: t * 2 + i * 2,
      neck: 1.15,
      spots: earth,
      horns: true,
    });
  for (let i = 0; i < 5; i++) {
    const x = across(i * 160, t, 110);
    const lift = Math.sin(t * 9 + i) * 16;
    to.fill(
      line([x - 26, 170 + i * 22 - lift, x, 180 + i * 22, x + 26, 170 + i * 22 - lift], 7),
      COLOURS.ink,
    );
  }
}

function sea(to: Picture, t: number): void {
  to.gradient(0, 360, [indigo, protea, ochre]);
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
    if (row === 1) boat(to, 260 + t * 34, 440 + Math.sin(t * 1.6) * 14, t);
  }
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

function mountains(to: Picture, t: number): void {
  to.gradient(0, 720, [cobalt, sky, bone]);
  for (let layer = 0; layer < 3; layer++) {
    for (let i = 0; i < 5; i++) {
      const x = across(i * 380 + layer * 130, t, -14 - layer * 22, 420);
      const top = 150 + layer * 130 + (i % 2) * 60;
      drawn(
        to,
        [x - 340, 720, x - 60, top, x + 60, top + 24, x + 340, 720],
        mix(mix(violet, sky, 0.5), pine, layer / 2),
        9,
      );
      if (layer === 0)
        to.fill(
          [[x - 102, top + 86, x - 60, top, x + 60, top + 24, x + 90, top + 92, x + 20, top + 66]],
          bone,
        );
    }
  }
  for (let i = 0; i < 4; i++) cloud(to, across(i * 400, t, 46), 250 + (i % 2) * 150, 300);
}

function farm(to: Picture, t: number): void {
  to.gradient(0, 420, [sky, ink('#fff0c4')]);
  sun(to, 220, 150, 86);
  house(to, { x: 960, y: 430, width: 250, wall: sunset, gable: bone, light: ochre });
  ground(to, 420, ink('#8a5a2b'));
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

function construction(to: Picture, t: number): void {
  to.gradient(0, 560, [ochre, ink('#fff0c8')]);
  for (let floor = 0; floor < 4; floor++)
    for (let i = 0; i < 4; i++)
      drawn(
        to,
        box(120 + i * 130, 470 - floor * 110, 120, 100),
        floor * 4 + i < 4 + t * 1.6 ? of(i + floor) : bone,
        8,
      );
  ground(to, 570, SAND);
  limb(to, [860, 568, 860, 90], 26, sunset);
  for (let i = 0; i < 8; i++) to.fill(line([848, 140 + i * 52, 872, 166 + i * 52], 5), COLOURS.ink);
  drawn(to, box(800, 548, 120, 40), plum, 8);
  limb(to, [860, 110, 420 + Math.sin(t * 0.7) * 120, 110], 18, sunset);
  limb(to, [860, 110, 1080, 110], 18, sunset);
  drawn(to, box(1030, 100, 90, 70), plum, 8);
  const hook = 450 + Math.sin(t * 0.7) * 120;
  to.fill(line([hook, 110, hook, 250 + Math.sin(t) * 60], 6), COLOURS.ink);
  drawn(to, box(hook - 60, 250 + Math.sin(t) * 60, 120, 60), protea, 8);
  for (let i = 0; i < 3; i++)
    person(to, {
      x: 730 + i * 190,
      y: 690,
      height: 280,
      shirt: sunset,
      hat: ochre,
      skin: SKINS[i] as Ink,
      arms: [0.5, 1.6 + Math.sin(t * 5 + i) * 0.7],
    });
}

/** Homes, animals, land and sea, and work on the land. */
export const LIFE_SHOTS: readonly Shot[] = [
  shotOf('kitchen', 'home', 'bright', 8, kitchen),
  shotOf('pot-on-a-fire', 'home', 'gentle', 8, fire),
  shotOf('sitting-room', 'home', 'groove', 8, sittingRoom),
  shotOf('washing-line', 'home', 'gentle', 8, washing),
  shotOf('tea-for-two', 'home', 'gentle', 8, tea),
  shotOf('elephants', 'nature', 'gentle', 8, veld),
  shotOf('giraffes', 'nature', 'gentle', 8, giraffes),
  shotOf('sea', 'nature', 'gentle', 8, sea),
  shotOf('waterhole', 'nature', 'tense', 8, waterhole),
  shotOf('mountains', 'nature', 'hymn', 8, mountains),
  shotOf('farm', 'work', 'march', 8, farm),
  shotOf('building-site', 'work', 'march', 8, construction),
];
