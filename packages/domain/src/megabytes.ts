/**
 * The cost of watching in prepaid data. A megabyte is 1,000,000 bytes, as carriers sell it. A cost
 * is always rounded up, so that the real cost is never above the shown one.
 */

/**
 * Bytes as megabytes for display: to a tenth below ten, to a whole number from ten. Throws a
 * RangeError for a negative or non-finite count.
 */
export function megabytesOf(bytes: number): number {
  if (!Number.isFinite(bytes) || bytes < 0)
    throw new RangeError('A count of bytes is a number from zero on.');
  // Round in whole tenths: 1.1 * 10 is not 11 in floating point.
  const tenths = Math.ceil(bytes / 100_000);
  return tenths < 100 ? tenths / 10 : Math.ceil(bytes / 1_000_000);
}

/** `38 MB`, `1.4 MB`, with a no-break space between number and unit. */
export function formatMegabytes(megabytes: number): string {
  return `${megabytes}\u00a0MB`;
}
