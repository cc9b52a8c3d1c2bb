// F3, S7: the last answers of a batch of renewals keep neither the others nor the next batch
// waiting, and are recorded when they come.
import type { ChargeInput, ChargeOutcome } from '@bonisa/carriers/billing.port';
import {
  createTestProduct,
  freshNumber,
  type TestProduct,
  toAccept,
} from '@bonisa/server/app.test-kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const DAY = 86_400;
const PEOPLE = 20;

let product: TestProduct;
beforeEach(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
});
afterEach(() => product.close());

async function subscribe(): Promise<string> {
  const visitor = product.visitor();
  const msisdn = freshNumber();
  const accept = await toAccept(product, visitor, msisdn);
  expect((await visitor.call('subscribe', accept)).body.status).toBe('success');
  return msisdn;
}

const statesOf = async (): Promise<unknown[]> =>
  (
    await product.rows(
      'select state, count(*)::int as n from charges group by state order by state',
    )
  ).map(({ state, n }) => [state, n]);

/** Has the first call answer when it is let go. */
function holdFirstAnswer() {
  const { promise, resolve } = Promise.withResolvers<ChargeOutcome>();
  const asked: string[] = [];
  product.carrier.next('charge', ({ correlator }: ChargeInput) => {
    asked.push(correlator);
    return promise;
  });
  return { letGo: resolve, asked };
}

describe('the last answers of a batch of renewals', () => {
  it('come after the others are recorded and the next batch is charged', async () => {
    for (let count = 0; count < PEOPLE; count++) await subscribe();
    const { letGo, asked } = holdFirstAnswer();
    await product.advance(DAY);
    expect(asked).toHaveLength(1);
    expect(await statesOf()).toEqual([
      ['intended', 1],
      ['succeeded', PEOPLE - 1],
    ]);

    letGo({ outcome: 'succeeded', carrierPaymentId: 'late', at: product.clock.now() });
    await product.app.scheduler.runDue();
    expect(await statesOf()).toEqual([['succeeded', PEOPLE]]);
    expect((await product.app.ledger.report()).balanced).toBe(true);
  });

  it('become unknown charges that are looked up, where they never come', async () => {
    for (let count = 0; count < PEOPLE; count++) await subscribe();
    const { letGo } = holdFirstAnswer();
    await product.advance(DAY);
    letGo({ outcome: 'unknown', cause: 'timed_out' });
    await product.app.scheduler.runDue();
    expect(await statesOf()).toEqual([
      ['succeeded', PEOPLE - 1],
      ['unknown', 1],
    ]);
    await product.advance(120);
    // The carrier never had it, so the next try takes the money.
    expect(await product.rows(`select reason from charges where state = 'denied'`)).toEqual([
      { reason: 'not_taken' },
    ]);
  });
});
