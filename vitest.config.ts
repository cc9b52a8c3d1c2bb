import { defineConfig } from 'vitest/config';

const WHOLE_PRODUCT = {
  globalSetup: ['./e2e/harness/product.ts'],
  fileParallelism: false,
  sequence: { groupOrder: 1 },
  // A whole flow on a busy machine; each wait inside a test has a limit of its own.
  testTimeout: 300_000,
  hookTimeout: 300_000,
};

/**
 * `unit`: no process, no network. `processes`: databases, servers and browsers of each test's own.
 * The whole product in a real browser: `e2e` one test after the other (they move its clock and
 * break its carrier), and `browse`, what a visitor sees who does neither and signs in nowhere. `npm
 * test` runs them side by side on one product (see `scripts/test.mjs`).
 */
export default defineConfig({
  test: {
    setupFiles: ['./scripts/test-setup.ts'],
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // A process of tests runs one file after the other: what they import, and the embedded
    // database's code, is read and compiled once.
    isolate: false,
    // Many of them wait for a process or a browser: one more than a small machine has cores.
    // (Without it: one less.)
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.{ts,tsx}',
            'apps/web/{app,build-tools}/**/*.test.{ts,tsx}',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          // They share two processors with a whole product and its browsers: what takes seconds by
          // itself may take a minute.
          testTimeout: 180_000,
          hookTimeout: 300_000,
          globalSetup: ['./apps/server/src/platform/database-template.test-kit.ts'],
          include: [
            'apps/{server,carrier-sim}/src/**/*.test.ts',
            'e2e/{conformance,fraud,product}/**/*.test.ts',
            'bench/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/*.test.ts'],
          ...WHOLE_PRODUCT,
        },
      },
      {
        extends: true,
        test: { name: 'browse', include: ['e2e/browse/*.test.ts'], ...WHOLE_PRODUCT },
      },
    ],
  },
});
