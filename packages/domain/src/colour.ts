/** A colour as `#rrggbb`. */
export type Colour = `#${string}`;

const CHANNELS = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;

/** Whether a text is a colour as `#rrggbb`. */
export function isColour(text: string): text is Colour {
  return CHANNELS.test(text);
}

/** Red, green and blue of a colour, from 0 to 255. Throws a RangeError for what is no colour. */
export function channelsOf(colour: Colour): number[] {
  const found = CHANNELS.exec(colour);
  if (!found) throw new RangeError('a colour is written as #rrggbb');
  return found.slice(1).map((channel) => Number.parseInt(channel, 16));
}

/** How light a colour is, from 0 (black) to 1 (white): WCAG 2.2, relative luminance. */
export function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours, from 1 to 21: WCAG 2.2, contrast ratio. */
export function contrastRatio(colour: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(colour), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** A colour between two: `share` of the second, from 0 to 1. */
export function mixColours(first: Colour, second: Colour, share: number): Colour {
  const into = channelsOf(second);
  const mixed = channelsOf(first).map((channel, i) =>
    Math.round(channel + ((into[i] ?? 0) - channel) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${mixed.join('')}`;
}
