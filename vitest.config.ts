import { defineConfig } from 'vitest/config';
import { propertySeed } from './scripts/property-seed.ts';

/**
 * Node imports the code itself, as it does for the product: it strips types faster than Vite
 * transforms them, and caches the compiled code. The pages need Vite.
 */
const NATIVE = { experimental: { viteModuleRunner: false, nodeLoader: false } };
const WHOLE_PRODUCT = {
  ...NATIVE,
  globalSetup: ['./e2e/harness/product.ts'],
  fileParallelism: false,
  sequence: { groupOrder: 1 },
  // Long enough for a whole flow on a busy machine; each wait inside a test has its own limit.
  testTimeout: 300_000,
  hookTimeout: 300_000,
};

/**
 * Each test has its own database, server or browser. They share two processors with a whole product
 * and its browsers, so seconds of work may take a minute.
 */
const PROCESSES = {
  ...NATIVE,
  testTimeout: 180_000,
  hookTimeout: 300_000,
  globalSetup: ['./server/kit/src/database/database-template.test-kit.ts'],
};
const LONG = '**/*.long.test.ts';
const NIGHTLY = '**/*.nightly.test.ts';
/** Tests of the night on one whole product. */
const WHOLE_AT_NIGHT = ['e2e/*.nightly.test.ts', 'e2e/browse/*.nightly.test.ts'];
/** Tests of a live picture, whose encoder a full processor starves. */
const IN_REAL_TIME = [
  'server/media/src/live-ingest/live-ingest.nightly.test.ts',
  'e2e/product/live-ingest-player.nightly.test.ts',
];

/**
 * `unit`: no process and no network. `processes`: with databases, servers and browsers. The same
 * with minutes of work: `long` guards money, consent and restores (`npm run test:long`, `.ci/run`),
 * `nightly` all else (`npm run nightly`); `in-real-time` are those of the night that need the
 * processors for themselves, and `whole-at-night` those on one whole product. `other-browsers`:
 * browsers of other makers and players on the whole product, at night too. `drills`: many processes
 * behind nginx, and faults (`npm run drills`).
 * `e2e` and `browse` run the whole product in a real browser: `e2e` one test after the other,
 * because its tests advance the clock and make the carrier fail; `browse` as a visitor who does
 * neither and does not sign in. `npm test` runs both at the same time on one product
 * (`scripts/test.mjs`).
 */
export default defineConfig({
  test: {
    setupFiles: ['./scripts/test-setup.ts'],
    env: { PROPERTY_SEED: String(propertySeed(process.env)) },
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is wrong fails twice. `scripts/test.mjs` names what passed at the second try only.
    retry: 1,
    // The second of the default is too short for a page on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    execArgv: ['--import', './scripts/drizzle-imports.mjs'],
    // A test process runs one file after the other, so imported code, the embedded database's
    // included, is read and compiled once.
    isolate: false,
    // One more than a small machine has cores (the default is one less), because many tests wait
    // for a process or a browser.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.{ts,tsx}',
            'apps/{web,studio}/{app,build-tools}/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
          ],
          exclude: [LONG, NIGHTLY, '**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          ...PROCESSES,
          include: [
            'server/*/src/**/*.test.ts',
            'apps/{server,carrier-sim,simulation}/src/**/*.test.ts',
            'e2e/{conformance,fraud,product}/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: [LONG, NIGHTLY],
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          ...PROCESSES,
          include: [LONG],
        },
      },
      {
        extends: true,
        test: {
          name: 'nightly',
          ...PROCESSES,
          include: [NIGHTLY],
          exclude: [...IN_REAL_TIME, ...WHOLE_AT_NIGHT, '**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'in-real-time',
          ...PROCESSES,
          include: IN_REAL_TIME,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'drills',
          ...PROCESSES,
          include: ['e2e/drills/*.drill.ts'],
          // One lost call of thousands is a finding.
          retry: 0,
          fileParallelism: false,
          testTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'other-browsers',
          include: ['e2e/nightly/*.nightly.ts'],
          ...WHOLE_PRODUCT,
          testTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/*.test.ts'],
          exclude: [NIGHTLY],
          ...WHOLE_PRODUCT,
        },
      },
      {
        extends: true,
        test: {
          name: 'browse',
          include: ['e2e/browse/*.test.ts'],
          exclude: [NIGHTLY],
          ...WHOLE_PRODUCT,
        },
      },
      {
        extends: true,
        test: { name: 'whole-at-night', include: WHOLE_AT_NIGHT, ...WHOLE_PRODUCT },
      },
    ],
  },
});
