// An outcome that stays unknown becomes an exception after a limit. A person can end it, so every
// unknown outcome ends.

import { toAccept } from '@bonisa/server/app.test-kit';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRefundBench, type RefundBench } from '../refunds/refund.test-kit.ts';

const HOUR = 3600;

let bench: RefundBench;
beforeAll(async () => {
  bench = await createRefundBench();
});
afterAll(() => bench.close());

const apply = (id: string, body: unknown = {}) =>
  bench.ops('POST', `/ops/reconciliation-exceptions/${id}/apply`, body);
const exceptionOf = async (subject: unknown): Promise<string> => {
  const [found] = await bench.product.rows(
    `select id from cases where subject = '${String(subject)}' and kind like 'unknown%'`,
  );
  return String(found?.id);
};
const accounts = async (): Promise<unknown> =>
  (await bench.ops('GET', '/ops/ledger')).body.accounts;

/** A first charge without an answer that the carrier's list does not show for two days. */
async function unknownCharge() {
  const { carrier } = bench.product;
  const msisdn = await bench.withoutTrial();
  const visitor = bench.product.visitor();
  const accept = await toAccept(bench.product, visitor, msisdn);
  carrier.next('charge', async (_input, usual) => {
    await usual();
    return { outcome: 'unknown', cause: 'timed_out' };
  });
  await visitor.call('subscribe', accept);
  const { id } = await bench.lastCharge(msisdn);
  for (let time = 0; time < 70; time++)
    carrier.next('findCharge', async () => ({ outcome: 'unavailable', cause: 'carrier_error' }));
  await bench.product.advance(49 * HOUR);
  return { id, msisdn, charge: () => bench.lastCharge(msisdn), exceptionId: await exceptionOf(id) };
}

/** A refund that got no answer, or could not even be sent, for two days. */
async function unknownRefund(answer: 'timed_out' | 'not_connected') {
  const { carrier } = bench.product;
  const { charge } = await bench.paid('demo-monthly');
  for (let time = 0; time < (answer === 'timed_out' ? 1 : 70); time++) {
    carrier.next(
      'refund',
      async () =>
        ({ outcome: answer === 'timed_out' ? 'unknown' : 'unavailable', cause: answer }) as never,
    );
  }
  if (answer === 'timed_out') {
    for (let time = 0; time < 70; time++)
      carrier.next('findRefund', async () => ({ outcome: 'unavailable', cause: 'carrier_error' }));
  }
  const { body } = await bench.refund({ reference: charge.reference, reason: 'Asked for.' });
  await bench.product.advance(49 * HOUR);
  const row = async () => (await bench.refundsOf(charge))[0];
  return {
    id: String(body.refund_id),
    charge,
    row,
    exceptionId: await exceptionOf(body.refund_id),
  };
}

describe('a charge that stays unknown', () => {
  it('can be ended as taken: it is posted, and its period is served from then on', async () => {
    const { id, charge, exceptionId, msisdn } = await unknownCharge();
    const body = { outcome: 'taken', note: 'Their agent read it to me.' };
    expect(await apply(exceptionId, body)).toMatchObject({
      status: 400,
      body: { fields: [expect.objectContaining({ field: 'carrier_id' })] },
    });
    expect(await charge()).toMatchObject({ state: 'unknown' });
    const answer = await apply(exceptionId, { ...body, carrier_id: 'P-77' });
    expect(answer).toMatchObject({
      status: 200,
      body: { state: 'applied', note: 'taken: Their agent read it to me.' },
    });
    expect(await charge()).toMatchObject({
      state: 'succeeded',
      carrier_payment_id: 'P-77',
      lookup_at: null,
    });
    expect(await bench.linesOf(id)).toHaveLength(3);
    expect((await bench.ops('GET', `/ops/subscriptions/${msisdn}`)).body).toMatchObject({
      state: 'active',
    });
    // A repetition changes nothing.
    expect(await apply(exceptionId, { ...body, carrier_id: 'P-77' })).toMatchObject({
      status: 200,
      body: { state: 'applied' },
    });
    expect(await bench.linesOf(id)).toHaveLength(3);
  });

  it('can be ended as not taken: it is no longer posted, looked up or waited for, and still counts if the carrier proves it later', async () => {
    bench.product.carrier.usually('findCharge');
    const { id, charge, exceptionId, msisdn } = await unknownCharge();
    bench.product.carrier.usually('findCharge');
    const before = await accounts();
    const body = { outcome: 'not_taken', note: 'They never had it.' };
    expect(await apply(exceptionId, body)).toMatchObject({
      status: 200,
      body: { state: 'applied', note: 'not_taken: They never had it.' },
    });
    expect(await charge()).toMatchObject({ state: 'denied', reason: 'not_taken', lookup_at: null });
    expect(await accounts()).toEqual(before);
    expect((await bench.ops('GET', `/ops/subscriptions/${msisdn}`)).body).toMatchObject({
      state: 'expired',
    });
    expect(
      await apply(exceptionId, {
        outcome: 'taken',
        note: 'They never had it.',
        carrier_id: 'P-78',
      }),
    ).toMatchObject({
      status: 200,
      body: { state: 'applied', note: 'not_taken: They never had it. | taken: They never had it.' },
    });
    expect(await charge()).toMatchObject({
      carrier_payment_id: 'P-78',
      surplus: true,
      refunded: 500,
    });
    expect((await bench.linesOf(id)).length).toBe(3);
  });

  it("can be ended after its exception was dismissed, but not against the carrier's own later answer", async () => {
    const { id, charge, exceptionId } = await unknownCharge();
    await bench.ops('POST', `/ops/reconciliation-exceptions/${exceptionId}/dismiss`, {
      note: 'Later.',
    });
    bench.product.carrier.usually('findCharge');
    await bench.product.app.billing.chargeService.hint(id, { wasCaptured: true });
    await bench.product.app.scheduler.runDue();
    expect(await charge()).toMatchObject({ state: 'succeeded' });
    expect(await apply(exceptionId, { outcome: 'not_taken', note: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    expect(await charge()).toMatchObject({ state: 'succeeded' });
    expect(await apply(exceptionId, { outcome: 'taken', note: 'As it says.' })).toMatchObject({
      status: 200,
      body: { state: 'applied' },
    });
    expect(await apply(exceptionId, { outcome: 'not_taken', note: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
  });

  it.each([
    [{}, 'outcome'],
    [{ outcome: 'given_back', note: 'x' }, 'outcome'],
    [{ outcome: 'perhaps', note: 'x' }, 'outcome'],
    [{ note: 'x' }, 'outcome'],
    [{ outcome: 'not_taken' }, 'note'],
    [{ outcome: 'taken', note: 'x', carrier_id: 'two words' }, 'carrier_id'],
  ])('cannot be ended by %j', async (body, field) => {
    const id = uuid();
    const at = bench.product.clock.now().toISOString();
    await bench.product.rows(
      `insert into cases (id, kind, carrier_id, subject, proposal, state, created_at) values ('${id}', 'unknown_charge', 'karoo', '${id}', '{"lines":[]}', 'open', '${at}')`,
    );
    expect(await apply(id, body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', fields: [{ field }] },
    });
  });
});

describe('a refund that stays unknown', () => {
  it('can be ended as refunded: it is posted once and a notice is sent', async () => {
    const { id, row, exceptionId } = await unknownRefund('timed_out');
    expect(await apply(exceptionId, { outcome: 'taken', note: 'x' })).toMatchObject({
      status: 400,
    });
    const body = { outcome: 'given_back', note: 'On their bill.', carrier_id: 'R-1' };
    for (let times = 0; times < 2; times++)
      expect(await apply(exceptionId, body)).toMatchObject({
        status: 200,
        body: { state: 'applied' },
      });
    expect(await row()).toMatchObject({
      state: 'succeeded',
      carrier_refund_id: 'R-1',
      lookup_at: null,
    });
    expect(await bench.linesOf(id)).toHaveLength(3);
    bench.product.carrier.usually('findRefund');
  });

  it('can be ended as not refunded when it was never sent, and can then be requested again', async () => {
    const { row, exceptionId, charge } = await unknownRefund('not_connected');
    expect(await row()).toMatchObject({ state: 'intended' });
    const body = { outcome: 'not_given_back', note: 'They do not take it.' };
    expect(await apply(exceptionId, body)).toMatchObject({
      status: 200,
      body: { state: 'applied' },
    });
    expect(await row()).toMatchObject({
      state: 'denied',
      detail: 'They do not take it.',
      lookup_at: null,
    });
    bench.product.carrier.usually('refund');
    expect(await bench.refund({ reference: charge.reference, reason: 'Once more.' })).toMatchObject(
      { status: 201, body: { outcome: 'succeeded' } },
    );
  });
});

it('takes no outcome for an exception of another kind', async () => {
  const { charge } = await bench.paid('demo-daily');
  bench.product.carrier.payments.delete(charge.reference);
  await bench.ops('POST', '/ops/reconciliation', {
    date: bench.product.clock.now().toISOString().slice(0, 10),
  });
  const [found] = await bench.product.rows(
    `select id from cases where kind = 'missing_there' limit 1`,
  );
  const answer = await apply(String(found?.id), { outcome: 'not_taken', note: 'x' });
  expect(answer).toMatchObject({
    status: 400,
    body: { fields: [expect.objectContaining({ field: 'outcome' })] },
  });
});
