import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tooWide } from './check-width.ts';

const WORDS = `${'word '.repeat(25)}end`;

describe('a line that is too wide', () => {
  it.each([
    ['a.ts', `// ${WORDS}`],
    ['a.tsx', `   * ${WORDS}`],
    ['a.css', `/* ${WORDS} */`],
    ['a.md', WORDS],
    ['a.md', `- ${WORDS}`],
  ])('is reported in a comment and in Markdown prose: %s', (path, line) =>
    expect(tooWide(path, `\n${line}\n`)).toEqual([2]),
  );

  it.each([
    ['a.ts', `const text = '${WORDS}';`],
    ['a.ts', `// https://example.org/${'x'.repeat(100)}`],
    ['a.md', `| ${WORDS} |`],
    ['a.md', `# ${WORDS}`],
    ['a.md', `\`\`\`\n${WORDS}\n\`\`\``],
    ['a.md', `- \`${'x'.repeat(110)}\``],
  ])(
    'is not reported in code, a table, a heading, a fenced block or one long word: %s',
    (path, text) => expect(tooWide(path, text)).toEqual([]),
  );

  it('has more than 100 characters of any kind', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 60, max: 140 }),
        fc.constantFrom('x', 'é', '…', '📺'),
        (width, letter) => {
          const line = `// a ${letter.repeat(width - 5)}`;
          expect(tooWide('a.ts', line)).toEqual(width > 100 ? [1] : []);
        },
      ),
    );
  });
});
