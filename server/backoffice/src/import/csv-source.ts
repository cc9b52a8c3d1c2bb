import { isTooDeep, MOST_LEVELS } from '@bonisa/content/editing/document-levels';
import { ENTRY_FIELDS, type EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import { ENTRY_KINDS } from '@bonisa/contract/studio/entry-kinds';
import type { ImportRow } from '@bonisa/contract/studio/import-run';
import { cutText } from '@bonisa/domain/cut-text';
import { CsvError, parse } from 'csv-parse/sync';
import { MOST_COLUMNS, MOST_ROWS } from './import-limits.ts';
import { ImportError, inOrder } from './import-row.ts';

/**
 * Reads a table: one entry a line, one field a column. An empty cell leaves the field as it is.
 * Lists are separated by `|`; a credit is `role: person` or `cast: person: character`. Windows by
 * package, the rule of a shelf and names in other languages have forms of their own, or are JSON.
 */

const LISTS = new Set(['languages', 'ratingAdvice', 'titles']);
const FLAGS = new Set(['published', 'delete', 'withContents']);
const NUMBERS = new Set(['year', 'position', 'ordinal', 'season']);
const OTHERS = ['kind', 'key', 'delete', 'withContents', 'artwork', 'artworkFocal', 'film'];
/** The fields of all kinds, by their names in small letters. */
const KNOWN: ReadonlyMap<string, string> = new Map(
  [...OTHERS, ...ENTRY_KINDS.flatMap((kind) => Object.keys(ENTRY_FIELDS[kind]))].map((field) => [
    folded(field),
    field,
  ]),
);
const YES = new Set(['yes', 'true', '1']);
const NO = new Set(['no', 'false', '0']);
const MOST_CELL_CHARACTERS = 20_000;

/** A spreadsheet runs a text that begins so as a formula when it opens an export. */
const FORMULA = /^[=@+-]/;
const SIGNED_NUMBER = /^[+-]\d+(?:[.,]\d+)?$/;
/** A dash, or a line of speech after one and a space, which calls no function and no program. */
const SPEECH = /^-(?: [^|!(]*)?$/;
/** What a spreadsheet writes for a formula that failed, or a column that was too narrow. */
const SHEET_ERROR = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|ERROR!|##+)$/i;
/** An apostrophe before it makes it text, as spreadsheets write it. */
const QUOTED = /^'(?=[=@+\t\r-])/;

export function rowsOfCsv(text: string, { kind }: { kind: EntryKind }): ImportRow[] {
  const [header, ...lines] = read(text);
  if (!header) throw new ImportError('the table has no header');
  // Spreadsheets write empty columns and lines after the others.
  const names = header.cells.map(fieldNamed);
  const columns = names.slice(0, names.findLastIndex(Boolean) + 1);
  if (columns.length > MOST_COLUMNS)
    throw new ImportError(`the table has more than ${MOST_COLUMNS} columns`);
  const problems = headerProblems(columns);
  const rows = lines.flatMap(({ cells, line }): ImportRow[] => {
    const place = `line ${line}`;
    const row: Record<string, unknown> = { kind };
    const last = cells.findLastIndex((cell) => cell.trim() !== '');
    if (last < 0) return [];
    if (cells.length < columns.length)
      problems.push(`${place}: has ${cells.length} cells for ${columns.length} columns`);
    if (last >= columns.length)
      problems.push(`${place}: column ${last + 1}: has no name in the first line`);
    for (const [at, column] of columns.entries()) {
      const cell = (cells[at] ?? '').trim();
      if (cell === '') continue;
      if (isFormula(cells[at] ?? '')) {
        problems.push(
          `${place}: ${column}: is a formula; put an apostrophe before it if it is text`,
        );
        continue;
      }
      if (SHEET_ERROR.test(cell)) {
        problems.push(`${place}: ${column}: '${cell}' is an error of the spreadsheet`);
        continue;
      }
      const value = cellValue(column, cell.replace(QUOTED, ''));
      if (isTooDeep(value))
        problems.push(`${place}: ${column}: has more than ${MOST_LEVELS} levels`);
      row[column] = value;
    }
    return Object.keys(row).length > 1 ? [{ place, row: row as ImportRow['row'] }] : [];
  });
  if (problems.length > 0) throw new ImportError(problems);
  return inOrder(rows);
}

/** Of a cell as it came and as it is stored: a space before a formula does not make it text. */
function isFormula(cell: string): boolean {
  const stored = cell.trim();
  const isText = SIGNED_NUMBER.test(stored) || SPEECH.test(stored);
  return /^[\t\r]/.test(cell) || (FORMULA.test(stored) && !isText);
}

function read(given: string): { cells: string[]; line: number }[] {
  // Excel's own line, which names the sign between the cells.
  const [separator, named] = /^\uFEFF?"?sep=(.)"?[ \t]*(?:\r\n|\n|\r)/i.exec(given) ?? [''];
  const text = given.slice(separator.length);
  try {
    const records = parse(text, {
      bom: true,
      delimiter: named ?? delimiterOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
      relax_column_count: true,
      max_record_size: 40 * MOST_CELL_CHARACTERS,
      // One more than is taken, to know of it.
      to: MOST_ROWS + 2,
      info: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    if (records.length > MOST_ROWS + 1)
      throw new ImportError(`the table has more than ${MOST_ROWS} lines`);
    const before = separator === '' ? 0 : 1;
    return records.map(({ record, info }) => ({ cells: record, line: info.lines + before }));
  } catch (error) {
    if (error instanceof CsvError) throw new ImportError(faultOf(error, separator), error);
    throw error;
  }
}

/** The parser's own words are for programmers. */
function faultOf({ code, message, lines }: CsvError & { lines?: unknown }, before: string): string {
  const line = `line ${Number(lines ?? 0) + (before === '' ? 0 : 1)}`;
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `${line}: a cell begins with a quote that never ends`;
  if (/QUOTE/.test(code))
    return `${line}: a cell with quotes must stand in quotes, and have each of its own twice`;
  return `the table: ${message}`;
}

/** The field that a name of a column means: `Rating age`, `rating_age` and `ratingAge` are one. */
function fieldNamed(name: string): string {
  const plain = name.replace(/\p{Cf}/gu, '').trim();
  return KNOWN.get(folded(plain)) ?? plain;
}

/** The sign that is most often between the names of the columns. */
function delimiterOf(text: string): string {
  const header = (
    /^(?:"[^"]*"|[^"\r\n])*/.exec(text.slice(0, MOST_CELL_CHARACTERS))?.[0] ?? ''
  ).replace(/"[^"]*"/g, '');
  const count = (sign: string): number => header.split(sign).length;
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}

function headerProblems(columns: readonly string[]): string[] {
  const known = new Set(KNOWN.values());
  const seen = new Set<string>();
  return columns.flatMap((column) => {
    if (!known.has(column)) return [`column '${cutText(column, 80)}' is no field of an entry`];
    if (seen.has(column)) return [`column '${column}' is there twice`];
    seen.add(column);
    return [];
  });
}

function folded(name: string): string {
  return name.toLowerCase().replace(/[ _-]/g, '');
}

function cellValue(column: string, cell: string): unknown {
  if (column === 'kind') return cell.toLowerCase();
  if (LISTS.has(column)) return parts(cell, '|');
  if (FLAGS.has(column)) return flagOf(cell);
  if (NUMBERS.has(column) && /^-?\d{1,9}$/.test(cell)) return Number(cell);
  if (column === 'credits') return parts(cell, '|').map(creditOf);
  if (column === 'segments' || column === 'slots' || column === 'dated') return jsonOf(cell);
  if (column === 'packages') return packagesOf(cell);
  if (column === 'rule' || column === 'names') return pairsOf(cell);
  return cell;
}

/** `daily | weekly from 2026-01-01T00:00:00+02:00 until …`; `all`: every package may play it. */
function packagesOf(cell: string): unknown {
  if (/^\[/.test(cell)) return jsonOf(cell);
  if (cell.toLowerCase() === 'all') return null;
  return parts(cell, '|').map((part) => {
    const words = part.split(/\s+/);
    const until = takenAfter('until', words);
    const from = takenAfter('from', words);
    return { package: words.join(' '), ...(from ? { from } : {}), ...(until ? { until } : {}) };
  });
}

/** Takes `from` or `until` and the time after it off the end, where a name is before them. */
function takenAfter(name: string, words: string[]): string | undefined {
  const isNamed = words.length > 2 && words.at(-2)?.toLowerCase() === name;
  return isNamed ? words.splice(-2)[1] : undefined;
}

const RULE_LISTS = new Set(['genres', 'languages']);
const RULE_NUMBERS = new Set(['newest_days', 'closing_days', 'limit']);

/** `genres: drama, comedy | order: newest | limit: 20`, or `zu: Umculo | af: Musiek`; `none`. */
function pairsOf(cell: string): unknown {
  if (/^\{/.test(cell)) return jsonOf(cell);
  if (cell.toLowerCase() === 'none') return null;
  const pairs = parts(cell, '|').map((part): [string, unknown] => {
    const at = part.indexOf(':');
    const name = part.slice(0, Math.max(at, 0)).trim();
    const value = part.slice(at + 1).trim();
    if (RULE_LISTS.has(name)) return [name, parts(value, ',')];
    return [name, RULE_NUMBERS.has(name) && /^\d{1,6}$/.test(value) ? Number(value) : value];
  });
  // A part without a name, or a name twice: the service refuses the text and shows it.
  const names = new Set(pairs.map(([name]) => name));
  const isComplete = names.size === pairs.length && !names.has('');
  return isComplete ? Object.fromEntries(pairs) : cell;
}

/** Yes or no in one of their words; another text stays as it is. */
function flagOf(cell: string): unknown {
  const word = cell.toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : cell;
}

function creditOf(text: string): unknown {
  const [role = '', person = '', ...rest] = parts(text, ':');
  const character = rest.join(': ');
  return character ? { role, person, character } : { role, person };
}

/** The service names the field if the text is no JSON. */
function jsonOf(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}

function parts(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);
}

/** A field of `--set FIELD=VALUE`, in the words that a table has. */
export function setFieldOf(text: string): [string, unknown] {
  const [field = '', ...rest] = text.split('=');
  const value = rest.join('=');
  if (LISTS.has(field)) return [field, parts(value, '|')];
  if (field !== 'published') return [field, field === 'year' ? Number(value) : value];
  const flag = flagOf(value.trim());
  if (typeof flag !== 'boolean')
    throw new ImportError(`--set ${text}: must be yes, true, 1, no, false or 0`);
  return [field, flag];
}
