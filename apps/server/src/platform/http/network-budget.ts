import { networkOf } from './client-network.ts';

export interface NetworkBudgetOptions {
  /** How many one network may have at once after a time of rest. */
  readonly burst: number;
  /** How many more a second. */
  readonly perSecond: number;
  readonly clock: { now(): Date };
  /** How many networks are remembered; the longest unused ones are forgotten first. */
  readonly networks?: number;
}

export interface NetworkBudget {
  /**
   * Takes one from the budget of the address's network; `false` where it is used up, and then takes
   * nothing.
   */
  take(address: string): boolean;
  /** Whole seconds, at least one, until there is one again. */
  waitOf(address: string): number;
  readonly size: number;
}

interface Bucket {
  left: number;
  at: number;
}

/**
 * What the clients of one network may use of something dear: a bucket that refills evenly. Kept in
 * memory, in this process.
 */
export function createNetworkBudget({
  burst,
  perSecond,
  clock,
  networks = 20_000,
}: NetworkBudgetOptions): NetworkBudget {
  const buckets = new Map<string, Bucket>();

  function bucketOf(network: string): Bucket {
    const now = clock.now().getTime();
    const known = buckets.get(network);
    if (!known) return { left: burst, at: now };
    // A clock that was moved back gives nothing and takes nothing.
    const seconds = Math.max(0, now - known.at) / 1000;
    return { left: Math.min(burst, known.left + seconds * perSecond), at: now };
  }

  return {
    take(address) {
      const network = networkOf(address);
      const bucket = bucketOf(network);
      const enough = bucket.left >= 1;
      if (enough) bucket.left -= 1;
      // What was used last moves to the end.
      buckets.delete(network);
      buckets.set(network, bucket);
      for (const oldest of buckets.keys()) {
        if (buckets.size <= networks) break;
        buckets.delete(oldest);
      }
      return enough;
    },
    waitOf: (address) =>
      Math.max(1, Math.ceil((1 - bucketOf(networkOf(address)).left) / perSecond)),
    get size() {
      return buckets.size;
    },
  };
}
