import { arrow, COLOURS, drawn, ease, frieze, gem, OUTLINE, pulse } from '../brush.ts';
import type { Ink, Picture } from '../raster.ts';
import { box, diamond, disc, steps } from '../shapes.ts';
import type { Painter } from './scene.ts';

const PANEL = { left: 250, right: 1030, top: 84, bottom: 636 } as const;

/**
 * A wall paints itself: chevrons open, diamonds breathe, a stepped house wakes; a stepped iris
 * turns the page.
 */
export function paintWall(bpm: number): Painter {
  return (to, t) => {
    const page = t < 8 ? 0 : t < 16 ? 1 : 2;
    if (page === 0) chevrons(to, t, bpm);
    else if (page === 1) diamonds(to, t, bpm);
    else house(to, t - 16, bpm);
    columns(to, t, bpm);
    frieze(to, 0, 76, 64, (t * 30) % 64, [
      COLOURS.bone,
      page === 1 ? COLOURS.cobalt : COLOURS.sunset,
    ]);
    frieze(to, 644, 76, 64, (-t * 30) % 64, [
      COLOURS.bone,
      page === 1 ? COLOURS.protea : COLOURS.teal,
    ]);
    iris(to, t, bpm);
  };
}

function chevrons(to: Picture, t: number, bpm: number): void {
  const colours: Ink[] = [
    COLOURS.sunset,
    COLOURS.bone,
    COLOURS.plum,
    COLOURS.ochre,
    COLOURS.teal,
    COLOURS.pine,
  ];
  to.rect(PANEL.left, PANEL.top, 780, 560, COLOURS.night);
  const travel = (t * bpm) / 60 / 2 + 0.12 * pulse(t, bpm);
  const rise = 60 + 230 * ease(t, 0, 3.5);
  for (let i = -6; i < 12; i++) {
    const top = 640 - rise * 0.4 - (i + (travel % 1)) * 78;
    const step = i - Math.floor(travel);
    const colour = colours[((step % 6) + 6) % 6] as Ink;
    arrow(to, 640, top, 392, rise, 78, colour);
  }
  const beat = pulse(t, bpm, 2);
  gem(to, 640, 330, 74 + beat * 20, 104 + beat * 26, COLOURS.protea, COLOURS.bone);
}

function diamonds(to: Picture, t: number, bpm: number): void {
  const rings: Ink[] = [
    COLOURS.indigo,
    COLOURS.sky,
    COLOURS.bone,
    COLOURS.protea,
    COLOURS.ochre,
    COLOURS.cobalt,
  ];
  to.rect(PANEL.left, PANEL.top, 780, 560, COLOURS.indigo);
  const flow = (t * bpm) / 60 / 4;
  for (let i = 11; i >= 0; i--) {
    const size = (i + (flow % 1)) * 66 + 10 + pulse(t - i * 0.045, bpm) * 14;
    const step = i - Math.floor(flow);
    to.fill([diamond(640, 360, size * 1.1 + 6, size + 6)], COLOURS.ink);
    to.fill([diamond(640, 360, size * 1.1 - 3, size - 3)], rings[((step % 6) + 6) % 6] as Ink);
  }
  for (const [x, y] of [
    [336, 178],
    [944, 178],
    [336, 542],
    [944, 542],
  ] as const) {
    const size = 46 + pulse(t + (x > 640 ? 60 / bpm : 0), bpm, 2) * 24;
    gem(to, x, y, size, size * 1.2, COLOURS.sunset, COLOURS.bone);
  }
}

function house(to: Picture, t: number, bpm: number): void {
  const beat = pulse(t, bpm);
  to.gradient(76, 644, [COLOURS.ink, COLOURS.plum, COLOURS.protea]);
  const grow = ease(t, 0.2, 3);
  const rows: readonly (readonly [number, Ink])[] = [
    [390, COLOURS.sky],
    [310, COLOURS.protea],
    [236, COLOURS.ochre],
    [166, COLOURS.bone],
    [98, COLOURS.teal],
  ];
  rows.forEach(([half, colour], i) => {
    const height =
      (520 - i * 84) * ease(grow, i * 0.14, 0.4 + i * 0.14) + (i === 2 ? beat * 12 : 0);
    if (height > 8) drawn(to, steps(640, 640, half, height, 5 - (i > 2 ? 1 : 0)), colour, 10);
  });
  const open = ease(t, 3, 3.5) * (1 - Math.max(0, 1 - Math.abs(((t + 1.2) % 2.6) - 1.3) * 9));
  for (const side of [-1, 1]) {
    const x = 640 + side * 118;
    to.fill([disc(x, 372, 62)], COLOURS.ink);
    to.fill([diamond(x, 372, 44, 44 * Math.max(0.08, open))], COLOURS.bone);
    to.fill([disc(x + Math.sin(t * 1.4) * 14, 372, 15 * open)], COLOURS.ink);
  }
  const mouth = 14 + beat * 34;
  drawn(to, box(586, 560 - mouth / 2, 108, mouth + 24), COLOURS.sunset);
}

function columns(to: Picture, t: number, bpm: number): void {
  for (const side of [0, 1]) {
    const left = side === 0 ? 0 : PANEL.right;
    to.rect(left, 76, 250, 568, COLOURS.bone);
    to.rect(side === 0 ? 250 - OUTLINE / 2 : left - OUTLINE / 2, 76, OUTLINE, 568, COLOURS.ink);
    const cx = left + 125;
    const colours: Ink[] = [COLOURS.ochre, COLOURS.teal, COLOURS.sunset, COLOURS.sky];
    for (let i = 0; i < 4; i++) {
      const beat = pulse(t - i * (15 / bpm), bpm, 2);
      const baseline = 214 + i * 142;
      drawn(to, steps(cx, baseline, 104, 92 + beat * 26, 4), colours[(i + side) % 4] as Ink);
      gem(to, cx, baseline - 40, 24, 28, COLOURS.bone, COLOURS.protea);
    }
  }
}

/** Closes before a page turns and opens after it. */
function iris(to: Picture, t: number, bpm: number): void {
  const beat = 60 / bpm;
  const nearest = t < 4 ? 0 : t < 12 ? 8 : 16;
  const open = nearest === 0 ? ease(t, 0, 1.2) : Math.min(1, Math.abs(t - nearest) / beat);
  if (open >= 1) return;
  const reach = open * 1150;
  const hole = [640, 360 - reach, 640 - reach, 360, 640, 360 + reach, 640 + reach, 360];
  to.fill([box(0, 0, 1280, 720), hole], COLOURS.ink);
}
