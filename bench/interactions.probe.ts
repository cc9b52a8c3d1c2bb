/** What a page noted of presses and of what blocked it. Milliseconds of the page's clock. */
export interface SeenInteractions {
  /** Each from the input to the paint that follows it, as INP counts. */
  events: { name: string; at: number; ms: number; waited: number; worked: number }[];
  longTasks: { at: number; ms: number }[];
}

declare global {
  interface Window {
    benchInteractions: SeenInteractions;
  }
}

/**
 * Runs in the page before its own scripts. It must not refer to anything outside itself, because
 * only its text is sent.
 */
export function interactionProbe(): void {
  const seen: SeenInteractions = { events: [], longTasks: [] };
  window.benchInteractions = seen;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      // A scroll, a hover and the like are no interactions.
      if (!(entry as PerformanceEventTiming & { interactionId: number }).interactionId) continue;
      seen.events.push({
        name: entry.name,
        at: entry.startTime,
        ms: entry.duration,
        waited: entry.processingStart - entry.startTime,
        worked: entry.processingEnd - entry.processingStart,
      });
    }
  }).observe({
    type: 'event',
    buffered: true,
    durationThreshold: 16,
  } as PerformanceObserverInit);
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      seen.longTasks.push({ at: startTime, ms: duration });
  }).observe({ type: 'longtask', buffered: true });
}
