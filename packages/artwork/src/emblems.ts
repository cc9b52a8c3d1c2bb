import { bird, elephant, fish, hen } from './emblem-animals.ts';
import { boy, child, choir, elder, gogo, headset, man, singer, woman } from './emblem-faces.ts';
import { braai, candle, jar, kite, stall, washing } from './emblem-home.ts';
import { boat, bus, tractor } from './emblem-journeys.ts';
import { guitar, microphone } from './emblem-music.ts';
import { house, mask, mountain, street, tree } from './emblem-places.ts';
import { bull, eye, heart, protea, queen, star, sun } from './emblem-signs.ts';
import {
  ball,
  book,
  cup,
  drum,
  lamp,
  pot,
  radio,
  record,
  shield,
  taxi,
  train,
} from './emblem-things.ts';
import type { Palette } from './palettes.ts';

/** The motifs in the middle of a picture, by name. */
export const EMBLEMS = {
  ball,
  bird,
  boat,
  book,
  boy,
  braai,
  bull,
  bus,
  candle,
  child,
  choir,
  cup,
  drum,
  elder,
  elephant,
  eye,
  fish,
  gogo,
  guitar,
  headset,
  heart,
  hen,
  house,
  jar,
  kite,
  lamp,
  man,
  mask,
  microphone,
  mountain,
  pot,
  protea,
  queen,
  radio,
  record,
  shield,
  singer,
  stall,
  star,
  street,
  sun,
  taxi,
  tractor,
  train,
  tree,
  washing,
  woman,
} as const satisfies Record<string, (palette: Palette) => string>;

export type EmblemName = keyof typeof EMBLEMS;

export const EMBLEM_NAMES = Object.keys(EMBLEMS) as readonly EmblemName[];

export function isEmblemName(name: string): name is EmblemName {
  return Object.hasOwn(EMBLEMS, name);
}

const BY_GENRE: Readonly<Record<string, readonly EmblemName[]>> = {
  drama: ['house', 'mask', 'lamp', 'shield', 'tree', 'queen', 'sun'],
  comedy: ['taxi', 'pot', 'radio', 'street', 'mask', 'bull'],
  music: ['record', 'radio', 'star', 'queen', 'sun'],
  gospel: ['star', 'lamp', 'sun', 'protea'],
  sport: ['ball', 'shield', 'bull', 'mountain'],
  documentary: ['mountain', 'tree', 'bull', 'protea', 'sun'],
  crime: ['eye', 'street', 'mask', 'house'],
  romance: ['heart', 'protea', 'queen', 'lamp'],
  kids: ['sun', 'bull', 'star', 'tree', 'ball'],
  food: ['pot', 'street', 'sun', 'protea'],
  reality: ['street', 'taxi', 'queen', 'house', 'radio'],
  thriller: ['eye', 'mask', 'train', 'lamp', 'street'],
  history: ['book', 'shield', 'house', 'drum', 'queen'],
  nature: ['bird', 'fish', 'tree', 'mountain', 'protea'],
  lifestyle: ['protea', 'cup', 'house', 'sun', 'queen'],
  talk: ['cup', 'radio', 'house', 'book', 'street'],
  learning: ['book', 'lamp', 'star', 'sun', 'ball'],
};

/** Returns the emblems that suit a genre, or all emblems for an unknown genre. */
export function emblemsOf(genre: string): readonly EmblemName[] {
  return BY_GENRE[genre.toLowerCase()] ?? EMBLEM_NAMES;
}
