/** The figures of one playback, in milliseconds of the page's clock and in counts. */
export interface Measurements {
  /** From the request to the first picture; `undefined` before it. */
  readonly startMs: number | undefined;
  /** When the first picture came, on the page's clock. */
  readonly startedAt: number | undefined;
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
 * Measures one playback. The caller does not report the viewer's pauses and seeks, which are no
 * stalls.
 */
export function createMeter(now: () => number): Meter {
  let askedAt: number | undefined;
  let startedAt: number | undefined;
  let stalledAt: number | undefined;
  let stalls = 0;
  let stalledMs = 0;
  let recoveries = 0;
  const firstFrame = () => {
    if (askedAt !== undefined) startedAt ??= now();
  };
  return {
    firstFrame,
    asked() {
      askedAt ??= now();
    },
    stalled() {
      if (startedAt === undefined || stalledAt !== undefined) return;
      stalledAt = now();
      stalls += 1;
    },
    flowing() {
      // A picture that waited in the element for a press has come before it.
      firstFrame();
      if (stalledAt === undefined) return;
      stalledMs += now() - stalledAt;
      stalledAt = undefined;
    },
    recovered() {
      recoveries += 1;
    },
    read: () => ({
      startMs: startedAt === undefined ? undefined : startedAt - (askedAt ?? 0),
      startedAt,
      stalls,
      stalledMs: stalledMs + (stalledAt === undefined ? 0 : now() - stalledAt),
      recoveries,
    }),
  };
}
