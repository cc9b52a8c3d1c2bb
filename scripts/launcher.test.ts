// `bonisa PROGRAM`: programs find the caller's files, although they run in the release's folder.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

let release: string;
let here: string;
beforeAll(() => {
  release = realpathSync(mkdtempSync(join(tmpdir(), 'bonisa-release-')));
  here = realpathSync(mkdtempSync(join(tmpdir(), 'bonisa-caller-')));
  mkdirSync(join(release, 'deploy'));
  copyFileSync(join(import.meta.dirname, '../deploy/bonisa'), join(release, 'deploy/bonisa'));
  // Stands for the pinned Node.
  mkdirSync(join(release, 'node_modules/.bin'), { recursive: true });
  writeFileSync(join(release, 'node_modules/.bin/node'), '#!/bin/sh\necho "$PWD $INIT_CWD: $*"\n', {
    mode: 0o755,
  });
});
afterAll(() => {
  for (const folder of [release, here]) rmSync(folder, { recursive: true });
});

const run = (args: readonly string[], more: Record<string, string> = {}): string =>
  execFileSync('sh', [join(release, 'deploy/bonisa'), ...args], {
    encoding: 'utf8',
    cwd: here,
    env: { PATH: process.env.PATH, ...more },
  });

it('a program learns the folder in which it was called', () => {
  const program = /import\.process\.ts catalogue\.json\n$/;
  expect(run(['import', 'catalogue.json'])).toMatch(program);
  expect(run(['import', 'catalogue.json'])).toContain(`${release} ${here}: `);
  expect(run(['--unit', 'jobs', 'import', 'catalogue.json'])).toBe(
    `${release} ${here}: deploy/as-unit.mjs jobs import catalogue.json\n`,
  );
  // From as-unit.mjs, which runs in the release's folder.
  expect(run(['import', 'a.csv'], { INIT_CWD: '/films' })).toContain(`${release} /films: `);
});

it('each role has the heap that it needs', () => {
  const flagsOf = (ROLE: string): string =>
    /: (.*)--import/.exec(run(['start'], { ROLE }))?.[1]?.trim() ?? '';
  const flags = '--max-semi-space-size=4 --max-old-space-size=1024';
  expect(['pages', 'api'].map(flagsOf)).toEqual([flags, flags]);
  expect(flagsOf('jobs')).toContain('--max-old-space-size=192');
  expect(flagsOf('all')).toBe('');
});
