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

it('finds a test that asserts nothing', () => {
  const silent = "it('answers', async () => {\n  await ask();\n});\n";
  expect(testsWithoutAssertion(silent)).toEqual(["it('answers', async () => {"]);
  expect(testsWithoutAssertion(silent.replace('await', 'await expect'))).toEqual([]);
});

it('finds no test without an assertion in this repository', () => {
  const listed = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx'], { cwd: ROOT });
  const files = listed.toString().trim().split('\n');
  expect(files.length).toBeGreaterThan(100);
  const silent = files
    .filter((file) => existsSync(join(ROOT, file)))
    .flatMap((file) =>
      testsWithoutAssertion(readFileSync(join(ROOT, file), 'utf8')).map(
        (test) => `${file}: ${test}`,
      ),
    );
  expect(silent).toEqual([]);
});
