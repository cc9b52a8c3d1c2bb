/** One value of a table: text, a number, or nothing. */
export type CsvCell = string | number | null;

/**
 * The byte order mark, which begins a file: without it Excel on Windows opens UTF-8 by a double
 * click as the machine's own code page, and garbles every letter beyond ASCII.
 */
export const CSV_MARK = '\u{feff}';

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

/** A whole file of few rows. */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return CSV_MARK + rows.map(csvLine).join('');
}

function cellOf(cell: CsvCell): string {
  if (cell === null) return '';
  const text = String(cell);
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
