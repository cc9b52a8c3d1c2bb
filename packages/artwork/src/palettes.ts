import type { SeededRandom } from './seeded-random.ts';

/** The colours of one picture. All outlines are `INK`. */
export interface Palette {
  /** The sky from top to horizon, both dark enough for bone-coloured letters. */
  readonly skyTop: string;
  readonly skyLow: string;
  /** A dark colour for second surfaces. */
  readonly deep: string;
  readonly main: string;
  readonly second: string;
  readonly third: string;
  readonly light: string;
}

/** The colour of outlines and of the product's background. */
export const INK = '#120c1c';
/** The colour of letters. */
export const BONE = '#fff3e0';

const OCHRE = '#ffb627';
const SUNSET = '#ff6a3d';
const PROTEA = '#e8447e';
const TEAL = '#17b8a6';
const SKY = '#5cc8ff';
const LEAF = '#5fbf4a';
const BRICK = '#c8452e';
const SAND = '#f2c48d';

const dusk = { skyTop: '#1b1329', skyLow: '#4a2470', deep: '#3a1f5d', light: BONE };
const lagoon = { skyTop: '#06282e', skyLow: '#0f5a5c', deep: '#0c3f44', light: BONE };
const midnight = { skyTop: '#0d1638', skyLow: '#1d3a80', deep: '#162a60', light: BONE };
const ember = { skyTop: '#2a0f1c', skyLow: '#7a2233', deep: '#551a2b', light: BONE };
const forest = { skyTop: '#0c2416', skyLow: '#1f5a33', deep: '#153f24', light: BONE };
const clay = { skyTop: '#2b1512', skyLow: '#7a3b1f', deep: '#512717', light: '#ffe8c7' };

const BY_GENRE: Readonly<Record<string, readonly Palette[]>> = {
  drama: [
    { ...dusk, main: SUNSET, second: OCHRE, third: TEAL },
    { ...ember, main: OCHRE, second: PROTEA, third: SKY },
    { ...midnight, main: PROTEA, second: SKY, third: OCHRE },
  ],
  comedy: [
    { ...lagoon, main: OCHRE, second: SUNSET, third: PROTEA },
    { ...dusk, main: TEAL, second: OCHRE, third: PROTEA },
    { ...midnight, main: SUNSET, second: OCHRE, third: SKY },
  ],
  music: [
    { ...midnight, main: SKY, second: PROTEA, third: OCHRE },
    { ...dusk, main: PROTEA, second: TEAL, third: OCHRE },
  ],
  gospel: [
    { ...midnight, main: OCHRE, second: SKY, third: SUNSET },
    { ...dusk, main: SKY, second: OCHRE, third: PROTEA },
  ],
  sport: [
    { ...forest, main: OCHRE, second: LEAF, third: SUNSET },
    { ...lagoon, main: LEAF, second: OCHRE, third: SKY },
    { ...midnight, main: LEAF, second: SUNSET, third: OCHRE },
  ],
  documentary: [
    { ...clay, main: SAND, second: BRICK, third: TEAL },
    { ...clay, main: SUNSET, second: SAND, third: LEAF },
    { ...forest, main: SAND, second: SUNSET, third: LEAF },
  ],
  crime: [
    { ...ember, main: BRICK, second: SAND, third: SKY },
    { ...midnight, main: BRICK, second: SKY, third: OCHRE },
    { ...lagoon, main: SUNSET, second: TEAL, third: SAND },
  ],
  romance: [
    { ...ember, main: PROTEA, second: SAND, third: SUNSET },
    { ...dusk, main: PROTEA, second: SUNSET, third: OCHRE },
  ],
  kids: [
    { ...midnight, main: OCHRE, second: TEAL, third: PROTEA },
    { ...lagoon, main: PROTEA, second: SKY, third: OCHRE },
    { ...forest, main: SKY, second: OCHRE, third: PROTEA },
  ],
  food: [
    { ...clay, main: OCHRE, second: BRICK, third: LEAF },
    { ...ember, main: SUNSET, second: OCHRE, third: LEAF },
  ],
  reality: [
    { ...dusk, main: OCHRE, second: PROTEA, third: SKY },
    { ...lagoon, main: SKY, second: SUNSET, third: OCHRE },
  ],
  thriller: [
    { ...midnight, main: TEAL, second: BRICK, third: SAND },
    { ...forest, main: BRICK, second: TEAL, third: OCHRE },
    { ...ember, main: SKY, second: BRICK, third: SAND },
  ],
  history: [
    { ...clay, main: BRICK, second: OCHRE, third: SKY },
    { ...ember, main: SAND, second: TEAL, third: OCHRE },
    { ...forest, main: BRICK, second: SAND, third: OCHRE },
  ],
  nature: [
    { ...forest, main: LEAF, second: SAND, third: SKY },
    { ...lagoon, main: TEAL, second: SAND, third: SUNSET },
    { ...midnight, main: SKY, second: LEAF, third: SAND },
  ],
  lifestyle: [
    { ...lagoon, main: PROTEA, second: SAND, third: LEAF },
    { ...forest, main: OCHRE, second: PROTEA, third: SAND },
    { ...clay, main: TEAL, second: OCHRE, third: PROTEA },
  ],
  talk: [
    { ...dusk, main: SKY, second: SUNSET, third: SAND },
    { ...clay, main: SKY, second: OCHRE, third: PROTEA },
    { ...lagoon, main: SAND, second: PROTEA, third: OCHRE },
  ],
  learning: [
    { ...midnight, main: LEAF, second: OCHRE, third: PROTEA },
    { ...forest, main: TEAL, second: OCHRE, third: SUNSET },
    { ...dusk, main: LEAF, second: SKY, third: OCHRE },
  ],
};

/** Chooses a palette of the genre, or of all genres if the genre is unknown, by the seed. */
export function paletteFor(genre: string, random: SeededRandom): Palette {
  const palettes = BY_GENRE[genre.toLowerCase()] ?? Object.values(BY_GENRE).flat();
  return random.pick(palettes);
}
