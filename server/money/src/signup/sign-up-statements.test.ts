// The database statements of a sign-up, with one carrier and with two.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { countStatements } from '@bonisa/kit/database/statement-counter.test-kit';
import {
  createTestProduct,
  freshNumber,
  type TestProduct,
  toAccept,
} from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

/**
 * The most statements that the calls of one sign-up may send, besides `begin` and `commit`. The
 * processor time of a sign-up grows with their number (docs/bench.md).
 */
const MOST_STATEMENTS = 32;

let register: Server;
const asked: string[] = [];
beforeAll(async () => {
  register = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('content-type', 'application/json').end('{"carrier":"karoo"}');
  });
  await new Promise<void>((resolve) => register.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => register.close(resolve)));

/** A product whose statements are counted, with the second simulated carrier or without it. */
async function countedProduct(twoCarriers: boolean) {
  const open = countStatements(await createTestDatabase());
  const port = String((register.address() as AddressInfo).port);
  const product = await createTestProduct({ CARRIER_SIM_PORT: port }, open, { twoCarriers });
  const close = async (): Promise<void> => {
    await product.close();
    await open.close();
  };
  return { product, statements: open.statements, close };
}

/** One sign-up as a page does it: a look, a code, and Accept. */
async function signUp(product: TestProduct, transactionId: string): Promise<string> {
  const msisdn = freshNumber();
  const visitor = product.visitor();
  await visitor.call('statusCheck', { transaction_id: transactionId, msisdn });
  const accept = await toAccept(product, visitor, msisdn, { transactionId });
  const { body } = await visitor.call('subscribe', accept);
  expect(body).toMatchObject({ status: 'success', outcome: 'subscribed' });
  return msisdn;
}

/** The statements of a sign-up in a product that has served one already. */
async function statementsOfSignUp(twoCarriers: boolean): Promise<string[]> {
  const { product, statements, close } = await countedProduct(twoCarriers);
  try {
    await signUp(product, 'first');
    statements.length = 0;
    await signUp(product, 'second');
    return statements.filter((text) => !/^(begin|commit)/.test(text));
  } finally {
    await close();
  }
}

describe('a sign-up', () => {
  it('asks the database no more with two carriers and a register of numbers than with one', async () => {
    const withOne = await statementsOfSignUp(false);
    expect(asked).toEqual([]);
    const withTwo = await statementsOfSignUp(true);
    // The register is asked once for each of the two numbers.
    expect(asked.filter((url) => url.startsWith('/portability/'))).toHaveLength(2);
    expect(withTwo.toSorted()).toEqual(withOne.toSorted());
    expect(withOne.length).toBeLessThanOrEqual(MOST_STATEMENTS);
  });

  it('wakes the delivery of its message, and has no job ask for charges or refunds', async () => {
    const { product, statements, close } = await countedProduct(true);
    // Without the look of each second every statement of a job comes from a wake.
    vi.useFakeTimers({ toFake: ['setInterval'] });
    try {
      product.app.scheduler.start();
      vi.useRealTimers();
      await vi.waitFor(() => expect(statements.join()).toContain('"charges"'));
      await signUp(product, 'before');
      await vi.waitFor(() => expect(product.carrier.messages).toHaveLength(1));
      statements.length = 0;
      await signUp(product, 'after');
      await vi.waitFor(() => expect(product.carrier.messages).toHaveLength(2));
      expect(statements.filter((text) => /from "(charges|refunds)"/.test(text))).toEqual([]);
    } finally {
      vi.useRealTimers();
      await close();
    }
  });
});
