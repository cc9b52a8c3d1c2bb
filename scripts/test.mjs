// `npm test`: every check, and a last line with the numbers of passed and failed.
// The database tests use a PostgreSQL server where this machine has one, or TEST_DATABASE_URL names
// one, and the embedded database otherwise.
// --long     only `*.long.test.ts`, which `npm test` leaves out: minutes of simulation and restores
// --nightly  only `*.nightly.test.ts`, which `.ci/run` leaves out too
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildPages } from './build.mjs';
import { findChromium } from './chromium.mjs';
import { CODE_CACHE } from './code-cache.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** The niceness of tests that use only what others do not need. */
const NICENESS = 5;
/** Bytes that must be free in memory for the server's files: some 512 MB of journal, and copies. */
const LEAST_MEMORY = 2e9;
const counts = { passed: 0, failed: 0, skipped: 0 };
/** The failures, printed again at the end, so that the last lines of a long run name them. */
const failures = [];
/** What passed only when it was tried again: a sign of a busy machine or of a fault. */
const unsteady = [];

// For every process that the tests start: they start the product many times.
process.env.NODE_COMPILE_CACHE ??= CODE_CACHE;

let postgres;
try {
  postgres = await startPostgres();
  if (process.argv.includes('--long')) await runProjects(['long']);
  // Those whose encoder a full processor would starve come first, alone.
  else if (process.argv.includes('--nightly'))
    await runProjects(['in-real-time', 'nightly', 'whole-at-night']);
  else await runAll();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  fail('the run itself', error);
} finally {
  await postgres?.remove();
}
for (const test of unsteady) console.log(`PASSED AT THE SECOND TRY: ${test}`);
for (const failure of failures) console.log(`FAILED: ${failure}`);
console.log(
  `${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`,
);
process.exitCode = counts.failed === 0 ? 0 : 1;

function fail(name, error) {
  counts.failed++;
  failures.push(
    error === undefined
      ? name
      : `${name}: ${firstLine(error instanceof Error ? error.message : error)}`,
  );
}

function firstLine(text) {
  return String(text).split('\n', 1)[0].slice(0, 300);
}

/** Starts a PostgreSQL server for the tests where none is given and this machine has one. */
async function startPostgres() {
  if (process.env.TEST_DATABASE_URL) return undefined;
  const { postgresPrograms, startCluster } = await import('../e2e/drills/cluster.ts');
  if (!postgresPrograms()) {
    console.log('The database tests use the embedded database: this machine has no PostgreSQL.');
    return undefined;
  }
  // Autovacuum would look at each of thousands of databases that live for a second.
  const settings = ['max_connections=300', 'fsync=off', 'max_wal_size=512MB', 'autovacuum=off'];
  const cluster = await startCluster(settings, await fastFolder());
  process.env.TEST_DATABASE_URL = cluster.url;
  return cluster;
}

/**
 * In memory where there is room: each test has its own copy of a database of a thousand files,
 * which takes half a second on a disk and a twentieth of that in memory.
 */
async function fastFolder() {
  const memory = '/dev/shm';
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize > LEAST_MEMORY ? memory : undefined;
}

/** Types, lint, documentation, layers, unused code, budgets, migrations: each counts as one. */
async function runChecks() {
  for (const name of ['types', 'lint', 'docs', 'layers', 'unused', 'budget', 'db:check'])
    await check(name, () => npmRun(name));
}

/** Runs work that counts as one check, which fails if the work throws. */
async function check(name, work) {
  try {
    await work();
    counts.passed++;
    console.log(`ok: ${name}`);
  } catch (error) {
    fail(name, error);
    console.error(error instanceof Error ? error.message : error);
    console.log(`NOT OK: ${name}`);
  }
}

async function npmRun(script) {
  try {
    await promisify(execFile)('npm', ['run', '--silent', script], { cwd: root, maxBuffer: 64e6 });
  } catch (error) {
    throw new Error(`${error.message}\n${error.stdout}\n${error.stderr}`);
  }
}

/**
 * Runs all checks and tests at the same time. The checks and the end-to-end tests each run one
 * after the other, so the other tests leave them the processors, also for the product's
 * preparations, and use what they do not need. One product serves both end-to-end groups.
 */
async function runAll() {
  // The first check works beside the build, and the one that needs the build comes last.
  const checks = runChecks();
  await check('pages build', buildPages);
  // Without pages there is no product to wait for.
  if (counts.failed > 0) return await checks;
  const { startProduct, productReady } = await import('../e2e/harness/product.ts');
  const { product, stop } = await startProduct();
  try {
    const chromium = await findChromium();
    const [site, ops, carrier, studio] = [
      product.site,
      product.ops,
      product.carrier,
      product.studio,
    ].map((address) => new URL(address).port);
    const running = [site, ops, carrier, product.log, studio].join(',');
    const env = { CHROMIUM_PATH: chromium, E2E_PRODUCT: running };
    const parts = {
      name: 'parts',
      filter: ['--project', 'unit', '--project', 'processes'],
      env,
      isYielding: true,
    };
    const whole = ['e2e', 'browse'].map((name) => ({ name, filter: ['--project', name], env }));
    const ended = await Promise.allSettled([
      checks,
      runTests([parts]),
      productReady(product).then(() => runTests(whole)),
    ]);
    for (const { status, reason } of ended) if (status === 'rejected') throw reason;
  } finally {
    await check('the product ends cleanly', stop);
  }
}

/** Runs projects of tests, one after the other. */
async function runProjects(names) {
  for (const name of names) await runTests([{ name, filter: ['--project', name] }]);
}

/**
 * Runs groups of tests concurrently; each group's output is printed when it is done, so that lines
 * do not mix.
 */
async function runTests(groups) {
  const folder = mkdtempSync(join(tmpdir(), 'bonisa-test-'));
  await Promise.all(groups.map((group) => runGroup(folder, group)));
  rmSync(folder, { recursive: true, force: true });
}

async function runGroup(folder, { name, filter, env = {}, isYielding = false }) {
  const report = join(folder, `${name}.json`);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [
    vitest,
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...filter,
  ];
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    detached: isYielding,
  });
  if (isYielding) yieldProcessors(child);
  const told = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => told.push(part));
  const [status] = await once(child, 'close');
  process.stdout.write(`\n--- ${name}\n${Buffer.concat(told)}`);
  const { numPassedTests, numPendingTests, testResults, success } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  counts.passed += numPassedTests;
  counts.skipped += numPendingTests;
  unsteady.push(...testResults.flatMap(unsteadyOf));
  const failed = testResults.flatMap(failedOf);
  for (const one of failed) fail(one);
  if ((!success || status !== 0) && failed.length === 0)
    fail(`${name}, which ended with ${status}`);
}

/**
 * Leaves the processors to all other processes. Linux shares them between sessions first (each
 * browser has one), and only inside a session by the niceness of processes: so the child, which
 * leads a session of its own, lowers the session too.
 */
function yieldProcessors(child) {
  setPriority(child.pid, NICENESS);
  const ofSession = `/proc/${child.pid}/autogroup`;
  if (existsSync(ofSession)) writeFileSync(ofSession, String(NICENESS));
  // A terminal's signals do not reach another session.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    const pass = () => {
      process.kill(-child.pid, 'SIGTERM');
      process.kill(process.pid, signal);
    };
    process.once(signal, pass);
    child.once('close', () => process.off(signal, pass));
  }
}

/**
 * The failed tests of a file; the file itself if it cannot be read, or if code before its tests
 * fails.
 */
function failedOf({ name, status, message, assertionResults }) {
  const tests = assertionResults.filter((test) => test.status === 'failed');
  if (tests.length > 0) return tests.map((test) => described(name, test));
  return status === 'failed' ? [`${relative(root, name)}: ${firstLine(message)}`] : [];
}

/** The tests of a file that failed and then passed. */
function unsteadyOf({ name, assertionResults }) {
  return assertionResults
    .filter((test) => test.status === 'passed' && test.failureMessages.length > 0)
    .map((test) => described(name, test));
}

function described(path, { fullName, failureMessages }) {
  return `${relative(root, path)}: ${fullName}: ${firstLine(failureMessages[0] ?? '')}`;
}
