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
  /** Of the carriers that were asked since the clocks disagree. */
  readonly carriers: readonly number[];
  /** Whether there are carriers that can be asked. */
  readonly hasCarriers: boolean;
}

/**
 * `agreed`: the product follows the database. `stepped`: the database's time is right, and the
 * product's must step to it. `disputed`: the product's time is right, and the database's is not.
 * `unsure`: nobody can say.
 */
export type Verdict = 'agreed' | 'stepped' | 'disputed' | 'unsure';

/**
 * A carrier's clock decides, because nothing of ours sets it and only its charges cost anybody
 * anything. Without its word the machine's clock can confirm that the product's time is right, but
 * never that it is wrong: both machines may have been set by the same mistake. Where all carriers
 * are simulated, no money is real and the machine decides.
 */
export function judgeClocks(readings: ClockReadings): Verdict {
  const { product, database, machine, carriers, hasCarriers } = readings;
  if (Math.abs(database - product) <= AGREE_MS) return 'agreed';
  const votes = carriers.map((time) => voteOf(time, readings));
  const [forProduct, forDatabase] = [votes.includes('product'), votes.includes('database')];
  if (forProduct && forDatabase) return 'unsure';
  if (forProduct) return 'disputed';
  if (forDatabase) return 'stepped';
  const own = machine === undefined ? 'database' : voteOf(machine, readings);
  if (own === 'product') return 'disputed';
  return own === 'database' && !hasCarriers ? 'stepped' : 'unsure';
}

/** Which of two times a third clock confirms, if any: the nearer one. */
function voteOf(
  time: number,
  { product, database }: Pick<ClockReadings, 'product' | 'database'>,
): 'product' | 'database' | undefined {
  const [toProduct, toDatabase] = [Math.abs(time - product), Math.abs(time - database)];
  if (Math.min(toProduct, toDatabase) > AGREE_MS) return undefined;
  return toProduct <= toDatabase ? 'product' : 'database';
}
