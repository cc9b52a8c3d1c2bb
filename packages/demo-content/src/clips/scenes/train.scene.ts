import {
  arrow,
  ball,
  COLOURS,
  drawn,
  ease,
  frieze,
  gem,
  OUTLINE,
  pulse,
  seeded,
} from '../brush.ts';
import { type Contour, type Ink, mix, type Picture } from '../raster.ts';
import { box, diamond, disc, line, pill, ridge, steps } from '../shapes.ts';
import type { Painter } from './scene.ts';

const CARRIAGE = 470;

/** A night train rides home past lit houses; the moon keeps pace, the wheels keep the beat. */
export function paintTrain(bpm: number): Painter {
  const stars = nightStars();
  return (to, t) => {
    nightSky(to, stars);
    moon(to, t, bpm);
    hills(
      to,
      [70, 110, 150, 190, 150, 190, 230, 190, 130, 90],
      1300,
      520,
      -t * 20,
      COLOURS.indigo,
      COLOURS.cobalt,
    );
    hills(to, [40, 90, 130, 90, 60, 20, 20, 60], 900, 540, -t * 46, COLOURS.plum, COLOURS.violet);
    village(to, t, bpm);
    track(to, t);
    train(to, t, bpm);
    poles(to, t);
  };
}

interface Star {
  readonly shape: Contour;
  readonly glow: number;
}

function nightStars(): Star[] {
  const random = seeded(21);
  return Array.from({ length: 130 }, () => {
    const size = 1.6 + random() * random() * 6;
    const shape = diamond(random() * 1280, random() * 400, size, size * 1.4);
    return { shape, glow: 0.35 + random() * 0.65 };
  });
}

function nightSky(to: Picture, stars: readonly Star[]): void {
  to.gradient(0, 560, [COLOURS.ink, COLOURS.night, COLOURS.indigo, COLOURS.plum]);
  to.rect(0, 560, 1280, 160, COLOURS.ink);
  for (const { shape, glow } of stars) to.fill([shape], COLOURS.bone, glow);
}

function moon(to: Picture, t: number, bpm: number): void {
  const x = 960 - t * 6;
  const y = 170 - Math.sin(t / 8) * 22;
  const beat = pulse(t, bpm, 4);
  for (let i = 3; i > 0; i--) to.fill([disc(x, y, 92 + i * (34 + beat * 8))], COLOURS.sky, 0.07);
  ball(to, x, y, 92, COLOURS.bone, 10);
  to.fill([disc(x - 26, y - 24, 19)], mix(COLOURS.bone, COLOURS.ochre, 0.45));
  to.fill([disc(x + 30, y + 12, 26)], mix(COLOURS.bone, COLOURS.ochre, 0.45));
  to.fill([disc(x - 16, y + 40, 12)], mix(COLOURS.bone, COLOURS.ochre, 0.45));
}

function hills(
  to: Picture,
  heights: readonly number[],
  period: number,
  base: number,
  offset: number,
  fill: Ink,
  light: Ink,
): void {
  const top = ridge(heights, period, base, offset % period, 1280);
  to.fill([[...top, top[top.length - 2] as number, 600, top[0] as number, 600]], fill);
  to.fill(
    line(
      ridge(
        heights.map((height) => height - 24),
        period,
        base,
        offset % period,
        1280,
      ),
      6,
    ),
    light,
  );
  to.fill(line(top, OUTLINE), COLOURS.ink);
}

/** Stepped houses go by; one window after another lights up as the train comes near. */
function village(to: Picture, t: number, bpm: number): void {
  const walls = [COLOURS.sunset, COLOURS.teal, COLOURS.protea, COLOURS.bone, COLOURS.ochre];
  const travel = t * 96;
  const first = Math.floor(travel / 300) - 1;
  for (let i = first; i < first + 7; i++) {
    const x = i * 300 - travel + 100;
    const wall = walls[((i % 5) + 5) % 5] as Ink;
    const tall = 96 + ((((i * 37) % 3) + 3) % 3) * 26;
    drawn(to, box(x - 92, 540 - tall, 184, tall), mix(wall, COLOURS.night, 0.25));
    drawn(to, steps(x, 542 - tall, 92, 54, 3), mix(wall, COLOURS.night, 0.1));
    const lit = x < 1150 ? 0.75 + 0.25 * pulse(t + i * 0.2, bpm, 2) : 0.12;
    for (const dx of [-46, 46])
      drawn(to, box(x + dx - 18, 556 - tall, 36, 34), mix(COLOURS.night, COLOURS.ochre, lit), 6);
    drawn(to, box(x - 17, 490, 34, 50), COLOURS.night, 6);
    gem(to, x, 522 - tall, 12, 12, COLOURS.bone);
  }
}

function track(to: Picture, t: number): void {
  frieze(to, 540, 30, 40, (-t * 200) % 40, [COLOURS.night, COLOURS.violet]);
  to.rect(0, 572, 1280, 148, COLOURS.ink);
  const shift = (t * 520) % 64;
  for (let x = -64; x < 1344; x += 64) to.rect(x - shift, 676, 34, 14, COLOURS.earth);
  to.rect(0, 662, 1280, 9, mix(COLOURS.bone, COLOURS.sky, 0.4));
  to.rect(0, 696, 1280, 11, mix(COLOURS.bone, COLOURS.sky, 0.4));
}

/**
 * The locomotive and its carriages: they catch up with the picture, stay a while, and pull away.
 */
function train(to: Picture, t: number, bpm: number): void {
  const head =
    -420 +
    1270 * ease(t, 0.6, 5.5) +
    90 * Math.sin(Math.max(0, t - 5.5) / 3) +
    3300 * ease(t, 16.5, 24);
  const colours: readonly (readonly [Ink, Ink])[] = [
    [COLOURS.ochre, COLOURS.sunset],
    [COLOURS.teal, COLOURS.bone],
    [COLOURS.protea, COLOURS.ochre],
    [COLOURS.sky, COLOURS.cobalt],
    [COLOURS.sunset, COLOURS.bone],
    [COLOURS.bone, COLOURS.protea],
  ];
  for (let i = 5; i >= 1; i--)
    carriage(to, head - CARRIAGE * i, t, bpm, i, colours[i] as readonly [Ink, Ink]);
  locomotive(to, head, t, bpm);
}

function wheels(to: Picture, x: number, t: number, places: readonly number[]): void {
  for (const place of places) {
    const cx = x + place;
    if (cx < -60 || cx > 1340) continue;
    ball(to, cx, 652, 30, COLOURS.bone, 9);
    ball(to, cx, 652, 13, COLOURS.sunset, 6);
    const angle = t * 11;
    to.fill(
      line(
        [
          cx - Math.cos(angle) * 24,
          652 - Math.sin(angle) * 24,
          cx + Math.cos(angle) * 24,
          652 + Math.sin(angle) * 24,
        ],
        6,
      ),
      COLOURS.ink,
    );
  }
}

function carriage(
  to: Picture,
  x: number,
  t: number,
  bpm: number,
  index: number,
  [wall, pattern]: readonly [Ink, Ink],
): void {
  if (x > 1300 || x < -CARRIAGE - 40) return;
  const y = 428 - pulse(t - index * 0.11, bpm) * 6;
  to.rect(x - 26, 596, 60, 14, COLOURS.bone);
  to.fill([pill(x + 4, y - 8, 452, 206, 22)], COLOURS.ink);
  to.fill([pill(x + 13, y + 1, 434, 188, 15)], wall);
  to.rect(x + 13, y + 112, 434, 50, COLOURS.ink);
  to.rect(x + 13, y + 118, 434, 38, pattern);
  for (let i = 0; i < 9; i++) {
    if (index % 2 === 0) gem(to, x + 38 + i * 48, y + 137, 15, 13, wall);
    else arrow(to, x + 38 + i * 48, y + 122, 20, 14, 10, wall);
  }
  for (let i = 0; i < 5; i++) {
    const glow = 0.7 + 0.3 * pulse(t + i * 0.19 + index, bpm, 2);
    to.fill([pill(x + 32 + i * 82, y + 20, 70, 74, 10)], COLOURS.ink);
    to.fill([pill(x + 40 + i * 82, y + 28, 54, 58, 5)], mix(COLOURS.sunset, COLOURS.ochre, glow));
    if ((i + index) % 3 !== 0) {
      const sway = Math.sin(t * 3 + i + index) * 3;
      to.fill([disc(x + 67 + i * 82 + sway, y + 56, 11, 16)], COLOURS.ink);
      to.fill([pill(x + 52 + i * 82 + sway, y + 66, 30, 20, 8)], COLOURS.ink);
    }
  }
  wheels(to, x, t, [70, 140, 330, 400]);
}

function locomotive(to: Picture, x: number, t: number, bpm: number): void {
  if (x > 1400) return;
  const y = 418 - pulse(t, bpm) * 6;
  to.fill(
    [[x + 330, y + 120, 1500 + x, y + 20, 1500 + x, y + 330, x + 330, y + 150]],
    COLOURS.ochre,
    0.16,
  );
  drawn(
    to,
    [x + 2, y, x + 250, y, x + 330, y + 92, x + 348, y + 198, x + 2, y + 198],
    COLOURS.sunset,
    14,
  );
  to.fill([[x + 214, y + 22, x + 244, y + 22, x + 296, y + 88, x + 214, y + 88]], COLOURS.ink);
  to.fill([[x + 222, y + 30, x + 240, y + 30, x + 280, y + 80, x + 222, y + 80]], COLOURS.sky);
  to.rect(x + 12, y + 112, 318, 8, COLOURS.ink);
  for (let i = 0; i < 3; i++) {
    const opening = (t * 2 + i / 3) % 1;
    arrowAcross(
      to,
      x + 40 + i * 56 + opening * 10,
      y + 60,
      i % 2 === 0 ? COLOURS.bone : COLOURS.ochre,
    );
  }
  for (let i = 0; i < 6; i++)
    gem(
      to,
      x + 36 + i * 50,
      y + 156,
      18,
      20,
      i % 2 === 0 ? COLOURS.ochre : COLOURS.teal,
      COLOURS.bone,
    );
  ball(to, x + 326, y + 132, 18 + pulse(t, bpm) * 4, COLOURS.ochre, 7);
  const lift = 40 + 5 * Math.sin(t * 5);
  to.fill(
    line([x + 70, y - 4, x + 106, y - lift, x + 70, y - lift * 1.7, x + 130, y - lift * 1.7], 7),
    COLOURS.bone,
  );
  wheels(to, x, t, [60, 130, 230, 300]);
}

function arrowAcross(to: Picture, x: number, y: number, fill: Ink): void {
  drawn(to, [x, y - 34, x + 22, y - 34, x + 46, y, x + 22, y + 34, x, y + 34, x + 24, y], fill, 6);
}

/** Poles in front of everything, quick and dark, with the wires between them. */
function poles(to: Picture, t: number): void {
  const period = 880;
  const shift = (t * 640) % period;
  for (let x = -period; x < 1280 + period; x += period) {
    const at = x - shift + 300;
    to.rect(at, 60, 22, 660, COLOURS.ink);
    to.rect(at - 62, 110, 146, 16, COLOURS.ink);
    for (const wire of [-50, 68]) {
      const points: number[] = [];
      for (let i = 0; i <= 8; i++)
        points.push(at + wire + (i / 8) * period, 112 + Math.sin((i / 8) * Math.PI) * 46);
      to.fill(line(points, 4), COLOURS.ink);
    }
  }
}
