import { say } from '../words/words.ts';
import { dayOf, OFFSET, useClock, weekdayName } from './on-air.ts';

/** The times of the guide: apart from those of a tile, which home needs. */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * The time to compare programmes with: the browser's clock, unless it disagrees with the server's
 * time of the page (`at`) by more than a page lives.
 */
export function useTime(at: string): number {
  const server = Date.parse(at);
  const browser = useClock()?.getTime() ?? server;
  return browser >= server - MINUTE && browser < server + DAY ? browser : server;
}

/** `Tomorrow` for the day after `reference`, `Wed 25` for any other. */
export function dayWords(instant: string, reference: string): string {
  if (dayOf(Date.parse(instant)) - dayOf(Date.parse(reference)) === 1) return say('date.tomorrow');
  const local = new Date(Date.parse(instant) + OFFSET);
  return `${weekdayName(local)} ${local.getUTCDate()}`;
}
