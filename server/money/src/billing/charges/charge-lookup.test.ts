// A charge with an unknown outcome is decided by the carrier's list. It never counts as not made
// while it may have been made.

import type {
  ChargeOutcome,
  FindChargeInput,
  FindChargeOutcome,
} from '@bonisa/carriers/billing.port';
import { toAccept } from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRefundBench, type RefundBench } from '../refunds/refund.test-kit.ts';
import { readOpen } from '../renewals/renewal.readings.ts';

const MINUTE = 60;
const HOUR = 3600;

let bench: RefundBench;
beforeAll(async () => {
  bench = await createRefundBench();
});
afterAll(() => bench.close());

/**
 * Presses Accept for a number that is charged at once; the test chooses the carrier's answer to the
 * charge.
 */
async function pressed(answer: (taken: ChargeOutcome) => ChargeOutcome) {
  const msisdn = await bench.withoutTrial();
  const visitor = bench.product.visitor();
  const accept = await toAccept(bench.product, visitor, msisdn);
  bench.product.carrier.next('charge', async (_input, usual) => answer(await usual()));
  const { body } = await visitor.call('subscribe', accept);
  const { id, reference } = await bench.lastCharge(msisdn);
  const row = async () =>
    (await bench.product.rows(`select * from charges where id = '${id}'`))[0] ?? {};
  const payment = () => {
    const made = bench.product.carrier.payments.get(reference);
    if (!made) throw new Error('nothing was asked of the carrier');
    return made;
  };
  return { msisdn, visitor, accept, body, id, reference, row, payment };
}

/** The carrier accepts the charge under its own id and reports the outcome later. */
const inProcess = (taken: ChargeOutcome): ChargeOutcome => ({
  outcome: 'processing',
  carrierPaymentId: 'carrierPaymentId' in taken ? (taken.carrierPaymentId ?? '') : '',
});

const NEVER: ChargeOutcome = { outcome: 'unknown', cause: 'connection_lost' };
/**
 * The request is delayed on its way: the charge counts as never made, and then it arrives after
 * all.
 */
async function lateOf(one: Awaited<ReturnType<typeof pressed>>) {
  const made = one.payment();
  bench.product.carrier.payments.delete(one.reference);
  await bench.product.advance(3 * MINUTE);
  expect(await one.row()).toMatchObject({ state: 'denied', reason: 'not_taken' });
  return {
    arrives: async (): Promise<void> => {
      bench.product.carrier.payments.set(one.reference, made);
      await bench.product.app.billing.chargeService.hint(one.id, { wasCaptured: true });
      await bench.product.app.scheduler.runDue();
    },
  };
}
const lookUpsOf = (reference: string) =>
  (bench.product.carrier.calls('findCharge') as FindChargeInput[]).filter(
    (input) => input.reference === reference,
  );

describe('the time range of a lookup', () => {
  it("covers the hours in which the charge can have been made, however long the carrier's list is unavailable", async () => {
    const { reference, row } = await pressed(() => NEVER);
    const createdAt = new Date(String((await row()).created_at)).getTime();
    for (let time = 0; time < 40; time++)
      bench.product.carrier.next('findCharge', async () => ({
        outcome: 'unavailable',
        cause: 'carrier_error',
      }));
    await bench.product.advance(9 * HOUR);
    bench.product.carrier.usually('findCharge');
    const looked = lookUpsOf(reference);
    expect(looked.length).toBeGreaterThan(10);
    for (const { from, to } of looked) {
      expect(from.getTime()).toBe(createdAt - 5 * MINUTE * 1000);
      expect(to.getTime()).toBeLessThanOrEqual(createdAt + 6 * HOUR * 1000);
    }
    await bench.product.advance(HOUR);
    expect(await row()).toMatchObject({ state: 'succeeded' });
  });

  it('covers the time before the charge as well when the carrier had it earlier, as after a restored backup', async () => {
    const one = await pressed(() => ({ outcome: 'unknown', cause: 'already_submitted' }));
    await bench.product.advance(10);
    const { from } = lookUpsOf(one.reference).at(-1) ?? {};
    expect(from?.getTime()).toBe(
      new Date(String((await one.row()).created_at)).getTime() - 35 * 24 * HOUR * 1000,
    );
    expect(await one.row()).toMatchObject({ state: 'succeeded' });
  });

  it('covers all of the time since when the carrier reports that it took a charge that counted as never made', async () => {
    const one = await pressed(() => NEVER);
    const late = await lateOf(one);
    await bench.product.advance(20 * HOUR);
    await late.arrives();
    expect(lookUpsOf(one.reference).at(-1)?.to.getTime()).toBeGreaterThan(
      bench.product.clock.now().getTime(),
    );
    expect(await one.row()).toMatchObject({ state: 'refunded' });
  });

  // S7
  it.each(['remove', 'handOver'] as const)(
    'names no number when its owner was removed (%s), and still finds the charge',
    async (how) => {
      const one = await pressed(() => NEVER);
      const late = await lateOf(one);
      expect(lookUpsOf(one.reference)[0]?.msisdn).toBe(one.msisdn);
      const [owner] = await bench.product.rows(
        `select id from subscribers where msisdn = '${one.msisdn}'`,
      );
      await bench.product.app.owners.removal[how](Number(owner?.id));
      await late.arrives();
      expect(lookUpsOf(one.reference).at(-1)).not.toHaveProperty('msisdn');
      expect(await one.row()).toMatchObject({ state: 'refunded', surplus: true });
    },
  );
});

describe('a charge that counts as never made', () => {
  const unknownNow = async (): Promise<number> =>
    (await readOpen(bench.product.app.open.db, bench.product.clock.now())).unknownCharges;

  /**
   * Like {@link lateOf}, but without news: the notification is lost, and the daily list omits the
   * charge.
   */
  async function unheard() {
    const before = await unknownNow();
    const one = await pressed(() => NEVER);
    expect(await unknownNow()).toBe(before + 1);
    const made = one.payment();
    bench.product.carrier.payments.delete(one.reference);
    await bench.product.advance(3 * MINUTE);
    expect(await one.row()).toMatchObject({ state: 'denied', reason: 'not_taken' });
    // The charge waits for its last lookup, and no metric counts its outcome as unknown.
    expect(await unknownNow()).toBe(before);
    return { ...one, arrives: () => void bench.product.carrier.payments.set(one.reference, made) };
  }

  it('is found and refunded hours later without any notification', async () => {
    const one = await unheard();
    await bench.product.advance(4 * HOUR);
    one.arrives();
    expect(await one.row()).toMatchObject({ state: 'denied' });
    await bench.product.advance(2 * HOUR);
    expect(await one.row()).toMatchObject({ state: 'refunded', surplus: true });
  });

  it('is looked up once more and then never again', async () => {
    const one = await unheard();
    const before = lookUpsOf(one.reference).length;
    await bench.product.advance(2 * 24 * HOUR);
    expect(lookUpsOf(one.reference).slice(before)).toHaveLength(1);
    expect(await one.row()).toMatchObject({
      state: 'denied',
      reason: 'not_taken',
      lookup_at: null,
    });
    expect(await bench.exceptionsOf(one.id)).toEqual([]);
  });

  it('is looked up until it is found after the carrier reported that it is under way', async () => {
    const one = await unheard();
    one.arrives();
    await bench.product.advance(5.9 * HOUR);
    bench.product.carrier.next('findCharge', async () => ({
      outcome: 'found',
      charge: {
        carrierPaymentId: 'under-way',
        amountCents: 500,
        status: 'processing',
        createdAt: bench.product.clock.now(),
      },
      decided: { outcome: 'processing', carrierPaymentId: 'under-way' },
    }));
    bench.product.carrier.next('findCharge', async () => ({ outcome: 'not_found' }));
    const before = lookUpsOf(one.reference).length;
    await bench.product.advance(2 * HOUR);
    expect(lookUpsOf(one.reference).slice(before)).toHaveLength(3);
    expect(await one.row()).toMatchObject({ state: 'refunded', surplus: true });
  });

  it('is looked up again when the carrier cannot answer', async () => {
    const one = await unheard();
    one.arrives();
    await bench.product.advance(5.9 * HOUR);
    bench.product.carrier.next('findCharge', async () => ({
      outcome: 'unavailable',
      cause: 'carrier_error',
    }));
    await bench.product.advance(HOUR);
    expect(await one.row()).toMatchObject({ state: 'refunded', surplus: true });
  });
});

describe('what an event says about a charge', () => {
  /**
   * The carrier's list shows the charge as denied without a reason, as CAMARA's does. Only the
   * event has the reason.
   */
  const deniedFor = async ({ told }: FindChargeInput): Promise<FindChargeOutcome> => ({
    outcome: 'found',
    charge: {
      carrierPaymentId: 'p',
      amountCents: 500,
      status: 'denied',
      createdAt: bench.product.clock.now(),
    },
    decided: {
      outcome: 'denied',
      carrierPaymentId: 'p',
      reason: told === undefined ? 'refused' : 'insufficient_airtime',
      detail: told ?? 'denied',
    },
  });
  let events = 0;
  const tells = async (
    id: string,
    type: string,
    data: Record<string, unknown> = {},
  ): Promise<void> => {
    const { token } = bench.product.app.carriers.sinks.sinkFor(id);
    const payload = {
      id: `charge-event-${++events}`,
      source: '/carrier-billing/v0.5/payments',
      specversion: '1.0',
      type: `org.camaraproject.carrier-billing.v0.payment-${type}`,
      time: bench.product.clock.now().toISOString(),
      data: { paymentId: 'p', status: 'failed', description: 'denied', ...data },
    };
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/cloudevents+json',
    };
    const { statusCode } = await bench.product.site.inject({
      method: 'POST',
      url: '/carrier/events',
      headers,
      payload: JSON.stringify(payload),
    });
    expect(statusCode).toBe(204);
  };
  const TOO_LITTLE = 'Payment denied by business. Insufficient airtime of +27 82 123 4567.';
  const KEPT = 'Payment denied by business. Insufficient airtime of [number].';

  // X5: the viewer reads that airtime is too low, by whichever way the carrier reports it.
  it('becomes the reason of the denial when the list has none, and the viewer reads it', async () => {
    const { visitor, accept, body, id, row } = await pressed(inProcess);
    expect(body).toMatchObject({ outcome: 'payment_pending' });
    bench.product.carrier.next('findCharge', deniedFor);
    await tells(id, 'denied', { denialReason: TOO_LITTLE });
    await bench.product.app.scheduler.runDue();
    expect(await row()).toMatchObject({
      state: 'denied',
      reason: 'insufficient_airtime',
      detail: KEPT,
    });
    expect((await visitor.call('subscribe', accept)).body).toMatchObject({
      outcome: 'insufficient_airtime',
      description: 'Insufficient airtime',
    });
  });

  it('is stored when the event arrives before the answer of the call', async () => {
    const msisdn = await bench.withoutTrial();
    const visitor = bench.product.visitor();
    const accept = await toAccept(bench.product, visitor, msisdn);
    bench.product.carrier.next('charge', async (_input, usual) => {
      await tells((await bench.lastCharge(msisdn)).id, 'denied', { denialReason: TOO_LITTLE });
      return inProcess(await usual());
    });
    await visitor.call('subscribe', accept);
    bench.product.carrier.next('findCharge', deniedFor);
    await bench.product.advance(MINUTE);
    expect((await visitor.call('subscribe', accept)).body).toMatchObject({
      outcome: 'insufficient_airtime',
      description: 'Insufficient airtime',
    });
  });

  it("records no outcome: the carrier's list decides", async () => {
    const { id, row } = await pressed(inProcess);
    await tells(id, 'denied', { denialReason: TOO_LITTLE });
    await bench.product.app.scheduler.runDue();
    expect(await row()).toMatchObject({ state: 'succeeded', reason: null, detail: null });
    await tells(id, 'denied', { denialReason: TOO_LITTLE });
    await bench.product.app.scheduler.runDue();
    expect(await row()).toMatchObject({ state: 'succeeded', reason: null, detail: null });
  });

  it('stays empty when the event gives no reason', async () => {
    const { id, row } = await pressed(inProcess);
    bench.product.carrier.next('findCharge', deniedFor);
    await tells(id, 'cancelled');
    await bench.product.app.scheduler.runDue();
    expect(await row()).toMatchObject({ state: 'denied', reason: 'refused', detail: 'denied' });
  });
});

describe('a charge that the carrier gave an id', () => {
  it('never counts as not made while the list omits it, and counts once the list shows it', async () => {
    const { row, msisdn } = await pressed(inProcess);
    expect(await row()).toMatchObject({
      state: 'unknown',
      reason: 'processing',
      carrier_payment_id: expect.stringMatching(/^payment-/),
    });
    for (let time = 0; time < 40; time++)
      bench.product.carrier.next('findCharge', async () => ({ outcome: 'not_found' }));
    await bench.product.advance(3 * HOUR);
    expect(await row()).toMatchObject({ state: 'unknown' });
    bench.product.carrier.usually('findCharge');
    await bench.product.advance(HOUR);
    expect(await row()).toMatchObject({ state: 'succeeded' });
    expect(
      [...bench.product.carrier.payments.values()].filter(({ input }) => input.msisdn === msisdn),
    ).toHaveLength(1);
  });

  it('never counts as not made when the list showed it in process only', async () => {
    const { row, payment } = await pressed(() => ({ outcome: 'unknown', cause: 'timed_out' }));
    const made = payment();
    bench.product.carrier.payments.set(made.input.reference, {
      ...made,
      outcome: inProcess(made.outcome),
    });
    await bench.product.advance(MINUTE);
    expect(await row()).toMatchObject({
      state: 'unknown',
      reason: 'timed_out',
      carrier_payment_id: expect.stringMatching(/^payment-/),
    });
    bench.product.carrier.payments.delete(made.input.reference);
    await bench.product.advance(3 * HOUR);
    expect(await row()).toMatchObject({ state: 'unknown' });
    bench.product.carrier.payments.set(made.input.reference, made);
    await bench.product.advance(HOUR);
    expect(await row()).toMatchObject({ state: 'succeeded' });
  });

  it('becomes a case when the list never shows it again', async () => {
    const { id, row } = await pressed(inProcess);
    for (let time = 0; time < 80; time++)
      bench.product.carrier.next('findCharge', async () => ({ outcome: 'not_found' }));
    await bench.product.advance(49 * HOUR);
    expect(await row()).toMatchObject({ state: 'unknown' });
    expect(await bench.exceptionsOf(id)).toContainEqual({ kind: 'unknown_charge', state: 'open' });
    bench.product.carrier.usually('findCharge');
    await bench.product.advance(2 * HOUR);
    expect(await bench.exceptionsOf(id)).toContainEqual({
      kind: 'unknown_charge',
      state: 'resolved',
    });
  });
});

// A carrier's statement has a payment in the month in which it was made.
describe('the month of a charge that is found late', () => {
  it('is that in which the carrier took it', async () => {
    // 23:59:58 in South Africa.
    bench.product.clock.moveTo(new Date('2026-11-30T21:59:58Z'));
    const { id, row } = await pressed(() => NEVER);
    await bench.product.advance(3 * MINUTE);
    expect(await row()).toMatchObject({ state: 'succeeded' });
    const [{ month } = {}] = await bench.product.rows(
      `select to_char(max(at) at time zone 'Africa/Johannesburg', 'YYYY-MM') as month from ledger_lines where cause_id = '${id}'`,
    );
    const { app } = bench.product;
    expect([month, await app.ledger.monthOfCharge(app.db, id)]).toEqual(['2026-12', '2026-11']);
  });
});
