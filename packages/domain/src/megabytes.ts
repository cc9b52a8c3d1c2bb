/**
 * What watching costs in prepaid data. A megabyte is 1,000,000 bytes, as carriers sell it. A cost
 * is always rounded up: a viewer may be pleasantly surprised, never the other way round.
 */

/**
 * Bytes as megabytes for people: up to a tenth below ten, to a whole number from ten on. Throws a
 * RangeError for a negative or broken count.
 */
export function megabytesOf(bytes: number): number {
  if (!Number.isFinite(bytes) || bytes < 0)
    throw new RangeError('A count of bytes is a number from zero on.');
  // Tenths are counted as whole numbers first: 1.1 * 10 is not 11 in floating point.
  const tenths = Math.ceil(bytes / 100_000);
  return tenths < 100 ? tenths / 10 : Math.ceil(bytes / 1_000_000);
}

/** `38 MB`, `1.4 MB`: with a no-break space, so that the number never parts from its unit. */
export function formatMegabytes(megabytes: number): string {
  return `${megabytes}\u00a0MB`;
}
