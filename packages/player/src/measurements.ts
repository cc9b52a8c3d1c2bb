/** How a play went, in milliseconds of the page's clock and whole counts. */
export interface Measurements {
  /** From asking to the first picture; `undefined` until there was one. */
  readonly startMs: number | undefined;
  readonly stalls: number;
  readonly stalledMs: number;
  readonly recoveries: number;
}

export interface Meter {
  asked(): void;
  firstFrame(): void;
  stalled(): void;
  flowing(): void;
  recovered(): void;
  read(): Measurements;
}

/**
 * Keeps the figures of one play. A pause or a seek of the viewer's is no stall: the caller does not
 * report those.
 */
export function createMeter(now: () => number): Meter {
  let askedAt: number | undefined;
  let startMs: number | undefined;
  let stalledAt: number | undefined;
  let stalls = 0;
  let stalledMs = 0;
  let recoveries = 0;
  return {
    asked() {
      askedAt ??= now();
    },
    firstFrame() {
      if (startMs === undefined && askedAt !== undefined) startMs = now() - askedAt;
    },
    stalled() {
      if (startMs === undefined || stalledAt !== undefined) return;
      stalledAt = now();
      stalls += 1;
    },
    flowing() {
      if (stalledAt === undefined) return;
      stalledMs += now() - stalledAt;
      stalledAt = undefined;
    },
    recovered() {
      recoveries += 1;
    },
    read: () => ({
      startMs,
      stalls,
      stalledMs: stalledMs + (stalledAt === undefined ? 0 : now() - stalledAt),
      recoveries,
    }),
  };
}
