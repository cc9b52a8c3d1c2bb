/**
 * Tests the adapter and the simulated carrier against each other and against CAMARA: every
 * operation with its success and each of its errors. Both are tested from outside: the adapter by
 * its port, the simulator by HTTP. All cases always run; if the published definitions are present,
 * each body and header is also validated.
 */
import { afterAll, beforeAll, describe } from 'vitest';
import { billingSuite } from './billing.suite.ts';
import { MISSING_FILES } from './camara-files.ts';
import { runSuite } from './cases.ts';
import { type Fixture, startFixture } from './fixture.ts';
import { messageTests } from './messages.cases.ts';
import { otpSuite } from './otp.suite.ts';
import { ageSuite, numbersSuite } from './proofs.suites.ts';
import { recyclingSuite } from './recycling.suite.ts';
import { refundsSuite } from './refunds.suite.ts';
import { threeLeggedTests } from './three-legged.cases.ts';

if (MISSING_FILES !== undefined)
  process.stdout.write(
    `The CAMARA conformance cases run without the definitions' schemas: ${MISSING_FILES}\n`,
  );

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.close());
for (const suite of [otpSuite, numbersSuite, ageSuite, recyclingSuite, billingSuite, refundsSuite])
  runSuite(suite, () => fixture);
describe('the message API', () => messageTests(() => fixture));
describe('a 3-legged adapter', () => threeLeggedTests(() => fixture));
