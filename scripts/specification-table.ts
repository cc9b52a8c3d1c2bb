/**
 * Writes the list 'Tests of each row' into docs/specification.md: each row of the specification
 * with the test files that cite it. `--check` writes nothing and fails if the table is out of date
 * or a test cites an unknown row.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { sourceFiles } from './source-files.ts';

const PAGE = 'docs/specification.md';
const BEGIN = /<!-- tests:begin[^\n]*-->\n/;
const END = '<!-- tests:end -->';
const CITED =
  /(?<![\w.&-])([RLSEFVPACXB])([1-9][0-9]?)(?![\w.:-]*\d|\w)(?: to \1([1-9][0-9]?)\b)?/g;
const TEST_FILE = /\.(test|cases|suite|suites)\.tsx?$/;

/** The rows of the specification in their order: each begins an entry of its lists. */
function rowsOf(page: string): string[] {
  return [...page.matchAll(/^- ([RLSEFVPACXB][1-9][0-9]?): /gm)].map(([, row = '']) => row);
}

/**
 * The rows that a test file cites: in its comments, and in parentheses in the titles of tests. `A1
 * to A3` means every row between them.
 */
function citedIn(source: string): Set<string> {
  const comments = [...source.matchAll(/^\s*(?:\/\/|\/?\*\*?)(.*)$/gm)].map(
    ([, text = '']) => text,
  );
  const titles = [...source.matchAll(/\((?:[RLSEFVPACXB][1-9][0-9]?(?:, | and | to | )?)+\)/g)];
  const texts = [...comments, ...titles.map(([text]) => text)];
  return new Set(texts.flatMap((text) => [...text.matchAll(CITED)].flatMap(rowsBetween)));
}

function rowsBetween([, letter = '', from = '', to = from]: RegExpMatchArray): string[] {
  const count = Math.max(Number(to) - Number(from) + 1, 1);
  return Array.from({ length: count }, (_, index) => `${letter}${Number(from) + index}`);
}

/** The Markdown list of rows and the files that cite them; `files` maps a path to its source. */
function listOf(rows: string[], files: Map<string, string>): string {
  const cited = [...files]
    .map(([path, source]) => ({ path, rows: citedIn(source) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const lines = rows.map((row) => {
    const tests = cited.filter((file) => file.rows.has(row)).map(({ path }) => `\`${path}\``);
    return wrapped(`- ${row}:`, tests.length > 0 ? tests : ['no test cites this row']);
  });
  return lines.join('\n');
}

/** An entry of a list, in lines of at most 100 characters. */
function wrapped(begin: string, items: readonly string[]): string {
  const lines = [begin];
  items.forEach((item, index) => {
    const word = index < items.length - 1 ? `${item},` : item;
    const line = `${lines.at(-1)} ${word}`;
    if (line.length <= 100) lines[lines.length - 1] = line;
    else lines.push(`  ${word}`);
  });
  return lines.join('\n');
}

/** Every citation of an unknown row, as `path: row`. */
function unknownCitations(rows: string[], files: Map<string, string>): string[] {
  const known = new Set(rows);
  return [...files].flatMap(([path, source]) =>
    [...citedIn(source)].filter((row) => !known.has(row)).map((row) => `${path}: ${row}`),
  );
}

function main(check: boolean): void {
  const page = readFileSync(PAGE, 'utf8');
  const [head = '', rest] = page.split(BEGIN);
  const tail = rest?.split(END)[1];
  if (tail === undefined) throw new Error(`${PAGE}: the markers of the table are missing`);
  const rows = rowsOf(head);
  const files = new Map(
    sourceFiles()
      .filter((path) => TEST_FILE.test(path))
      .map((path): [string, string] => [path, readFileSync(path, 'utf8')]),
  );
  const unknown = unknownCitations(rows, files);
  for (const citation of unknown) console.error(`${citation} is no row of ${PAGE}`);
  const begin = page.match(BEGIN)?.[0];
  const written = `${head}${begin}\n${listOf(rows, files)}\n\n${END}${tail}`;
  const stale = written !== page;
  if (stale && check) console.error(`${PAGE} is out of date: node scripts/specification-table.ts`);
  if (stale && !check) writeFileSync(PAGE, written);
  if (unknown.length > 0 || (stale && check)) process.exitCode = 1;
}

main(process.argv.includes('--check'));
