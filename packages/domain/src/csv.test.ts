import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine, csvText } from './csv.ts';

describe('a line of a CSV file', () => {
  it('quotes commas, quotes and line ends, and ends with CR LF', () => {
    expect(csvLine(['a', 'b,c', 'say "no"', 'two\nlines', null, 7, -5])).toBe(
      'a,"b,c","say ""no""","two\nlines",,7,-5\r\n',
    );
  });

  it.each(['=1+1', '+27821234567', '-2+3', '@SUM(A1)', '\tx', '\r=x', '=HYPERLINK("x")'])(
    'makes text of %j, which a spreadsheet would run',
    (text) => {
      const written = csvLine([text]).trimEnd();
      expect(written.replace(/^"/, '').startsWith("'")).toBe(true);
    },
  );

  it.each([
    ['a;=1', '"a;\'=1"'],
    ['a\t@SUM(A1)', '"a\t\'@SUM(A1)"'],
    ['a; "=1"', '"a; ""\'=1"""'],
    ['a\n+1', '"a\n\'+1"'],
    ['a|-1+cmd', "a|'-1+cmd"],
    ['\u200b=1', "\u200b'=1"],
    ['a; \u202e@SUM(A1)', '"a; \u202e\'@SUM(A1)"'],
    ['a; b - c = d', '"a; b - c = d"'],
  ])('makes text of %j, which another country would split', (text, written) => {
    expect(csvLine([text])).toBe(`${written}\r\n`);
  });

  it('takes no more time for a long run of what may begin a cell', () => {
    expect(csvLine(['\t'.repeat(300_000)])).toHaveLength(300_005);
  });

  it.each([',', ';', '\t', '|'])('never has a formula after %j, whatever cells say', (sign) => {
    const part = fc.constantFrom(
      ';',
      '\t',
      '|',
      '\n',
      '\r',
      '=',
      '+',
      '-',
      '@',
      '"',
      "'",
      ' ',
      'a',
    );
    const cells = fc.array(fc.string({ unit: part, maxLength: 10 }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(cells, (given) => {
        for (const piece of csvLine(given).split(sign === ',' ? /\r\n$/ : sign)) {
          const cell = piece.replace(/^[\s"]*/, '');
          const isNumber = /^-[0-9]+(?:\.[0-9]+)?(?:[,\r]|$)/.test(cell);
          expect(/^[=+\-@]/.test(cell) && !isNumber).toBe(false);
        }
      }),
    );
  });

  it('leaves money and numbers as they are, so that they can be added up', () => {
    expect(csvLine(['-5.00', '12.50', '-3'])).toBe('-5.00,12.50,-3\r\n');
  });

  it('never lets a cell begin like a formula, and keeps the number of cells', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 5 }), (cells) => {
        const fields = parse(csvLine(cells));
        expect(fields).toHaveLength(cells.length);
        for (const [at, field] of fields.entries()) {
          expect(field.replaceAll("'", '')).toBe((cells[at] ?? '').replaceAll("'", ''));
          if (/^[=+\-@\t\r]/.test(field)) expect(field).toMatch(/^-?[0-9]+(?:\.[0-9]+)?$/);
        }
      }),
    );
  });
});

it('begins a file with the mark by which Excel reads UTF-8', () => {
  expect([...Buffer.from(csvText([['title'], ['Dié']]))].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf]);
  expect(csvText([['title'], ['Dié']]).slice(1)).toBe('title\r\nDié\r\n');
});

/** The fields of one line, read back by the rules of RFC 4180. */
function parse(line: string): string[] {
  const fields: string[] = [];
  const field = /("((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n$)/gy;
  for (let found = field.exec(line); found; found = field.exec(line)) {
    fields.push(found[2]?.replaceAll('""', '"') ?? found[3] ?? '');
    if (found[4] !== ',') break;
  }
  return fields;
}
