import type { RefundInput } from '@bonisa/carriers/billing.port';
import { createOperations } from '@bonisa/kit/http/operations-listener';
import {
  createTestProduct,
  freshNumber,
  type TestProduct,
  toAccept,
} from '@bonisa/server/app.test-kit';

export type RefundBench = Awaited<ReturnType<typeof createRefundBench>>;

/** A product with its operator's listener, and the helpers of the refund tests. */
export async function createRefundBench(variables: Record<string, string> = {}) {
  const product = await createTestProduct({ LIMITS: 'off', ...variables });
  const operations = await createOperations(product.app.operations);

  const ops = async (
    method: 'GET' | 'POST',
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
    const answer = await operations.inject({
      method,
      url,
      ...payload,
      headers: { ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    });
    return {
      status: answer.statusCode,
      text: answer.body,
      body: answer.body.startsWith('{') ? (answer.json() as Record<string, unknown>) : {},
    };
  };

  const subscribers = subscribing(product);
  const refund = (body: unknown, key?: string) =>
    ops('POST', '/ops/refunds', body, key ? { 'idempotency-key': key } : {});
  /** Every call that asked the carrier for a refund with a reference of ours. */
  const asked = (reference: unknown) =>
    (product.carrier.calls('refund') as RefundInput[]).filter(
      (input) => input.reference === reference,
    );
  const refundsOf = (charge: { id: string }) =>
    product.rows(`select * from refunds where charge_id = '${charge.id}' order by created_at, id`);

  return {
    product,
    ops,
    ...subscribers,
    refund,
    asked,
    refundsOf,
    /**
     * Refunds the charge of a new subscriber, whole or in part (`amount` in rand), as an operator.
     * `row` reads the refund, `asked` the calls that the carrier got for it.
     */
    giveBack: async (amount?: string) => {
      const { msisdn, charge, visitor } = await subscribers.paid();
      const { body } = await refund({
        reference: charge.reference,
        reason: 'Asked for',
        ...(amount ? { amount } : {}),
      });
      const row = async () => (await refundsOf(charge))[0] ?? {};
      return { msisdn, visitor, charge, body, row, asked: () => asked(body.reference) };
    },
    linesOf: (causeId: unknown) =>
      product.rows(
        `select account, amount::int from ledger_lines where cause_id = '${String(causeId)}' order by account`,
      ),
    exceptionsOf: (subject: unknown) =>
      product.rows(
        `select kind, state from cases where subject = '${String(subject)}' order by created_at`,
      ),
    /** The kinds of the messages to a number, sent and waiting, in order. */
    toldTo: async (msisdn: string) =>
      (
        await product.rows(
          `select template from messages where msisdn = '${msisdn}' order by created_at, id`,
        )
      ).map(({ template }) => template),
    close: async () => {
      await operations.close();
      await product.close();
    },
  };
}

function subscribing(product: TestProduct) {
  const lastCharge = async (msisdn: string) => {
    const rows = await product.rows(
      `select c.* from charges c join subscriptions s on s.id = c.subscription_id join subscribers n on n.id = s.subscriber_id
       where n.msisdn = '${msisdn}' order by c.created_at desc, c.id desc limit 1`,
    );
    if (!rows[0]) throw new Error('nothing was charged');
    return rows[0] as {
      id: string;
      reference: string;
      subscription_id: string;
      state: string;
      refunded: number;
      amount: number;
      surplus: boolean;
    };
  };
  /** A number whose free day is used up: it is charged at Accept. */
  const withoutTrial = async (): Promise<string> => {
    const msisdn = freshNumber();
    const at = product.clock.now().toISOString();
    await product.rows(
      `insert into subscribers (msisdn, trial_used_at, grace_from, created_at) values ('${msisdn}', '${at}', '${at}', '${at}')`,
    );
    return msisdn;
  };
  return {
    lastCharge,
    withoutTrial,
    /** A subscriber who has paid for a package (by default R25.00 for a month), and the charge. */
    paid: async (key = 'demo-monthly') => {
      const msisdn = await withoutTrial();
      const visitor = product.visitor();
      const { body } = await visitor.call(
        'subscribe',
        await toAccept(product, visitor, msisdn, { key }),
      );
      if (body.status !== 'success') throw new Error(`not subscribed: ${JSON.stringify(body)}`);
      await product.app.scheduler.runDue();
      return { msisdn, visitor, charge: await lastCharge(msisdn) };
    },
  };
}
