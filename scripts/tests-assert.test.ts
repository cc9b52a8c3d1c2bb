import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const TEST = /^\s*(?:it|test)(?:\.\w+(?:\([^\n]*\))?)*\(/gm;
const ASSERTION = /\bexpect|\bassert|\bfc\./;
/** A local function with an assertion within its first lines. */
const ASSERTING_HELPER =
  /(?:function|const)\s+(\w+)[^\n]*(?:\n(?!\s*(?:it|test|describe)\b)[^\n]*){0,25}?\bexpect\b/g;

/** The first lines of the tests in a file that assert nothing. */
function testsWithoutAssertion(source: string): string[] {
  const starts = [...source.matchAll(TEST)].map(({ index }) => index);
  const helpers = [...source.matchAll(ASSERTING_HELPER)].map(([, name]) => name);
  return starts
    .map((start, index) => source.slice(start, starts[index + 1]).trim())
    .filter((body) => !ASSERTION.test(body))
    .filter((body) => !helpers.some((name) => new RegExp(`\\b${name}\\b`).test(body)))
    .map((body) => body.split('\n', 1)[0] ?? '');
}

/** `expect(…)` at the beginning of a statement, on one line or on several. */
const EXPECTED = String.raw`^( *)expect\((?:(?:(?!\)\.)[^\n])*|\n(?:\1 [^\n]*\n)+\1)\)`;
/** Such a statement that ends without a matcher, or whose promise nothing awaits. */
const IDLE = new RegExp(String.raw`${EXPECTED}(?:;$|\.(?:resolves|rejects)\b)`, 'gm');
const CONTINUES = /(?:=>|return|await|[([,])\s*$/;

/** Assertions that cannot fail. */
function idleAssertions(source: string): string[] {
  return [...source.matchAll(IDLE)]
    .filter(({ index }) => !CONTINUES.test(source.slice(0, index)))
    .map(([statement]) => statement.trim());
}

it.each([
  ['  expect(answer);\n', 1],
  ['  expect(ask()).rejects.toThrow();\n', 1],
  ['  expect(\n    ask(),\n  ).rejects.toThrow();\n', 1],
  ['  await expect(ask()).rejects.toThrow();\n', 0],
  ['  expect(answer).toBe(1);\n', 0],
  ['  return (\n    expect(ask()).rejects.toThrow()\n  );\n', 0],
])('finds in %j %i assertions without a matcher or an await', (source, count) => {
  expect(idleAssertions(source)).toHaveLength(count);
});

it('finds a test that asserts nothing', () => {
  const silent = "it('answers', async () => {\n  await ask();\n});\n";
  expect(testsWithoutAssertion(silent)).toEqual(["it('answers', async () => {"]);
  expect(testsWithoutAssertion(silent.replace('await', 'await expect'))).toEqual([]);
});

it('finds no test that cannot fail in this repository', () => {
  const kinds = ['*.test.ts', '*.test.tsx', '*.cases.ts', '*.suite.ts', '*.suites.ts'];
  const listed = execFileSync('git', ['ls-files', ...kinds], { cwd: ROOT });
  const files = listed.toString().trim().split('\n');
  expect(files.length).toBeGreaterThan(100);
  const found = files
    .filter((file) => existsSync(join(ROOT, file)))
    .flatMap((file) => {
      const source = readFileSync(join(ROOT, file), 'utf8');
      return [...testsWithoutAssertion(source), ...idleAssertions(source)].map(
        (test) => `${file}: ${test}`,
      );
    });
  expect(found).toEqual([]);
});
