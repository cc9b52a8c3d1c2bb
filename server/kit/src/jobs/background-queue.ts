export interface BackgroundQueueOptions {
  /** The share of time in which the queue may work: 0.2 is at most a fifth of one processor. */
  readonly share: number;
  /** The maximum number of waiting tasks. */
  readonly waiting: number;
  readonly onError: (error: unknown) => void;
}

export interface BackgroundQueue {
  /** Adds a task; returns `false` when too many wait. The caller may try again later. */
  add(work: () => Promise<void>): boolean;
}

/**
 * A queue for work that no person waits for. Tasks run one after the other, each followed by a
 * pause in proportion to its time, so that requests keep the rest of the processor.
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
