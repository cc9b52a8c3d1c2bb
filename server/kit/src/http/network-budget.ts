import { LRUCache } from 'lru-cache';
import { networkOf } from './client-network.ts';

export interface NetworkBudgetOptions {
  /** The size of a network's budget after a pause. */
  readonly burst: number;
  /** The refill of the budget for each second. */
  readonly perSecond: number;
  readonly clock: { now(): Date };
}

export interface NetworkBudget {
  /**
   * Takes units (one, unless another number is given) from the budget of the address's network;
   * returns `false` and takes nothing when the budget has fewer.
   */
  take(address: string, units?: number): boolean;
  /** Whole seconds, at least one, until the budget has a unit again. */
  waitOf(address: string): number;
}

interface Bucket {
  left: number;
  at: number;
}

/** The number of networks in memory; the least recently used are forgotten first. */
const MOST_NETWORKS = 20_000;

/**
 * Limits what the clients of one network may use of an expensive resource: a token bucket in the
 * memory of this process.
 */
export function createNetworkBudget({
  burst,
  perSecond,
  clock,
}: NetworkBudgetOptions): NetworkBudget {
  const buckets = new LRUCache<string, Bucket>({ max: MOST_NETWORKS });

  function bucketOf(network: string): Bucket {
    const now = clock.now().getTime();
    const known = buckets.peek(network);
    if (!known) return { left: burst, at: now };
    // A clock that was set back neither adds nor removes units.
    const seconds = Math.max(0, now - known.at) / 1000;
    return { left: Math.min(burst, known.left + seconds * perSecond), at: now };
  }

  return {
    take(address, units = 1) {
      const network = networkOf(address);
      const bucket = bucketOf(network);
      const enough = bucket.left >= units;
      if (enough) bucket.left -= units;
      buckets.set(network, bucket);
      return enough;
    },
    waitOf: (address) =>
      Math.max(1, Math.ceil((1 - bucketOf(networkOf(address)).left) / perSecond)),
  };
}
