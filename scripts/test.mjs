// `npm test`: every check, and a last line that says how many passed and failed.
//   --database-only   only the tests that speak to a database (with TEST_DATABASE_URL: on a server)
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPages } from './build.mjs';
import { findChromium } from './chromium.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const databaseOnly = process.argv.includes('--database-only');
const counts = { passed: 0, failed: 0, skipped: 0 };

try {
  const chromium = databaseOnly ? '' : findChromium();
  if (!databaseOnly) runChecks();
  runTests(chromium);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  counts.failed++;
}
console.log(`${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`);
process.exitCode = counts.failed === 0 ? 0 : 1;

/** Types, lint, floors, unused code and budgets: each counts as one check. */
function runChecks() {
  check('pages build', () => {
    buildPages();
    return true;
  });
  for (const name of ['types', 'lint', 'floors', 'unused', 'budget']) check(name, () => npmRun(name));
}

function check(name, work) {
  let passed = false;
  try {
    passed = work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  counts[passed ? 'passed' : 'failed']++;
  console.log(`${passed ? 'ok' : 'NOT OK'}: ${name}`);
}

function npmRun(script) {
  const done = spawnSync('npm', ['run', '--silent', script], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  if (done.status !== 0) console.error(`${done.stdout}\n${done.stderr}`);
  return done.status === 0;
}

function runTests(chromium) {
  const folder = mkdtempSync(join(tmpdir(), 'bonisa-test-'));
  const report = join(folder, 'report.json');
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  // A test that speaks to a database says so by importing the kit that makes one.
  const filter = databaseOnly ? databaseTests() : [];
  const done = spawnSync(process.execPath, [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...filter], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, CHROMIUM_PATH: chromium || (process.env.CHROMIUM_PATH ?? '') },
  });
  const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites, success } = JSON.parse(readFileSync(report, 'utf8'));
  rmSync(folder, { recursive: true, force: true });
  counts.passed += numPassedTests;
  counts.failed += numFailedTests;
  counts.skipped += numPendingTests;
  // A file that cannot even be read has no failed test of its own.
  if ((!success || done.status !== 0) && numFailedTests === 0) counts.failed += Math.max(1, numFailedTestSuites);
}

function databaseTests() {
  const found = spawnSync('git', ['grep', '-l', 'database.test-kit', '--', '*.test.ts'], { cwd: root, encoding: 'utf8' });
  return found.stdout.split('\n').filter(Boolean);
}
