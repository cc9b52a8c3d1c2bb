/** The row of the catalogue's version. */
interface LastChange {
  readonly version: number;
  readonly movedAt: Date;
}

/**
 * Names a change of the catalogue; empty before the first one. The number alone is not enough: on a
 * replica that was promoted without the last changes, the next ones get the same numbers.
 */
export function markOf(row: LastChange | undefined): string {
  if (!row || row.version === 0) return '';
  return `${row.version} ${row.movedAt.toISOString()}`;
}
