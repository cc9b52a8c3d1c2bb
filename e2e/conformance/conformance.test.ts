/**
 * The adapter and the simulated carrier against the published CAMARA definitions: every operation, its success and each
 * error that it names. Both are met from outside: the adapter by its port, the simulator by HTTP.
 */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type Bench, startBench } from './bench.ts';
import { FILES_MISSING } from './camara-files.ts';

const missing = FILES_MISSING;
if (missing !== undefined) {
  process.stdout.write(`The CAMARA conformance test is skipped: ${missing}\n`);
  describe('CAMARA conformance', () => {
    it.skip(missing);
  });
} else {
  const { runSuite } = await import('./cases.ts');
  const { ageSuite, numbersSuite, otpSuite } = await import('./proofs.suites.ts');
  const { recyclingSuite } = await import('./recycling.suite.ts');
  const { billingSuite } = await import('./billing.suite.ts');
  const { refundsSuite } = await import('./refunds.suite.ts');
  const { messageTests } = await import('./messages.cases.ts');
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench();
  });
  afterAll(() => bench.close());
  for (const suite of [otpSuite, numbersSuite, ageSuite, recyclingSuite, billingSuite, refundsSuite]) runSuite(suite, () => bench);
  describe('the message API', () => messageTests(() => bench));
}
