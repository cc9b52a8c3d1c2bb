import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRetired, type RetiredWord } from './check-words.ts';

const RULES = JSON.parse(
  readFileSync(new URL('retired-words.json', import.meta.url), 'utf8'),
) as readonly RetiredWord[];

const found = (rule: RetiredWord, text: string, path = 'apps/a.ts'): string[] =>
  findRetired([rule], { path, text }).map((finding) => finding.found);

const word = fc
  .array(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), { minLength: 2, maxLength: 8 })
  .map((letters) => letters.join(''));
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** The styles in which code and prose spell a term of several words. */
const STYLES: readonly ((words: string[]) => string)[] = [
  (words) => words.map((one, index) => (index === 0 ? one : capital(one))).join(''),
  (words) => words.map(capital).join(''),
  (words) => words.join('_'),
  (words) => words.join('_').toUpperCase(),
  (words) => words.join('-'),
  (words) => words.join(' '),
  (words) => words.join('\n * '),
];

describe('a retired word', () => {
  it('is found in any style and between any other words, but not when only its parts occur', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { minLength: 4, maxLength: 4 }),
        fc.constantFrom(...STYLES),
        ([before = '', first = '', second = '', after = ''], style) => {
          const rule = { words: `${first} ${second}`, say: '' };
          expect(found(rule, style([before, first, second, after]))).toHaveLength(1);
          expect(found(rule, style([first, before, second, after]))).toEqual([]);
          expect(found(rule, style([`${first}${second}`, after]))).toEqual([]);
        },
      ),
    );
  });

  it('is found as a plural, and not as a part of a longer word', () => {
    const rule = { words: 'seat', say: '' };
    expect(found(rule, 'const freeSeats = seats(seat); // seated, Seattle')).toEqual([
      'Seats',
      'seats',
      'seat',
    ]);
  });

  it('is found in the name of a file', () => {
    const [finding] = findRetired([{ words: 'due source', say: "say 'job'" }], {
      path: 'apps/due-source.ts',
      text: '',
    });
    expect(finding).toEqual({
      path: 'apps/due-source.ts',
      line: 0,
      found: 'due-source',
      say: "say 'job'",
    });
  });

  it('is reported with its line', () => {
    const [finding] = findRetired([{ words: 'rung', say: '' }], { path: 'a', text: '\n\nRUNG' });
    expect(finding?.line).toBe(3);
  });

  it('is allowed within a longer term that the rule names', () => {
    const rule = { words: 'ladder', say: '', allow: ['encoding ladder'] };
    expect(found(rule, 'encodingLadder, ENCODING_LADDER, ladder, retryLadder')).toEqual([
      'ladder',
      'Ladder',
    ]);
  });

  it('is checked only in the paths of its rule', () => {
    const rule = { words: 'shelf', say: '', only: ['/storage/'], except: ['\\.test\\.ts$'] };
    expect(found(rule, 'shelf', 'apps/web/app/storage/a.ts')).toEqual(['shelf']);
    expect(found(rule, 'shelf', 'apps/web/app/storage/a.test.ts')).toEqual([]);
    expect(found(rule, 'shelf', 'apps/web/app/titles/a.ts')).toEqual([]);
  });

  it('may be a citation of something outside the repository', () => {
    const rule = { pattern: '\\bissues? \\d+', say: '' };
    expect(found(rule, '// Issue 4 section 1: retries.')).toEqual(['Issue 4']);
  });
});

describe('the list of retired words', () => {
  it('has a term or a valid pattern for each rule, and a replacement', () => {
    for (const { words, pattern, say } of RULES) {
      expect([words, pattern].filter((one) => one !== undefined)).toHaveLength(1);
      expect(() => new RegExp(pattern ?? '')).not.toThrow();
      expect(words ?? '').toMatch(/^[a-z]*( [a-z]+)*$/);
      expect(say.length).toBeGreaterThan(5);
    }
  });
});
