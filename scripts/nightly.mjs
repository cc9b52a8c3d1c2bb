// What takes too long for every change, in one run: the whole product in browsers of other makers
// and in players that know nothing of us, the tests that `.ci/run` leaves out, all drills, and all
// benchmarks, whose figures are compared with those of the nights before.
// Debian's packages of the programs are installed as root where they are missing. Ends with another
// code than 0 if any part fails. The first takes some minutes, the drills an hour or two.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPages } from './build.mjs';
import { findChromium } from './chromium.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const env = { ...process.env, CHROMIUM_PATH: await findChromium() };
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');

// Figures as ratios of every night so far, outside the checkout's own files.
const history = process.env.BENCH_HISTORY ?? join(root, 'var', 'bench-history.jsonl');

await buildPages();
const failed = [
  ['other browsers and players', process.execPath, [vitest, 'run', '--project', 'other-browsers']],
  ['nightly tests', process.execPath, [join(root, 'scripts', 'test.mjs'), '--nightly']],
  ['drills', 'npm', ['run', '--silent', 'drills']],
  ['benchmarks', 'npm', ['run', '--silent', 'bench:all', '--', '--history', history]],
].flatMap(([name, program, words]) => {
  const { status } = spawnSync(program, words, { cwd: root, env, stdio: 'inherit' });
  return status === 0 ? [] : [name];
});
for (const name of failed) console.log(`FAILED: ${name}`);
process.exitCode = failed.length === 0 ? 0 : 1;
