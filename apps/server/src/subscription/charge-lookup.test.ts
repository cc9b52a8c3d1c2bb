// Issue 4 section 2 (unknown outcomes, events): a charge is settled by what the carrier's books say of it, and never taken for not made while it may have been.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toAccept } from '../app.test-kit.ts';
import type { ChargeOutcome } from '../carrier/carrier.port.ts';
import { createRefundBench, type RefundBench } from './refund.test-kit.ts';

const MINUTE = 60;
const HOUR = 3600;

let bench: RefundBench;
beforeAll(async () => {
  bench = await createRefundBench();
});
afterAll(() => bench.close());

/** Somebody who has pressed Accept and is charged at once; what the call for the money answers is up to the test. */
async function pressed(answer: (taken: ChargeOutcome) => ChargeOutcome) {
  const msisdn = await bench.withoutTrial();
  const visitor = bench.product.visitor();
  const accept = await toAccept(bench.product, visitor, msisdn);
  bench.product.carrier.next('charge', async (_input, usual) => answer(await usual()));
  const { body } = await visitor.call('subscribe', accept);
  const { id, reference } = await bench.lastCharge(msisdn);
  const row = async () => (await bench.product.rows(`select * from charges where id = '${id}'`))[0] ?? {};
  const payment = () => {
    const made = bench.product.carrier.payments.get(reference);
    if (!made) throw new Error('nothing was asked of the carrier');
    return made;
  };
  return { msisdn, visitor, body, id, reference, row, payment };
}

/** The carrier takes it up under an id of its own and says what becomes of it later. */
const inProcess = (taken: ChargeOutcome): ChargeOutcome => ({
  outcome: 'processing',
  carrierPaymentId: 'carrierPaymentId' in taken ? (taken.carrierPaymentId ?? '') : '',
});

describe('a charge that the carrier has named', () => {
  it('is not taken for never made however long its books do not show it, and counts once they do', async () => {
    const { row, msisdn } = await pressed(inProcess);
    expect(await row()).toMatchObject({ state: 'unknown', reason: 'processing', carrier_payment_id: expect.stringMatching(/^payment-/) });
    for (let time = 0; time < 40; time++) bench.product.carrier.next('findCharge', async () => ({ outcome: 'not_found' }));
    await bench.product.advance(3 * HOUR);
    expect(await row()).toMatchObject({ state: 'unknown' });
    bench.product.carrier.usually('findCharge');
    await bench.product.advance(HOUR);
    expect(await row()).toMatchObject({ state: 'succeeded' });
    expect([...bench.product.carrier.payments.values()].filter(({ input }) => input.msisdn === msisdn)).toHaveLength(1);
  });

  it('only in its list, while it was in process there, is not taken for never made either', async () => {
    const { row, payment } = await pressed(() => ({ outcome: 'unknown', cause: 'timed_out' }));
    const made = payment();
    bench.product.carrier.payments.set(made.input.reference, { ...made, outcome: inProcess(made.outcome) });
    await bench.product.advance(MINUTE);
    expect(await row()).toMatchObject({ state: 'unknown', reason: 'timed_out', carrier_payment_id: expect.stringMatching(/^payment-/) });
    bench.product.carrier.payments.delete(made.input.reference);
    await bench.product.advance(3 * HOUR);
    expect(await row()).toMatchObject({ state: 'unknown' });
    bench.product.carrier.payments.set(made.input.reference, made);
    await bench.product.advance(HOUR);
    expect(await row()).toMatchObject({ state: 'succeeded' });
  });

  it('goes to people where the books never show it again', async () => {
    const { id, row } = await pressed(inProcess);
    for (let time = 0; time < 80; time++) bench.product.carrier.next('findCharge', async () => ({ outcome: 'not_found' }));
    await bench.product.advance(49 * HOUR);
    expect(await row()).toMatchObject({ state: 'unknown' });
    expect(await bench.casesOf(id)).toContainEqual({ kind: 'unknown_charge', state: 'open' });
    bench.product.carrier.usually('findCharge');
    await bench.product.advance(2 * HOUR);
    expect(await bench.casesOf(id)).toContainEqual({ kind: 'unknown_charge', state: 'settled' });
  });
});
