/** Ends one part; it may take as long as the part needs to end cleanly. */
export type Stop = () => Promise<void> | void;

/** The started parts, to be stopped in the opposite order. */
export interface Shutdown {
  readonly add: (stop: Stop) => void;
  /** A group of parts that are stopped at the same time, when it is the turn of the group. */
  readonly together: () => Pick<Shutdown, 'add'>;
  /** Stops everything, also after a part that fails; throws an AggregateError of all failures. */
  readonly run: () => Promise<void>;
}

export function createShutdown(): Shutdown {
  const stops: Stop[] = [];
  return {
    add: (stop) => void stops.push(stop),
    together: () => {
      const group: Stop[] = [];
      stops.push(() => stopAll(group));
      return { add: (stop) => void group.push(stop) };
    },
    run: async () => {
      const failures: unknown[] = [];
      for (const stop of stops.splice(0).reverse()) {
        try {
          await stop();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0)
        throw new AggregateError(failures, 'some parts did not stop cleanly');
    },
  };
}

/** Stops parts at the same time; throws an AggregateError once each has ended. */
async function stopAll(stops: readonly Stop[]): Promise<void> {
  const ended = await Promise.allSettled(stops.map(async (stop) => await stop()));
  const failures = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  if (failures.length > 0) throw new AggregateError(failures, 'some parts did not stop cleanly');
}
