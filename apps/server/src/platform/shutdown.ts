/** Ends one part; it may take as long as the part needs to end cleanly. */
export type Stop = () => Promise<void> | void;

/** The started parts, to be stopped in the opposite order. */
export interface Shutdown {
  readonly add: (stop: Stop) => void;
  /** Stops everything, also after a part that fails; throws an AggregateError of all failures. */
  readonly run: () => Promise<void>;
}

export function createShutdown(): Shutdown {
  const stops: Stop[] = [];
  return {
    add: (stop) => void stops.push(stop),
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
