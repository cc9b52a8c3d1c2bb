import { hourCostsOf } from '@bonisa/content/live.presentation';
import type { DataCosts } from '@bonisa/contract/title-facts';
import { fetchedBytes } from '../asset.ts';

/** A stored segment: its seconds, and its bytes by the height of the rendition. */
export interface WeighedSegment {
  readonly duration: number;
  readonly bytes: ReadonlyMap<number, number>;
}

/** What an hour of a live ingest session costs. */
export interface BroadcastCosts {
  /** At the caps, in megabytes. */
  readonly hourCosts: DataCosts;
  /** By the height of the rendition. */
  readonly hourBytes: ReadonlyMap<number, number>;
}

const HOUR_MS = 3_600_000;
/** The costs are those of the last segments: about a minute. */
const SEGMENTS = 30;
/** How many segments there are when the costs are looked at, before once in {@link SEGMENTS}. */
const EARLY: readonly number[] = [1, 5, 15];
/** Pages are made anew when a cost differs by this share from what they say. */
const WORTH_TELLING = 0.03;

/**
 * Measures what an hour of a live ingest session costs at the caps, from what its viewers fetch.
 */
export function createBroadcastCosts() {
  let last: WeighedSegment[] = [];
  let count = 0;
  let lastTold: DataCosts | undefined;

  function isNews(costs: DataCosts): boolean {
    return costs.some(
      (cost, cap) => Math.abs(cost - (lastTold?.[cap] ?? 0)) > cost * WORTH_TELLING,
    );
  }

  return {
    /** Another encoder has begun: its rates may be others. */
    restart(): void {
      last = [];
      count = 0;
    },

    /** The costs, where they are worth telling now. */
    add(segment: WeighedSegment): BroadcastCosts | undefined {
      last = [...last, segment].slice(-SEGMENTS);
      count += 1;
      if (!EARLY.includes(count) && count % SEGMENTS !== 0) return undefined;
      const durationMs = last.reduce((sum, { duration }) => sum + duration, 0) * 1000;
      const renditions = [...segment.bytes.keys()].map((height) => {
        const bytes = last.reduce((sum, one) => sum + (one.bytes.get(height) ?? 0), 0);
        return { height, bytes: fetchedBytes({ bytes }, durationMs) };
      });
      const costs = hourCostsOf([{ durationMs, renditions }]);
      if (!costs || !isNews(costs)) return undefined;
      lastTold = costs;
      const hourBytes = renditions.map(
        ({ height, bytes }) => [height, Math.ceil((bytes * HOUR_MS) / durationMs)] as const,
      );
      return { hourCosts: costs, hourBytes: new Map(hourBytes) };
    },
  };
}
