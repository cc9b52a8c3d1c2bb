import { bird, fish } from './emblem-animals.ts';
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
  book,
  bull,
  cup,
  drum,
  eye,
  fish,
  heart,
  house,
  lamp,
  mask,
  mountain,
  pot,
  protea,
  queen,
  radio,
  record,
  shield,
  star,
  street,
  sun,
  taxi,
  train,
  tree,
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
