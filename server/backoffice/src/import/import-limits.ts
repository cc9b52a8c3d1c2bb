/** How much of a source is read: what one person or partner sends must end soon for all others. */

/** Entries, lines or items of one source. */
export const MOST_ROWS = 200_000;
/** Columns of a table. */
export const MOST_COLUMNS = 200;
/** Attributes of one element of a feed. */
export const MOST_ATTRIBUTES = 100;
/** Elements within elements of a feed. */
export const MOST_DEPTH = 100;
/** Elements of a feed. */
export const MOST_ELEMENTS = 2_000_000;
/** Problems, or things left out, that are listed; all of them are counted. */
const MOST_LISTED = 1000;

/** The first lines, and how many follow. */
export function listed(lines: readonly string[], most = MOST_LISTED): readonly string[] {
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most), `and ${lines.length - most} more`];
}
