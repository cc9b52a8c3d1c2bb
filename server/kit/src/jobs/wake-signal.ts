/**
 * What has become due: messages to send, charges to ask for or to look up, refunds to send or to
 * look up.
 */
export type WakeTopic = 'messages' | 'charges' | 'refunds';

/**
 * Has jobs look for due work now: those of the named topics, or every job without a topic. Nothing
 * happens where no scheduler listens.
 */
export type Wake = (...topics: readonly WakeTopic[]) => void;

/** Tells the scheduler that something new may be due. */
export interface WakeSignal {
  readonly wake: Wake;
  /** Calls `listener` at each wake. Returns a function that removes the listener again. */
  readonly onWake: (listener: Wake) => () => void;
}

/**
 * Makes a wake signal. It is made before the capabilities, which call `wake`, and before the
 * scheduler, which listens, so that neither needs the other.
 */
export function createWakeSignal(): WakeSignal {
  const listeners = new Set<Wake>();
  return {
    wake: (...topics) => {
      for (const listener of listeners) listener(...topics);
    },
    onWake: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
