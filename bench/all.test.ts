// What `npm run bench:all` refuses before its hour.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it.each([
  ['--only', 'page,nonsense', "--only: there is no program 'nonsense'"],
  ['--only', 'toString', "--only: there is no program 'toString'"],
])('refuses %s %s by its exit code and one line', (option, value, words) => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'all.ts'), option, value],
    { encoding: 'utf8' },
  );
  expect([status, stderr.trim()]).toEqual([2, words]);
});
