export interface RenderQueueOptions {
  /**
   * How many pages are rendered at the same time. Rendering uses the processor: more at once only
   * delays each.
   */
  readonly atOnce: number;
  /** How many renders may wait, in all and for one network. */
  readonly waiting: number;
  readonly waitingOfOne: number;
  /** A slower render loses its place: the database that it waits for must not delay all others. */
  readonly timeLimitMs: number;
}

export interface RenderQueue {
  /** Whether a render for this network would run or may wait. */
  hasRoom(network: string): boolean;
  /**
   * Renders in its turn. Throws `RenderQueueFull` if it may not wait, `RenderTooSlow` if it takes
   * too long.
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
 * The bounded queue in front of the renderer. Networks alternate: a client that asks for a hundred
 * pages waits for its own, and another client's single page is next.
 */
export function createRenderQueue({
  atOnce,
  waiting: most,
  waitingOfOne,
  timeLimitMs,
}: RenderQueueOptions): RenderQueue {
  // A map has the networks in order of arrival; the one that had its turn moves to the end.
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
