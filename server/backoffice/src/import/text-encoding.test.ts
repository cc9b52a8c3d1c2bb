import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowsOfCsv } from './csv-source.ts';
import { ImportError } from './import-row.ts';
import { readText } from './text-encoding.ts';

const bytes = (...parts: (string | number)[]): Uint8Array =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))),
  );
const utf16 = (text: string, isBig = false): Buffer => {
  const little = Buffer.from(`\u{feff}${text}`, 'utf16le');
  return isBig ? little.swap16() : little;
};
const AFRIKAANS = 'key,title\nv-1,"Oupa se brêk – ’n nuwe dag, Boïng"\n';

describe('the encoding of a file', () => {
  it('is UTF-8, with or without a mark', () => {
    for (const text of ['', AFRIKAANS, '日本'])
      for (const mark of ['', '\u{feff}'])
        expect(readText(bytes(mark, text), 'a.csv', 'table')).toEqual({ text, encoding: 'UTF-8' });
  });

  it('is UTF-16 by its mark, of either order', () => {
    for (const isBig of [false, true])
      expect(readText(utf16(AFRIKAANS, isBig), 'a.csv', 'table')).toEqual({
        text: AFRIKAANS,
        encoding: 'UTF-16',
      });
  });

  it('is the Windows-1252 that Excel writes, for a table', () => {
    // brêk – ’n … Boïng, with the bytes of Windows-1252.
    const table = bytes('key;title\nv-1;Oupa se br', 0xea, 'k ', 0x96, ' ', 0x92, 'n dag\n');
    const { text, encoding } = readText(table, 'a.csv', 'table');
    expect(encoding).toBe('Windows-1252');
    expect(rowsOfCsv(text, { kind: 'video' })[0]?.row.title).toBe('Oupa se brêk – ’n dag');
  });

  it.each([
    ['Mac Roman é', [0x8e]],
    ['Mac Roman ê', [0x90]],
    ['Mac Roman ë', [0x91]],
    ['Mac Roman ö', [0x9a]],
    ['DOS é', [0x82]],
    ['DOS ê', [0x88]],
    ['DOS ô', [0x93]],
    ['a file of Cyrillic letters', [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]],
    ['a short word of Greek', [0x20, 0xea, 0xe1, 0xe9, 0x20]],
    ['Czech', [0x70, 0xf8, 0xed, 0x6c, 0x69, 0x9a]],
    ['Turkish', [0xfd]],
    ['Hungarian', [0x74, 0xf5, 0x6b]],
  ])('is refused by name where Windows-1252 would break letters: %s', (_, letters) => {
    const table = bytes('key,title\nv,caf', ...letters, 'n\n');
    expect(() => readText(table, 'a.csv', 'table')).toThrow(
      /a\.csv: is neither UTF-8 nor Windows-1252.*save it as UTF-8/,
    );
  });

  it('is refused without a mark, as UTF-16 or as no text', () => {
    const unmarked = Buffer.from('key,title\n', 'utf16le');
    for (const kind of ['table', 'json', 'xml'] as const)
      expect(() => readText(unmarked, 'a.csv', kind)).toThrow('UTF-16 without a byte order mark');
  });

  it('of XML is what it declares, and never a guess', () => {
    const head = (label: string): string => `<?xml version="1.0" encoding="${label}"?><t>br`;
    for (const label of ['windows-1252', 'ISO-8859-1'])
      expect(readText(bytes(head(label), 0xea, 'k</t>'), 'f.xml', 'xml')).toMatchObject({
        text: expect.stringContaining('brêk'),
        encoding: 'Windows-1252',
      });
    const wrong = bytes(head('utf-8').replace('?>', '?>\n'), 0xea, 'k</t>');
    expect(() => readText(wrong, 'f.xml', 'xml')).toThrow(
      'f.xml: is not UTF-8: line 2 has the byte 0xea: save it as UTF-8',
    );
    expect(() => readText(bytes('<t>br', 0xea, 'k</t>'), 'f.xml', 'xml')).toThrow('is not UTF-8');
    expect(() => readText(bytes(head('Shift_JIS'), 'k</t>'), 'f.xml', 'xml')).toThrow(
      "declares the encoding 'Shift_JIS'",
    );
  });

  it('of any text in UTF-8 or UTF-16 is found, whatever the text is', () => {
    const text = fc.string({ unit: 'binary', maxLength: 30 }).filter(isText);
    fc.assert(
      fc.property(text, fc.boolean(), (given, isBig) => {
        expect(readText(Buffer.from(given), 'a', 'table').text).toBe(given);
        expect(readText(utf16(given, isBig), 'a', 'table').text).toBe(given);
      }),
      { numRuns: 100 },
    );
  });

  it('of any bytes is found or refused by name', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 60 }),
        fc.constantFrom('table' as const, 'json' as const, 'xml' as const),
        (given, kind) => {
          try {
            // Never the sign for what could not be read.
            expect(readText(given, 'a', kind).text.includes('\u{fffd}')).toBe(
              Buffer.from(given).includes(Buffer.from('\u{fffd}')),
            );
          } catch (error) {
            expect(error).toBeInstanceOf(ImportError);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});

/** Without lone surrogates, NUL, or a mark at its beginning. */
function isText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0') && !text.startsWith('\u{feff}');
}
