/**
 * The cost of watching in prepaid data. A megabyte is 1,000,000 bytes, as carriers sell it. A cost
 * is always rounded up, so that the real cost is never above the shown one.
 */

/**
 * Bytes as megabytes for display: to a hundredth below 25, else to a whole number, so that rounding
 * adds at most 4 % from a quarter of a megabyte on. Throws a RangeError for a negative or
 * non-finite count.
 */
export function megabytesOf(bytes: number): number {
  if (!Number.isFinite(bytes) || bytes < 0)
    throw new RangeError('A count of bytes is a number from zero on.');
  // Round in whole steps: 1.1 * 10 is not 11 in floating point.
  const hundredths = Math.ceil(bytes / 10_000);
  return hundredths < 2500 ? hundredths / 100 : Math.ceil(bytes / 1_000_000);
}

/**
 * `2.80 MB`, `38 MB`, with a no-break space between number and unit: two decimals, or none for a
 * whole number.
 */
export function formatMegabytes(megabytes: number): string {
  return `${megabytes % 1 ? megabytes.toFixed(2) : megabytes}\u00a0MB`;
}
