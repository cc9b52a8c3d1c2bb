import { count, type Tally } from './crash-injector.ts';
import type { Draws } from './draws.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './handsets.ts';

/**
 * Whether all of the carrier is down at an instant: about every fourth day for some minutes, rarely
 * for hours.
 */
export function createOutages(draws: Draws, injected: Tally): (at: number) => boolean {
  const outages = new Map<number, readonly [number, number]>();

  const of = (day: number): readonly [number, number] => {
    const known = outages.get(day);
    if (known) return known;
    const draw = draws('outage', day);
    const begins = day * DAY_MS + draw.between(0, 20) * HOUR_MS;
    const lasts = draw.chance(0.25)
      ? draw.chance(0.15)
        ? draw.between(2, 4) * HOUR_MS
        : draw.between(3, 60) * MINUTE_MS
      : 0;
    if (lasts > 0) count(injected, 'outage');
    const drawn = [begins, begins + lasts] as const;
    outages.set(day, drawn);
    return drawn;
  };

  return (at) => {
    const [from, until] = of(Math.floor(at / DAY_MS));
    return at >= from && at < until;
  };
}
