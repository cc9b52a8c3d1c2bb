/** A summary of times, in milliseconds. */
export interface Spread {
  readonly p50: number;
  readonly p99: number;
}

/**
 * The value below which `share` (0 to 1) of the values lie, by the nearest rank. Throws on an empty
 * list.
 */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new Error('a percentile needs at least one value');
  const sorted = [...values].sort((a, b) => a - b);
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1] as number;
}

/** The middle value; for an even count the mean of the two middle ones. Throws on an empty list. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new Error('a median needs at least one value');
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] as number;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}

/** The median and the 99th percentile of times. */
export function spreadOf(values: readonly number[]): Spread {
  return { p50: percentile(values, 0.5), p99: percentile(values, 0.99) };
}

/** The slope of the line of least squares through the points; 0 for a single one. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (place: 0 | 1): number =>
    points.reduce((sum, point) => sum + point[place], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const square = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  if (square === 0) return 0;
  return points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0) / square;
}

/** A number as a table shows it: three significant digits. */
export function shown(value: number): string {
  if (value === 0) return '0';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-GB');
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
