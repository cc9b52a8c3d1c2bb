import { describe, expect, it } from 'vitest';
import { tooLong } from './check-size.ts';

const linesOf = (many: number): string => 'line\n'.repeat(many);

describe('The check of file sizes', () => {
  it.each(['a.ts', 'a.tsx', 'a.mjs', 'a.js', 'a.css'])(
    'allows 400 lines in a code file and rejects 401: %s',
    (path) => {
      expect(tooLong(path, linesOf(400))).toBeUndefined();
      expect(tooLong(path, linesOf(401))).toBe(`${path}: 401 lines, at most 400 are allowed`);
    },
  );

  it('counts a last line without a newline', () => {
    expect(tooLong('a.ts', linesOf(400).trimEnd())).toBeUndefined();
    expect(tooLong('a.ts', `${linesOf(400)}line`)).toBeDefined();
  });

  it('does not limit documents and data', () => {
    for (const path of ['a.md', 'a.json', 'a.sql'])
      expect(tooLong(path, linesOf(1000))).toBeUndefined();
  });
});
