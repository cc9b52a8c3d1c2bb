import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { citedIn, rowsOf, tableOf, unknownCitations } from './specification-table.ts';

const rowId = fc
  .tuple(fc.constantFrom(...'RLSEFVPACXB'), fc.integer({ min: 1, max: 99 }))
  .map(([letter, number]) => `${letter}${number}`);

describe('the rows of the specification', () => {
  it('are the first cells of the tables, in the order of the page', () => {
    const page =
      '| row | what |\n|---|---|\n| R1 | Home |\n| R10 | shows R2 |\n\n| B1 | prices |\n';
    expect(rowsOf(page)).toEqual(['R1', 'R10', 'B1']);
  });
});

describe('the citations in a test file', () => {
  it('are found in any comment, whichever rows it names', () => {
    fc.assert(
      fc.property(fc.uniqueArray(rowId, { minLength: 1 }), (rows) => {
        expect([...citedIn(`// ${rows.join(' ')}: what the tests show.`)]).toEqual(rows);
        expect([...citedIn(`/**\n * Shows ${rows.join(', ')}.\n */`)]).toEqual(rows);
      }),
    );
  });

  it('include every row between the two ends of a range', () => {
    expect([...citedIn('// A1 to A3, P4: every call.')]).toEqual(['A1', 'A2', 'A3', 'P4']);
  });

  it('are found in parentheses in the title of a test, but not in its other strings', () => {
    const source =
      "it('returns six titles (B3)', () => expect(text).toBe('S3 and R5.00 (R5.00)'));";
    expect([...citedIn(source)]).toEqual(['B3']);
  });

  it.each(['R5.00 is taken', 'E2E', 'the A14B chip', 'B12345'])(
    'do not include text that only resembles a row: %s',
    (text) => expect([...citedIn(`// ${text}`)]).toEqual([]),
  );

  it('that name no row of the specification are reported with their file', () => {
    const files = new Map([['a.test.ts', '// R1 R99: Home.']]);
    expect(unknownCitations(['R1'], files)).toEqual(['a.test.ts: R99']);
  });
});

describe('the table of rows and tests', () => {
  it('lists the files of each row by path and names rows without a test', () => {
    const files = new Map([
      ['b.test.ts', '// R1'],
      ['a.test.ts', '// R1 B1'],
    ]);
    expect(tableOf(['R1', 'L1', 'B1'], files).split('\n').slice(2)).toEqual([
      '| R1 | `a.test.ts`, `b.test.ts` |',
      '| L1 | no test cites this row |',
      '| B1 | `a.test.ts` |',
    ]);
  });
});
