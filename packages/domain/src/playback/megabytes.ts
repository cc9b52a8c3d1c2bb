/**
 * The cost of watching in prepaid data. A megabyte is 1,000,000 bytes, as carriers sell it. A cost
 * is always rounded up, so that the real cost is never above the shown one.
 */

/**
 * Bytes as megabytes for display: to a hundredth below three, to a tenth below thirty, else to a
 * whole number, so that rounding adds at most 4 % from a quarter of a megabyte on. Throws a
 * RangeError for a negative or non-finite count.
 */
export function megabytesOf(bytes: number): number {
  if (!Number.isFinite(bytes) || bytes < 0)
    throw new RangeError('A count of bytes is a number from zero on.');
  // Round in whole steps: 1.1 * 10 is not 11 in floating point.
  const steps = (size: number): number => Math.ceil(bytes / size);
  if (steps(10_000) < 300) return steps(10_000) / 100;
  return steps(100_000) < 300 ? steps(100_000) / 10 : steps(1_000_000);
}

/** `38 MB`, `1.4 MB`, with a no-break space between number and unit. */
export function formatMegabytes(megabytes: number): string {
  return `${megabytes}\u00a0MB`;
}
