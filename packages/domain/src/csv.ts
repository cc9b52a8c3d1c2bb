/** One value of a table: text, a number, or nothing. */
export type CsvCell = string | number | null;

/**
 * The byte order mark, which begins a file: without it Excel on Windows opens UTF-8 by a double
 * click as the machine's own code page, and garbles every letter beyond ASCII.
 */
export const CSV_MARK = '\u{feff}';

/**
 * Where a spreadsheet takes text for a formula: at the beginning of a cell. By the settings of its
 * country or of its window a cell begins after a semicolon, a tab, a bar or a line end as well,
 * within quotes too. Each run is taken whole, so that long ones take no more time.
 */
const FORMULA = /(?:^|[;\t|\r\n])[;|\s\p{Cc}\p{Cf}"']*([=+\-@\uff1d\uff0b\uff0d\uff20])?/gu;
/** A plain number is none, even where it begins with a sign. */
const NUMBER = /^-?[0-9]+(?:\.[0-9]+)?$/;

/**
 * One line of a CSV file (RFC 4180), its line end included. Text that a spreadsheet would run as a
 * formula gets an apostrophe before its sign, which spreadsheets show as text.
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
  const safe = NUMBER.test(text) ? text : withoutFormulas(text);
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text with an apostrophe before each sign that may begin a formula. */
function withoutFormulas(text: string): string {
  const marked = text.replace(FORMULA, (run, sign?: string) =>
    sign === undefined ? run : `${run.slice(0, -sign.length)}'${sign}`,
  );
  return /^[\t\r]/.test(marked) ? `'${marked}` : marked;
}
