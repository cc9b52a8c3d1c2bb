/**
 * Begins to measure; returns the milliseconds since, by the clock that says more. The monotonic
 * clock stops while a virtual machine is paused, and the machine's clock is set afterwards. So a
 * clock that is set ahead makes something look later than it is, which only gives it up.
 */
export function startStopwatch(): () => number {
  const begun = { monotonic: performance.now(), machine: Date.now() };
  return () => Math.max(performance.now() - begun.monotonic, Date.now() - begun.machine);
}
