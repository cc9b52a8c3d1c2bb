/**
 * Chance from a seed. Every draw is named by what it is for (`charge`, the number, the
 * how-manieth), not taken from one long row of numbers: what one part of a run draws does not
 * depend on how much another has drawn, so that a failure comes again when only the order of
 * independent things has changed.
 */
export interface Random {
  /** From 0, below 1. */
  next(): number;
  /** Whether something happens whose probability this is. */
  chance(probability: number): boolean;
  /** A number from `from` (included) to `to` (excluded). */
  between(from: number, to: number): number;
  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /**
   * One of these, by weight; nothing where the weights add up to less than 1 and the rest is drawn.
   */
  weighted<Name extends string>(weights: Readonly<Partial<Record<Name, number>>>): Name | undefined;
}

export type RandomSource = (...subject: readonly (string | number)[]) => Random;

/** All draws of one seed. */
export function createRandomSource(seed: string): RandomSource {
  return (...subject) => createRandom(hash(`${seed} ${subject.join(' ')}`));
}

function createRandom(start: number): Random {
  let state = start;
  // Mulberry32: 32 bits of state, good enough to shuffle with, the same everywhere.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (from: number, to: number): number => from + next() * (to - from);
  const whole = (from: number, to: number): number => Math.floor(between(from, to + 1));
  return {
    next,
    chance: (probability) => next() < probability,
    between,
    whole,
    pick: (items) => {
      const picked = items[Math.floor(next() * items.length)];
      if (picked === undefined) throw new RangeError('nothing to pick from');
      return picked;
    },
    weighted: (weights) => {
      let left = next();
      for (const [name, weight] of Object.entries(weights) as [never, number][]) {
        if (left < weight) return name;
        left -= weight;
      }
      return undefined;
    },
  };
}

/** FNV-1a with a final mix: subjects that differ in one digit draw quite differently. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) | 0;
}
