// `npm test`: every check, and a last line with the numbers of passed and failed.
// --database-only only the tests that use a database (with TEST_DATABASE_URL: on a server)
// --long only `*.long.test.ts`, which `npm test` leaves out: minutes of simulation and of restores
// --server-follows with --long: without those that the database tests run on a server afterwards
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildPages } from './build.mjs';
import { findChromium } from './chromium.mjs';
import { CODE_CACHE } from './code-cache.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const databaseOnly = process.argv.includes('--database-only');
const longOnly = process.argv.includes('--long');
const serverFollows = process.argv.includes('--server-follows');
/**
 * Tests that `--database-only` leaves out, because they prove the same on either database: that the
 * simulation's invariants, which are written in TypeScript, notice a broken product; that screens
 * have no fault and contributions play; which role may make which call, and what the screens of the
 * studio and of care show of it; how pictures are drawn and cached; and many sequences of prices, a
 * few of which run there.
 */
const ON_ONE_DATABASE = [
  'apps/simulation/src/mutations.long.test.ts',
  'apps/server/src/catalogue/pictures/picture.routes.test.ts',
  'apps/server/src/media/contribution/contribution-live.long.test.ts',
  'apps/server/src/signup/charged-price.long.test.ts',
  'apps/server/src/staff/studio-table.test.ts',
  'e2e/product/care.long.test.ts',
  'e2e/product/contribution-player.long.test.ts',
  'e2e/product/data-cost.long.test.ts',
  'e2e/product/studio.long.test.ts',
  'e2e/product/studio-editors.long.test.ts',
  'e2e/product/studio-accounts.long.test.ts',
  'e2e/product/studio-company.long.test.ts',
  'e2e/product/studio-forms.test.ts',
  'e2e/product/studio-keyboard.long.test.ts',
  'e2e/product/studio-lists.long.test.ts',
  'e2e/product/studio-pages.long.test.ts',
  'e2e/product/studio-screens.long.test.ts',
];
/** The niceness of tests that use only what others do not need. */
const NICENESS = 5;
const counts = { passed: 0, failed: 0, skipped: 0 };
/** The failures, printed again at the end, so that the last lines of a long run name them. */
const failures = [];

// For every process that the tests start: they start the product many times.
process.env.NODE_COMPILE_CACHE ??= CODE_CACHE;

try {
  if (databaseOnly) await runTests([{ name: 'database', filter: databaseTests() }]);
  else if (longOnly) await runLong();
  else await runAll();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  fail('the run itself', error);
}
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

/** Types, lint, documentation, floors, unused code, budgets, migrations: each counts as one. */
async function runChecks() {
  for (const name of ['types', 'lint', 'docs', 'floors', 'unused', 'budget', 'db:check'])
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

/** Those whose encoder a full processor would starve come first, alone. */
async function runLong() {
  const env = serverFollows ? { SERVER_FOLLOWS: '1' } : {};
  for (const name of ['in-real-time', 'long'])
    await runTests([{ name, filter: ['--project', name], env }]);
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
  const file = relative(root, name);
  const tests = assertionResults.filter((one) => one.status === 'failed');
  if (tests.length > 0)
    return tests.map(
      ({ fullName, failureMessages }) =>
        `${file}: ${fullName}: ${firstLine(failureMessages[0] ?? '')}`,
    );
  return status === 'failed' ? [`${file}: ${firstLine(message)}`] : [];
}

/**
 * The tests that run again on a server: they import the kit that creates a database there, or a kit
 * that imports it. Their tests that concern only the embedded database, or none, skip themselves
 * when `TEST_DATABASE_URL` is set.
 */
function databaseTests() {
  const kits = ['database.test-kit', 'database-server.test-kit'];
  for (const kit of kits) {
    for (const file of importersOf(kit, '*.test-kit.ts')) {
      const name = basename(file, '.ts');
      if (!kits.includes(name)) kits.push(name);
    }
  }
  const tests = new Set(kits.flatMap((kit) => importersOf(kit, '*.test.ts')));
  return [...tests].filter((test) => !ON_ONE_DATABASE.includes(test));
}

function importersOf(kit, files) {
  const found = spawnSync('git', ['grep', '-l', '--fixed-strings', `/${kit}.ts'`, '--', files], {
    cwd: root,
    encoding: 'utf8',
  });
  return found.stdout.split('\n').filter(Boolean);
}
