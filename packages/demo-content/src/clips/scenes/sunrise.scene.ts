import { arrow, ball, COLOURS, ease, frieze, gem, OUTLINE, pulse, seeded } from '../brush.ts';
import { type Ink, mix, type Picture } from '../raster.ts';
import { box, diamond, line, pill, ray, ridge } from '../shapes.ts';
import type { Painter } from './scene.ts';

const FAR = [90, 120, 150, 180, 180, 150, 120, 140, 110, 80];
const MIDDLE = [60, 60, 110, 160, 200, 160, 120, 90, 70, 40];
const NEAR = [30, 55, 80, 55, 30, 10, 10, 35, 60, 35];

/** Night goes, the sun comes up over stepped hills, and the first taxi of the day crosses. */
export function paintSunrise(bpm: number): Painter {
  const random = seeded(7);
  const stars = Array.from({ length: 70 }, () => ({
    x: random() * 1280,
    y: random() * 420,
    size: 2 + random() * 5,
    phase: random() * 6.28,
  }));
  return (to, t) => {
    const dawn = ease(t, 1, 15);
    sky(to, dawn);
    for (const star of stars) {
      const glow = (1 - dawn * 1.3) * (0.6 + 0.4 * Math.sin(t * 2.2 + star.phase));
      to.fill([diamond(star.x - t * 3, star.y, star.size, star.size * 1.4)], COLOURS.bone, glow);
    }
    sun(to, t, bpm, dawn);
    birds(to, t);
    hills(to, FAR, 900, 560, -t * 12, mix(COLOURS.plum, COLOURS.protea, dawn * 0.75));
    hills(to, MIDDLE, 1100, 610, -t * 26 + 200, mix(COLOURS.night, COLOURS.sunset, dawn * 0.8));
    hills(to, NEAR, 800, 620, -t * 52, mix(COLOURS.ink, COLOURS.pine, 0.3 + dawn * 0.7));
    road(to, t);
    taxi(to, t, bpm);
  };
}

function sky(to: Picture, dawn: number): void {
  const { ink, night, plum, violet, protea, sunset, ochre } = COLOURS;
  to.gradient(0, 600, [
    mix(ink, plum, dawn),
    mix(night, violet, dawn),
    mix(plum, protea, dawn),
    mix(plum, sunset, dawn),
    mix(violet, ochre, dawn),
  ]);
  to.rect(0, 600, 1280, 120, ink);
}

function sun(to: Picture, t: number, bpm: number, dawn: number): void {
  const cy = 690 - 450 * ease(t, 0.5, 16);
  const beat = pulse(t, bpm, 2);
  for (let i = 0; i < 14; i++) {
    const angle = (i / 14) * Math.PI * 2 + t * 0.12;
    to.fill(
      [ray(640, cy, 150, 1000, angle, 0.2)],
      i % 2 === 0 ? COLOURS.ochre : COLOURS.protea,
      0.12 + dawn * 0.2,
    );
  }
  ball(to, 640, cy, 168 + beat * 10, COLOURS.ochre, 14);
  ball(to, 640, cy, 122 + beat * 7, COLOURS.sunset, 12);
  ball(to, 640, cy, 74 + beat * 5, COLOURS.protea, 10);
  gem(to, 640, cy, 34 + beat * 8, 34 + beat * 8, COLOURS.bone, COLOURS.ochre);
}

function birds(to: Picture, t: number): void {
  for (let i = 0; i < 7; i++) {
    const x = -160 + (t - 6) * (74 + i * 3) - i * 70;
    const y = 150 + (i % 3) * 48 + Math.sin(t * 1.3 + i) * 14;
    const lift = Math.sin(t * 9 + i * 1.7) * 17;
    to.fill(line([x - 30, y - lift, x, y + 6, x + 30, y - lift], 9), COLOURS.ink);
  }
}

function hills(
  to: Picture,
  heights: readonly number[],
  period: number,
  base: number,
  offset: number,
  fill: Ink,
): void {
  const top = ridge(heights, period, base, offset % period, 1280);
  const closed = [...top, top[top.length - 2] as number, 720, top[0] as number, 720];
  to.fill([closed], fill);
  const light = ridge(
    heights.map((height) => height - 26),
    period,
    base,
    offset % period,
    1280,
  );
  to.fill(line(light, 7), mix(fill, COLOURS.bone, 0.4));
  to.fill(line(top, OUTLINE + 2), COLOURS.ink);
}

function road(to: Picture, t: number): void {
  frieze(to, 604, 34, 46, (-t * 150) % 46, [COLOURS.teal, COLOURS.bone]);
  to.rect(0, 642, 1280, 78, COLOURS.night);
  const shift = (t * 300) % 160;
  for (let x = -160; x < 1440; x += 160) to.rect(x - shift, 680, 84, 9, COLOURS.ochre);
}

/** The minibus comes in, drives along in the middle with a bounce on the beat, and leaves. */
function taxi(to: Picture, t: number, bpm: number): void {
  const x = -460 + 760 * ease(t, 3, 9) + 1200 * ease(t, 17, 23);
  if (x < -450 || x > 1400) return;
  const y = 498 - pulse(t, bpm) * 7;
  to.fill([pill(x - 7, y - 7, 414, 150, 34)], COLOURS.ink);
  to.fill([pill(x + 2, y + 2, 396, 132, 26)], COLOURS.bone);
  to.rect(x + 2, y + 78, 396, 26, COLOURS.sunset);
  to.rect(x + 2, y + 72, 396, 7, COLOURS.ink);
  to.rect(x + 2, y + 103, 396, 7, COLOURS.ink);
  for (let i = 0; i < 4; i++) {
    to.fill([pill(x + 22 + i * 88, y + 17, 78, 50, 10)], COLOURS.ink);
    to.fill(
      [pill(x + 29 + i * 88, y + 24, 64, 36, 6)],
      i === 3 ? COLOURS.sky : mix(COLOURS.sky, COLOURS.indigo, 0.35),
    );
  }
  for (let i = 0; i < 8; i++) gem(to, x + 40 + i * 46, y + 91, 12, 9, COLOURS.ochre);
  to.fill([box(x + 388, y + 92, 16, 22)], COLOURS.ochre);
  to.fill([pill(x + 90, y - 30, 220, 24, 8)], COLOURS.ink);
  for (let i = 0; i < 5; i++)
    to.rect(x + 104 + i * 40, y - 24, 30, 12, i % 2 ? COLOURS.protea : COLOURS.teal);
  for (const wheel of [92, 306]) {
    ball(to, x + wheel, y + 142, 36, COLOURS.night, 12);
    ball(to, x + wheel, y + 142, 19, COLOURS.bone, 8);
    for (let i = 0; i < 3; i++) {
      const angle = t * 9 + (i * Math.PI) / 3;
      to.fill(
        line(
          [
            x + wheel - Math.cos(angle) * 14,
            y + 142 - Math.sin(angle) * 14,
            x + wheel + Math.cos(angle) * 14,
            y + 142 + Math.sin(angle) * 14,
          ],
          5,
        ),
        COLOURS.ink,
      );
    }
  }
  for (let i = 0; i < 4; i++) {
    const age = (t * 2 + i / 4) % 1;
    to.fill(
      [diamond(x - 20 - age * 120, y + 150 - age * 40, 8 + age * 22, 8 + age * 22)],
      COLOURS.bone,
      0.5 * (1 - age),
    );
  }
  arrow(to, x + 200, y + 114, 20, 10, 6, COLOURS.protea);
}
