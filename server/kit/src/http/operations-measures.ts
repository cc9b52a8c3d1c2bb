import type { Logger } from 'pino';
import { withTimeLimit } from '../database/time-limit.ts';
import type { Metrics } from '../metrics.ts';

/** Reads a capability's figures from the database and sets its gauges. */
export type Measure = () => Promise<void>;

/** A scraper waits ten seconds at most, and must see the figures of a machine in trouble sooner. */
const MEASURES_MS = 1500;

/**
 * Makes the function that measures every part. A part that fails or is late keeps its last figures,
 * and `bonisa_metrics_unread` names it; it is not asked again while it is under way, so that
 * scrapes do not queue for connections.
 */
export function createMeasures(
  parts: Readonly<Record<string, Measure>>,
  metrics: Pick<Metrics, 'unread'>,
  logger: Pick<Logger, 'debug'>,
): () => Promise<void> {
  const underWay = new Map<string, Promise<void>>();

  async function measured(part: string, measure: Measure): Promise<void> {
    let work = underWay.get(part);
    if (!work) {
      work = (async () => await measure())().finally(() => underWay.delete(part));
      underWay.set(part, work);
    }
    try {
      await withTimeLimit(MEASURES_MS, work);
      metrics.unread.set({ part }, 0);
    } catch (error) {
      metrics.unread.set({ part }, 1);
      logger.debug({ err: error, part }, 'a part was not measured');
    }
  }

  return async () => {
    await Promise.all(Object.entries(parts).map(([part, measure]) => measured(part, measure)));
  };
}
