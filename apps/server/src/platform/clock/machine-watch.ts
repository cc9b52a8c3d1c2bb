import type { ClockComparison, ProductClock } from './product-clock.ts';

const EVERY_MS = 1000;

/**
 * Compares each second the machine's clock, which is also that of an embedded database, with the
 * time that has elapsed.
 */
export function watchMachineClock(clock: ProductClock): { stop: () => void } {
  const timer = setInterval(() => clock.compare(embeddedComparison(clock)), EVERY_MS);
  return { stop: () => clearInterval(timer) };
}

/** The clocks of a product whose database is embedded. */
export function embeddedComparison({ elapsed }: Pick<ProductClock, 'elapsed'>): ClockComparison {
  elapsed.lookForSleep();
  return { database: Date.now(), machine: undefined, elapsed: elapsed.now(), uncertainMs: 0 };
}
