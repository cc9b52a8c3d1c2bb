// Tables as spreadsheets write them.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rowsOfCsv } from './csv-source.ts';
import { contentOf } from './import-source.ts';

const csv = (text: string) => rowsOfCsv(text, { kind: 'video' });
const titles = (text: string) => csv(text).map(({ row }) => row.title);

describe('a table of a spreadsheet', () => {
  it('may have empty columns and lines after the others', () => {
    const text = readFileSync(new URL('cases/trailing-columns.csv', import.meta.url), 'utf8');
    expect(csv(text)).toMatchObject([
      { place: 'line 2', row: { key: 'csv-trail', title: 'Trailing Film', ratingAge: 'PG' } },
    ]);
    expect(titles('key,title,\nv,A\nw,B,,,\n , ,\n')).toEqual(['A', 'B']);
  });

  it('loses no cell without a name', () => {
    expect(() => csv('key,title,,\nv,A,,lost\n')).toThrow(
      'line 2: column 4: has no name in the first line',
    );
    expect(() => csv('key,,title\nv,,A\n')).toThrow("column '' is no field");
  });

  it.each([
    ['sep=;\r\nkey;title\r\nv;A, B\r\n', 'A, B', 'line 3'],
    ['\u{feff}sep=,\nkey,title\nv,A; B\n', 'A; B', 'line 3'],
    ['\u{feff}key\ttitle\r\nv\tA, B; C\r\n', 'A, B; C', 'line 2'],
    ['key;"title"\nv;"A, ""B""\nC"\n', 'A, "B"\nC', 'line 3'],
    ['"key",title\nv,A;B\n', 'A;B', 'line 2'],
    ['key,title\rv,A\r', 'A', 'line 2'],
  ])('is read with its own signs: %j', (text, title, place) => {
    expect(csv(text)).toMatchObject([{ place, row: { title } }]);
  });

  it('may have the names of its columns in other spellings, and mixed line ends', () => {
    const text = '\u{200b}Key,Title,rating_age,Rating Advice\r\nv,A,PG,L\nw,B,,\rx,C,,\r\n';
    expect(csv(text).map(({ row }) => row)).toMatchObject([
      { key: 'v', title: 'A', ratingAge: 'PG', ratingAdvice: ['L'] },
      { key: 'w', title: 'B' },
      { key: 'x', title: 'C' },
    ]);
    expect(() => csv('key,title,Title\nv,A,B\n')).toThrow("column 'title' is there twice");
  });

  it('has a kind in capitals, and a character with a colon', () => {
    const text = 'kind,key,title,credits\nVideo,v,Cafe,cast: a: Gogo: the first\n';
    expect(csv(text)).toMatchObject([
      {
        row: {
          ...{ kind: 'video', title: 'Cafe' },
          credits: [{ role: 'cast', person: 'a', character: 'Gogo: the first' }],
        },
      },
    ]);
  });

  it.each(['#N/A', '#REF!', '#name?', '#####'])('has no error of a formula: %s', (cell) => {
    expect(() => csv(`key,title\nv,${cell}\n`)).toThrow(
      `line 2: title: '${cell}' is an error of the spreadsheet`,
    );
  });

  it.each([
    ['key,title\nv,"A\nw,B\n', 'line 3: a cell begins with a quote that never ends'],
    ['sep=,\nkey,title\nv,A "x" B\n', 'line 3: a cell with quotes must stand in quotes'],
    ['key,title\nv,"A" B\n', 'line 2: a cell with quotes must stand in quotes'],
  ])('is refused by the line of a quote: %j', (text, why) => {
    expect(() => csv(text)).toThrow(why);
  });

  it('names an entry once', () => {
    const options = { name: 'the file', format: 'csv', kind: 'video' } as const;
    const read = (text: string) => contentOf(Buffer.from(text), options);
    expect(() => read('key,title\nv,A\nw,B\nv,C\n')).toThrow(
      "line 4: key: 'v' is that of line 2 already",
    );
    expect(read('kind,key,title\nvideo,v,A\nchannel,v,C\n').rows).toHaveLength(2);
  });

  it.each([
    [`${'a,'.repeat(201)}b\n`, 'more than 200 columns'],
    [`key\n${'a\n'.repeat(200_001)}`, 'more than 200000 lines'],
  ])('is refused beyond its limits', (text, why) => {
    expect(() => csv(text)).toThrow(why);
  });

  it('names the first of many problems, and counts all', () => {
    try {
      csv(`key,title\n${'a,=1\n'.repeat(5000)}`);
      expect.unreachable();
    } catch (error) {
      const { lines } = error as { lines: string[] };
      expect([lines.length, lines.at(-1)]).toEqual([1001, 'and 4000 more']);
    }
  });
});
