/** Decides which of several clocks is right when the database's time does not run on by itself. */
import { REFUSED_SECONDS } from './clock-check.ts';

/** Beyond this, two clocks do not agree. */
export const AGREE_MS = REFUSED_SECONDS * 1000;

/** Times of one moment, in milliseconds since 1970. */
export interface ClockReadings {
  /** The time of the last agreement, and what has elapsed since. */
  readonly product: number;
  readonly database: number;
  /** `undefined`: the database is embedded, so its clock is the machine's. */
  readonly machine: number | undefined;
  /** Of the carriers that have answered since the clocks disagree. */
  readonly carriers: readonly number[];
  /** Whether another carrier may still answer. */
  readonly isAwaiting: boolean;
}

/**
 * `agreed`: the product follows the database. `stepped`: the database's time is right, and the
 * product's must step to it. `disputed`: the product's time is right, and the database's is not.
 * `unsure`: nobody can say.
 */
export type Verdict = 'agreed' | 'stepped' | 'disputed' | 'unsure';

/**
 * A carrier's clock decides, because nothing of ours sets it and only its charges cost anybody
 * anything. While one may still answer, the machine's clock can confirm that the product's time is
 * right, but not that it is wrong: both machines may have been set by the same mistake. Where no
 * carrier says anything of use, the machine decides, as at a start: calls would otherwise be
 * refused until somebody starts the process again. Money and whatever cannot be undone does not
 * follow this verdict alone (`carrier-times.ts`).
 */
export function judgeClocks(readings: ClockReadings): Verdict {
  const { product, database, machine, carriers, isAwaiting } = readings;
  if (Math.abs(database - product) <= AGREE_MS) return 'agreed';
  const votes = carriers.map((time) => voteOf(time, readings));
  const forProduct = votes.filter((vote) => vote === 'product').length;
  const forDatabase = votes.filter((vote) => vote === 'database').length;
  if (forProduct > forDatabase) return 'disputed';
  if (forDatabase > forProduct) return 'stepped';
  const own = machine === undefined ? 'database' : voteOf(machine, readings);
  if (own === 'product') return 'disputed';
  return own === 'database' && !isAwaiting ? 'stepped' : 'unsure';
}

/**
 * Which of two times a third clock confirms, if any: the nearer one. A clock that is wrong itself
 * still tells a jump that is much greater than its own fault.
 */
function voteOf(
  time: number,
  { product, database }: Pick<ClockReadings, 'product' | 'database'>,
): 'product' | 'database' | undefined {
  const [toProduct, toDatabase] = [Math.abs(time - product), Math.abs(time - database)];
  const [near, far] = [Math.min(toProduct, toDatabase), Math.max(toProduct, toDatabase)];
  if (near > AGREE_MS && near * MUCH_NEARER > far) return undefined;
  return toProduct <= toDatabase ? 'product' : 'database';
}

/** How much nearer a clock must be to one time where it agrees with neither. */
const MUCH_NEARER = 3;
