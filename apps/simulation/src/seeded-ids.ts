import { v7 } from 'uuid';
import type { Random } from './random.ts';
import type { VirtualClock } from './virtual-clock.ts';

/**
 * Ids of the virtual time and of the seed: what is due at one instant comes in the same order
 * again, and a month's reminder at the same minute.
 */
export function createSeededIds(random: Random, clock: VirtualClock): () => string {
  let made = 0;
  return () =>
    v7({
      msecs: clock.at(),
      seq: made++,
      random: Uint8Array.from({ length: 16 }, () => random.whole(0, 255)),
    });
}
