import type { Airing } from './on-air.ts';

/** A channel without a programme now. */
export interface OffAir {
  /** When it comes back; null: the schedule does not say. */
  readonly back: string | null;
}

/** A channel in the guide: its programmes, and those near now where the others are not. */
export interface Listed {
  readonly programmes: readonly Airing[];
  readonly near: readonly Airing[] | null;
}

/** Whether a channel is off air at `at`, whatever window of the guide shows it. */
export function offAirNow({ programmes, near }: Listed, at: number): OffAir | undefined {
  return offAirAt(near ?? programmes, at);
}

/**
 * Whether a channel has gone on or off air since `read`, when its page was read, by the browser's
 * clock (`at`). The page and its player go by `read` until the page is read again, so that they
 * never disagree.
 */
export function hasTurned(channel: Listed, read: number, at: number): boolean {
  return (offAirNow(channel, read) === undefined) !== (offAirNow(channel, at) === undefined);
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
