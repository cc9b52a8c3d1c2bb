/** Failures that say nothing about the source: the encoder was killed, or had no room. */
export const TRANSIENT_FAILURES: ReadonlySet<string> = new Set([
  'crashed',
  'out_of_memory',
  'disk_full',
]);

/** Whether the film itself cannot be packaged: the same bytes would be refused again. */
export function isFaultOfFilm(errorCode: string | null | undefined): boolean {
  return Boolean(errorCode) && errorCode !== 'internal' && !TRANSIENT_FAILURES.has(`${errorCode}`);
}
