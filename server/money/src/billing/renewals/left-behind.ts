/** Work that a run of a job has begun and does not wait for. */
export interface LeftBehind {
  leave(work: Promise<unknown>): void;
  /** Waits until there is room for more; throws what went wrong with earlier work, once. */
  room(): Promise<void>;
  /** Resolves when nothing of it goes on; never rejects. */
  ended(): Promise<void>;
}

/** Makes room for so many pieces of work. */
export function createLeftBehind(most: number): LeftBehind {
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  return {
    leave: (work) => {
      const ended: Promise<void> = work
        .then(
          () => undefined,
          (error: unknown) => void failures.push(error),
        )
        .finally(() => underWay.delete(ended));
      underWay.add(ended);
    },
    room: async () => {
      while (underWay.size >= most) await Promise.race(underWay);
      const [failure] = failures.splice(0);
      if (failure !== undefined) throw failure;
    },
    ended: async () => void (await Promise.all(underWay)),
  };
}
