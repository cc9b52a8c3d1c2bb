import type { Random } from './random.ts';

/** The process is gone: nothing that it had begun goes on. */
export class CrashError extends Error {
  constructor(where: string) {
    super(`the process died ${where}`);
    this.name = 'CrashError';
  }
}

/** Counts of everything that a run injected or met, by name. */
export type Tally = Map<string, number>;

export function count(tally: Tally, name: string): void {
  tally.set(name, (tally.get(name) ?? 0) + 1);
}

/**
 * When processes die. One plan for a whole run; each life of the process asks it at every point.
 */
export interface CrashPlan {
  diesAt(point: string): boolean;
}

export const NO_CRASHES: CrashPlan = { diesAt: () => false };

/** So many times a point is passed, in the mean, before the process first dies there. */
const PASSES_TO_FIRST = 50;

/**
 * Chooses at random the points at which processes crash. Each crash at a kind of point makes the
 * next one there rarer, so that every kind is met and most of a run is left for work. After
 * `isOver` returns true nothing crashes: a run ends with days without faults.
 */
export function createCrashPlan(random: Random, deaths: Tally, isOver: () => boolean): CrashPlan {
  return {
    diesAt: (point) => {
      if (isOver()) return false;
      const before = deaths.get(point) ?? 0;
      if (!random.chance(1 / (PASSES_TO_FIRST * (1 + before) ** 2))) return false;
      count(deaths, point);
      return true;
    },
  };
}

/** One life of the process: alive until a point at which it dies, then dead for good. */
export interface Life {
  readonly dead: boolean;
  /** Throws a {@link CrashError} where the process is dead, or dies here. */
  pass(point: string): void;
}

export function createLife(plan: CrashPlan): Life {
  let dead = false;
  return {
    get dead() {
      return dead;
    },
    pass: (point) => {
      if (!dead && plan.diesAt(point)) dead = true;
      if (dead) throw new CrashError(point);
    },
  };
}
