import { WEEK_MINUTES, type WeeklySlot } from './live-schedule.ts';

/** The week of a live channel as an editor sees it: what overlaps, and what is off air. */

/** Two programmes at the same time, by their places in the list that was given. */
export interface Overlap {
  readonly slot: number;
  readonly other: number;
}

export interface Week {
  readonly overlaps: readonly Overlap[];
  /** The times without a programme, from Monday 00:00 on; one may run over the end of the week. */
  readonly gaps: readonly WeeklySlot[];
}

/** Finds overlaps and gaps, across the end of the week as well. */
export function weekOf(slots: readonly WeeklySlot[]): Week {
  const ordered = slots
    .map((slot, place) => ({ ...slot, place }))
    .toSorted((a, b) => a.startsAt - b.startsAt || a.place - b.place);
  if (ordered.length === 0) return { overlaps: [], gaps: [{ startsAt: 0, minutes: WEEK_MINUTES }] };
  const overlaps: Overlap[] = [];
  const gaps: WeeklySlot[] = [];
  // The programme that runs longest so far, at first what runs over from the week before.
  let running = ordered
    .map(({ place, startsAt, minutes }) => ({ place, end: startsAt + minutes - WEEK_MINUTES }))
    .reduce((one, other) => (other.end > one.end ? other : one));
  const isOnAirAtFirst = running.end >= 0;
  for (const { place, startsAt, minutes } of ordered) {
    if (startsAt < running.end) overlaps.push({ slot: place, other: running.place });
    if (startsAt > running.end && running.end >= 0)
      gaps.push({ startsAt: running.end, minutes: startsAt - running.end });
    if (startsAt + minutes > running.end) running = { place, end: startsAt + minutes };
  }
  const last = Math.max(...ordered.map((slot) => slot.startsAt + slot.minutes));
  const begins = (ordered[0]?.startsAt ?? 0) + WEEK_MINUTES;
  if (last < begins && !isOnAirAtFirst)
    gaps.push({ startsAt: last % WEEK_MINUTES, minutes: begins - last });
  return { overlaps, gaps: gaps.toSorted((a, b) => a.startsAt - b.startsAt) };
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** A minute of the week in words: `Tue 18:30`. */
export function weekTime(minute: number): string {
  const within = minute % WEEK_MINUTES;
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = DAYS[Math.floor(within / 1440)];
  return `${day} ${two(Math.floor((within % 1440) / 60))}:${two(within % 60)}`;
}
