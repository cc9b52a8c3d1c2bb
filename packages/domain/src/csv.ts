/** One value of a table: text, a number, or nothing. */
export type CsvCell = string | number | null;

/** A spreadsheet takes a cell that begins like this for a formula. */
const FORMULA = /^[=+\-@\t\r]/;
/** A plain number is none, even where it begins with a sign. */
const NUMBER = /^-?[0-9]+(?:\.[0-9]+)?$/;

/**
 * One line of a CSV file (RFC 4180), its line end included. Text that a spreadsheet would run as a
 * formula gets an apostrophe before it, which spreadsheets show as text.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(cell: CsvCell): string {
  if (cell === null) return '';
  const text = String(cell);
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
