import type { Colour } from '@bonisa/domain/colour';

/** The colours that stand for a picture: a placeholder of three, and an accent. */

type Rgb = readonly [number, number, number];

/** Contrast with the dark page that an accent must have. */
const LEAST_LUMINANCE = 0.2;
const HUES = 12;

/** `#rrggbb` */
export function hexOf(colour: Rgb): Colour {
  const part = (value: number): string => Math.round(value).toString(16).padStart(2, '0');
  return `#${colour.map(part).join('')}`;
}

/** The strongest colour among pixels (three bytes each), light enough to be read on a dark page. */
export function accentOf(pixels: Uint8Array): string {
  const sums = Array.from({ length: HUES }, () => ({ weight: 0, red: 0, green: 0, blue: 0 }));
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
    const spread = Math.max(red, green, blue) - Math.min(red, green, blue);
    const weight = 0.001 + (spread / 255) ** 2;
    const sum = sums[Math.min(HUES - 1, Math.floor(hueOf(red, green, blue) * HUES))];
    if (!sum) continue;
    sum.weight += weight;
    sum.red += weight * red;
    sum.green += weight * green;
    sum.blue += weight * blue;
  }
  const best = sums.reduce((most, one) => (one.weight > most.weight ? one : most));
  const weight = best.weight || 1;
  return hexOf(lightened([best.red / weight, best.green / weight, best.blue / weight]));
}

/**
 * The mean colour of what can be seen of pixels (red, green, blue and opacity, a byte each);
 * `undefined` where nothing can.
 */
export function visibleColour(pixels: Uint8Array): Colour | undefined {
  const sum = { red: 0, green: 0, blue: 0, seen: 0 };
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, opacity = 0] = pixels.subarray(at, at + 4);
    sum.red += red * opacity;
    sum.green += green * opacity;
    sum.blue += blue * opacity;
    sum.seen += opacity;
  }
  if (sum.seen === 0) return undefined;
  return hexOf([sum.red / sum.seen, sum.green / sum.seen, sum.blue / sum.seen]);
}

/** Between 0 and 1. */
function hueOf(red: number, green: number, blue: number): number {
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  if (spread === 0) return 0;
  const sixth =
    most === red
      ? (green - blue) / spread
      : most === green
        ? 2 + (blue - red) / spread
        : 4 + (red - green) / spread;
  return ((sixth + 6) % 6) / 6;
}

function lightened(colour: Rgb): Rgb {
  let light = colour;
  while (luminanceOf(light) < LEAST_LUMINANCE)
    light = light.map((value) => value + (255 - value) * 0.1) as unknown as Rgb;
  return light;
}

/** Relative luminance as WCAG defines it. */
export function luminanceOf(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
