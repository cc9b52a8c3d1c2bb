import { useSyncExternalStore } from 'react';
import { say } from '../words/words.ts';

/** South Africa has one time zone, two hours ahead of UTC, without summer time. */
export const OFFSET = 2 * 3_600_000;
const DAY = 24 * 3_600_000;

/** ISO 8601 in UTC. */
export interface Airing {
  readonly startsAt: string;
  readonly endsAt: string;
}

/** A live channel's programmes as the server rendered them. */
export interface Listing<Programme extends Airing> {
  readonly now: Programme | null;
  readonly next: readonly Programme[];
}

/** A live channel's programmes at an instant, as far as the page knows them. */
export interface OnAir<Programme extends Airing> extends Listing<Programme> {
  /** The elapsed share of the current programme, 0 to 1. */
  readonly progress: number;
}

/**
 * The programmes at `at`, from the rendered listing. Time passes while a page is open, so the
 * browser recomputes. If its clock is before the current programme or after all known ones, the
 * rendered listing stays.
 */
export function onAir<Programme extends Airing>(
  { now, next }: Listing<Programme>,
  at: Date,
): OnAir<Programme> {
  const known = now ? [now, ...next] : next;
  const instant = at.getTime();
  const last = known.at(-1);
  const believed =
    last !== undefined &&
    instant < Date.parse(last.endsAt) &&
    (!now || instant >= Date.parse(now.startsAt));
  if (!believed) return { now, next, progress: 0 };
  const on =
    known.find(
      ({ startsAt, endsAt }) => Date.parse(startsAt) <= instant && instant < Date.parse(endsAt),
    ) ?? null;
  return {
    now: on,
    next: known.filter(({ startsAt }) => Date.parse(startsAt) > instant),
    progress: on
      ? (instant - Date.parse(on.startsAt)) / (Date.parse(on.endsAt) - Date.parse(on.startsAt))
      : 0,
  };
}

/** `19:30`, in South African time. */
export function timeWords(instant: string): string {
  return new Date(Date.parse(instant) + OFFSET).toISOString().slice(11, 16);
}

/** `19:30` on the day of `reference`, `Tomorrow 06:00` on the next, `Mon 06:00` on any other. */
export function dayAndTimeWords(instant: string, reference: string | Date): string {
  const days = dayOf(Date.parse(instant)) - dayOf(new Date(reference).getTime());
  if (days === 0) return timeWords(instant);
  const day =
    days === 1 ? say('date.tomorrow') : weekdayName(new Date(Date.parse(instant) + OFFSET));
  return `${day} ${timeWords(instant)}`;
}

/** `Mon`, of a date that {@link OFFSET} has moved to South African time. */
export function weekdayName(local: Date): string {
  return say('date.short_weekdays', { weekday: local.getUTCDay() });
}

/** Days since 1970 in South Africa. */
export function dayOf(milliseconds: number): number {
  return Math.floor((milliseconds + OFFSET) / DAY);
}

/** A programme's progress bar moves twice a minute. */
const TICK_MS = 30_000;

let current: Date | undefined;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick() {
  current = new Date();
  for (const listener of listeners) listener();
}

/** One clock for all live channels on the page; it stops without listeners. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, TICK_MS);
  current = new Date();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    current = undefined;
  };
}

/** The browser's clock, twice a minute; `undefined` on the server and during hydration. */
export function useClock(): Date | undefined {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  );
}

/**
 * The current and next programmes. During hydration the rendered listing; afterwards the browser's
 * clock advances it.
 */
export function useOnAir<Programme extends Airing>(
  listing: Listing<Programme>,
): OnAir<Programme> & { readonly at: Date | undefined } {
  const at = useClock();
  return at ? { ...onAir(listing, at), at } : { ...listing, progress: 0, at: undefined };
}
