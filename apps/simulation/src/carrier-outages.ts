import { count, type Tally } from './crash-injector.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './handsets.ts';
import type { RandomSource } from './random.ts';

/**
 * Whether all of the carrier is down at an instant: about every fourth day for some minutes, rarely
 * for hours.
 */
export function createOutages(randomOf: RandomSource, injected: Tally): (at: number) => boolean {
  const outages = new Map<number, readonly [number, number]>();

  const of = (day: number): readonly [number, number] => {
    const known = outages.get(day);
    if (known) return known;
    const random = randomOf('outage', day);
    const begins = day * DAY_MS + random.between(0, 20) * HOUR_MS;
    const lasts = random.chance(0.25)
      ? random.chance(0.15)
        ? random.between(2, 4) * HOUR_MS
        : random.between(3, 60) * MINUTE_MS
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
