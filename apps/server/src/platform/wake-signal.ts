/** Tells the scheduler that something new may be due. */
export interface WakeSignal {
  /** Has every listener look for due work now. Without a listener nothing happens. */
  readonly wake: () => void;
  /** Calls `listener` at each wake. Answers a function that removes the listener again. */
  readonly onWake: (listener: () => void) => () => void;
}

/**
 * Makes a wake signal. It is made before the capabilities, which call `wake`, and before the
 * scheduler, which listens: so neither needs the other.
 */
export function createWakeSignal(): WakeSignal {
  const listeners = new Set<() => void>();
  return {
    wake: () => {
      for (const listener of listeners) listener();
    },
    onWake: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
