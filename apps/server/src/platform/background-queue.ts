export interface BackgroundQueueOptions {
  /** The part of the time in which the lane may work: 0.2 is a fifth of one processor at most. */
  readonly share: number;
  /** How many may wait. */
  readonly waiting: number;
  readonly onError: (error: unknown) => void;
}

export interface BackgroundQueue {
  /**
   * Does the work when its turn comes; `false` where too much waits already: whoever wants it may
   * ask again later.
   */
  add(work: () => Promise<void>): boolean;
}

/**
 * A lane for work that nobody waits for: one after the other, with a rest after each that is as
 * long as its share of the time demands. However much is asked for, what people wait for keeps the
 * rest of the processor.
 */
export function createBackgroundQueue({
  share,
  waiting: most,
  onError,
}: BackgroundQueueOptions): BackgroundQueue {
  const waiting: (() => Promise<void>)[] = [];
  let busy = false;

  async function next(): Promise<void> {
    const work = waiting.shift();
    busy = work !== undefined;
    if (!work) return;
    const began = performance.now();
    try {
      await work();
    } catch (error) {
      onError(error);
    }
    const rest = (performance.now() - began) * (1 / share - 1);
    setTimeout(() => void next(), rest).unref();
  }

  return {
    add(work) {
      if (waiting.length >= most) return false;
      waiting.push(work);
      if (!busy) void next();
      return true;
    },
  };
}
