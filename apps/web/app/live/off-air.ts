import type { Airing } from './on-air.ts';

/** A channel without a programme now. */
export interface OffAir {
  /** When it comes back; null: the schedule does not say. */
  readonly back: string | null;
}

/**
 * Whether a channel with these programmes, soonest first, is off air at `at` (milliseconds since
 * 1970). Once all of them have ended the page does not know, and the channel counts as on air: the
 * play call decides.
 */
export function offAirAt(programmes: readonly Airing[], at: number): OffAir | undefined {
  const last = programmes.at(-1);
  if (!last) return { back: null };
  const next = programmes.find(({ endsAt }) => at < Date.parse(endsAt));
  return next && at < Date.parse(next.startsAt) ? { back: next.startsAt } : undefined;
}
