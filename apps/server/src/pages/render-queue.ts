export interface RenderQueueOptions {
  /**
   * How many are made at the same time. Rendering is work of the processor: more at once only makes
   * each of them later.
   */
  readonly atOnce: number;
  /** How many may wait, in all and for one network. */
  readonly waiting: number;
  readonly waitingOfOne: number;
  /**
   * A render that takes longer gives up its place: what it waits for (a database) must not hold up
   * all others.
   */
  readonly timeLimitMs: number;
}

export interface RenderQueue {
  /** Whether a render for this network would be made or may wait. */
  hasRoom(network: string): boolean;
  /**
   * Makes it when it is its turn. Throws `RenderQueueFull` where it may not wait, `RenderTooSlow`
   * where it takes too long.
   */
  run<Made>(network: string, make: () => Promise<Made>): Promise<Made>;
  readonly waiting: number;
}

export class RenderQueueFull extends Error {
  override readonly name = 'RenderQueueFull';
}

export class RenderTooSlow extends Error {
  override readonly name = 'RenderTooSlow';
}

/**
 * The bounded queue in front of the renderer. Networks take turns, so that somebody who asks for a
 * hundred pages waits for his own, and another who asks for one is next.
 */
export function createRenderQueue({
  atOnce,
  waiting: most,
  waitingOfOne,
  timeLimitMs,
}: RenderQueueOptions): RenderQueue {
  // A map keeps the order in which networks came; the one that had its turn goes to the end.
  const lines = new Map<string, (() => void)[]>();
  let underWay = 0;
  let waiting = 0;

  const hasRoom = (network: string): boolean =>
    underWay < atOnce || (waiting < most && (lines.get(network)?.length ?? 0) < waitingOfOne);

  function next(): void {
    const [network, line] = lines.entries().next().value ?? [];
    if (network === undefined || line === undefined || underWay >= atOnce) return;
    const start = line.shift();
    lines.delete(network);
    if (line.length > 0) lines.set(network, line);
    waiting -= 1;
    underWay += 1;
    start?.();
  }

  function turn(network: string): Promise<void> {
    if (!hasRoom(network))
      return Promise.reject(new RenderQueueFull('too many pages are being made'));
    if (underWay < atOnce) {
      underWay += 1;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const line = lines.get(network) ?? [];
      line.push(resolve);
      lines.set(network, line);
      waiting += 1;
    });
  }

  return {
    hasRoom,
    async run(network, make) {
      await turn(network);
      try {
        return await withinTime(make(), timeLimitMs);
      } finally {
        underWay -= 1;
        next();
      }
    },
    get waiting() {
      return waiting;
    },
  };
}

function withinTime<Made>(making: Promise<Made>, timeLimitMs: number): Promise<Made> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new RenderTooSlow('a page took too long to make')),
      timeLimitMs,
    );
    making.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
