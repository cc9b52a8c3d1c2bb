/**
 * The probe's observations of a page so far. Times in milliseconds from the start of the
 * navigation.
 */
export interface PageObservations {
  lcp: number;
  /** The tag and first class of the largest painted element. */
  largest: string;
  shifts: { at: number; value: number }[];
  firstFrame: number | undefined;
  /** Tasks of more than 50 ms, and the first contentful paint from which they count. */
  longTasks: { at: number; ms: number }[];
  fcp: number;
}

declare global {
  interface Window {
    benchSeen: PageObservations;
  }
}

/**
 * Runs in the page before its own scripts. It must not refer to anything outside itself, because
 * only its text is sent. Each listener does almost nothing, so that the probe does not slow down
 * what it measures.
 */
export function probe(): void {
  const seen: PageObservations = {
    lcp: 0,
    largest: '',
    shifts: [],
    firstFrame: undefined,
    longTasks: [],
    fcp: 0,
  };
  window.benchSeen = seen;
  performance.setResourceTimingBufferSize(1000);

  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element })[]) {
      seen.lcp = entry.startTime;
      seen.largest = entry.element
        ? [entry.element.localName, entry.element.classList[0]].filter(Boolean).join('.')
        : '';
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true });

  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[]) {
      if (!entry.hadRecentInput) seen.shifts.push({ at: entry.startTime, value: entry.value });
    }
  }).observe({ type: 'layout-shift', buffered: true });

  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      seen.longTasks.push({ at: startTime, ms: duration });
  }).observe({ type: 'longtask', buffered: true });

  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries())
      if (name === 'first-contentful-paint') seen.fcp = startTime;
  }).observe({ type: 'paint', buffered: true });

  const watched = new WeakSet<HTMLVideoElement>();
  const lookForVideo = (): void => {
    for (const video of document.querySelectorAll('video')) {
      if (watched.has(video)) continue;
      watched.add(video);
      video.requestVideoFrameCallback((now) => {
        seen.firstFrame ??= now;
      });
    }
  };
  new MutationObserver(lookForVideo).observe(document, { childList: true, subtree: true });
}
