// A text that another company or a caller wrote must not keep the process from everybody else.
// A quadratic reading of these texts takes longer than a test may.
import { describe, expect, it } from 'vitest';
import { rowsOfCsv } from './csv-source.ts';
import { ImportError } from './import-row.ts';
import { leaveOutRefused } from './leave-out.ts';
import { readFeed } from './mrss-source.ts';

const MANY = 400_000;

describe('a feed that is meant to cost time', () => {
  const feed = (about: string): string =>
    `<rss><channel><item><title>T</title><description><![CDATA[${about}]]></description></item></channel></rss>`;

  it.each(['<', '< ', '<p', '&lt;', '<!--'])(
    'is read where its description is %j again and again',
    (text) => {
      const { rows, refused } = readFeed(feed(text.repeat(MANY / text.length)));
      expect(refused).toEqual([]);
      expect(rows).toMatchObject([{ row: { key: 'T', title: 'T' } }]);
    },
  );

  it('has its tags left out, and keeps a sign that begins none', () => {
    const about = readFeed(feed('<p class="a">5 < 6, and <b>bold</b></p>')).rows[0]?.row.synopsis;
    expect(about).toBe('5 < 6, and bold');
  });

  it('is judged where the catalogue refuses every one of very many items', async () => {
    const rows = Array.from({ length: 100_000 }, (_, at) => {
      return { place: `item ${at}`, row: { kind: 'video', key: `v-${at}` } };
    });
    const preview = async (batch: readonly object[]) => {
      const problems = batch.map((_, row) => ({ row, field: 'genre', problem: 'must be given' }));
      return { problems: problems.map((one) => ({ ...one, kind: null, key: null })), results: [] };
    };
    const left = leaveOutRefused(rows, { preview });
    await expect(left).rejects.toBeInstanceOf(ImportError);
  });
});

describe('a table that is meant to cost time', () => {
  const cellOf = (column: string, cell: string): unknown =>
    rowsOfCsv(`kind,key,${column}\nvideo,v,"${cell}"\n`, { kind: 'video' })[0]?.row[column];

  it('is read where the cell of packages has very many spaces', () => {
    // A line of a table has at most 800,000 characters.
    const spaces = ' '.repeat(MANY - 1000);
    expect(cellOf('packages', `daily${spaces}x`)).toEqual([{ package: 'daily x' }]);
    expect(cellOf('packages', `daily from${spaces}x until${spaces}y`)).toEqual([
      { package: 'daily', from: 'x', until: 'y' },
    ]);
    expect(cellOf('packages', `daily${' from'.repeat(MANY / 5)}`)).toHaveLength(1);
  });

  it('is read where the rule of a shelf has very many parts', () => {
    const parts = Array.from({ length: 70_000 }, (_, at) => `n${at}:1`);
    expect(Object.keys(cellOf('rule', parts.join('|')) as object)).toHaveLength(parts.length);
  });

  it('is refused where it has very many columns', () => {
    const header = [...Array(MANY / 4).fill('x'), ...Array(MANY / 8).fill('title')].join(',');
    expect(() => rowsOfCsv(`${header}\n`, { kind: 'video' })).toThrow('more than 200 columns');
  });
});
