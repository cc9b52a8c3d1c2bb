/** Failures that say nothing about the source: the encoder was killed, or had no room. */
export const TRANSIENT_FAILURES: ReadonlySet<string> = new Set([
  'crashed',
  'out_of_memory',
  'disk_full',
]);

/** Failures after which the same bytes may be packaged at another time. */
export const FAILURES_TO_RETRY: ReadonlySet<string> = new Set([...TRANSIENT_FAILURES, 'internal']);

/** Whether the film itself cannot be packaged: the same bytes would be refused again. */
export function isFaultOfFilm(errorCode: string | null | undefined): boolean {
  return Boolean(errorCode) && !FAILURES_TO_RETRY.has(`${errorCode}`);
}
