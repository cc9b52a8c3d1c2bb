// `POST /ops/refunds`: what is refunded, once, and what the operator, the ledger and the subscriber
// see of it.

import { correlatorOf } from '@bonisa/carriers/carrier-reference';
import { toAccept } from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRefundBench, type RefundBench } from './refund.test-kit.ts';

let bench: RefundBench;
beforeAll(async () => {
  bench = await createRefundBench();
});
afterAll(() => bench.close());

const DAY = 86_400;
const why = 'The clip did not play';

describe('a refund by the operator', () => {
  it('of the whole charge of a running period is posted, sends a notice, ends the access at once and stops the renewals', async () => {
    const { msisdn, visitor, charge } = await bench.paid();
    const before = bench.product.carrier.calls('charge').length;
    const answer = await bench.refund({ reference: charge.reference, reason: why });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        charge_reference: charge.reference,
        amount: '25.00',
        vat: '3.26',
        outcome: 'succeeded',
        reason: why,
        carrier_reason: null,
      },
    });
    expect(bench.asked(answer.body.reference)).toMatchObject([
      { correlator: correlatorOf(String(answer.body.reference)) },
    ]);
    expect(bench.asked(answer.body.reference)[0]).not.toHaveProperty('part');
    expect(await bench.linesOf(answer.body.refund_id)).toEqual([
      { account: 'carrier_receivable', amount: -2500 },
      { account: 'refunds', amount: 2174 },
      { account: 'vat_output', amount: 326 },
    ]);
    expect((await bench.product.app.ledger.report()).balanced).toBe(true);
    expect((await visitor.call('viewer')).body).toMatchObject({ entitled: false });
    await bench.product.app.scheduler.runDue();
    expect(await bench.toldTo(msisdn)).toEqual(['welcome', 'refund', 'goodbye']);
    expect(
      bench.product.carrier.messages.find(
        ({ msisdn: to, text }) => to === msisdn && text.includes('R25.00'),
      ),
    ).toBeDefined();
    const shown = (await bench.ops('GET', `/ops/subscriptions/${msisdn}`)).body;
    expect(shown).toMatchObject({
      state: 'expired',
      charges: [{ reference: charge.reference, outcome: 'refunded' }],
      refunds: [{ refund_id: answer.body.refund_id, outcome: 'succeeded', amount: '25.00' }],
    });
    expect((shown.events as { type: string }[]).map(({ type }) => type)).toContain('refunded');
    const [consent] = await bench.product.rows(
      `select retain_until from consents where subscription_id = '${charge.subscription_id}'`,
    );
    expect(consent?.retain_until).not.toBeNull();
    await bench.product.advance(40 * DAY);
    expect(bench.product.carrier.calls('charge')).toHaveLength(before);
  });

  it("of a part keeps the access until all parts together reach the whole, and their VAT adds up to the charge's", async () => {
    const { visitor, charge } = await bench.paid();
    for (const amount of ['8.33', '8.33']) {
      expect(
        (await bench.refund({ reference: charge.reference, amount, reason: why })).body,
      ).toMatchObject({ outcome: 'succeeded', amount });
      expect((await visitor.call('viewer')).body).toMatchObject({
        entitled: true,
        subscription: { state: 'active' },
      });
    }
    expect(await bench.lastCharge(await msisdnOf(charge)).then(({ state }) => state)).toBe(
      'succeeded',
    );
    const last = await bench.refund({ reference: charge.reference, reason: why });
    expect(last.body).toMatchObject({ outcome: 'succeeded', amount: '8.34' });
    // A part was refunded before, so for CAMARA the rest is one more part and not the total.
    expect(bench.asked(last.body.reference)).toMatchObject([{ part: { amountCents: 834 } }]);
    expect((await visitor.call('viewer')).body).toMatchObject({ entitled: false });
    const refunds = await bench.refundsOf(charge);
    expect(refunds.reduce((sum, { vat }) => sum + Number(vat), 0)).toBe(326);
    const listed = (await bench.ops('GET', `/ops/refunds?reference=${charge.reference}`)).body
      .refunds as { amount: string }[];
    expect(listed.map(({ amount }) => amount)).toEqual(['8.33', '8.33', '8.34']);
    expect(
      (await bench.ops('GET', `/ops/refunds?reference=${String(last.body.reference)}`)).body
        .refunds,
    ).toEqual([last.body]);
  });

  it('of the running period ends the access although a denied upgrade to a dearer package followed', async () => {
    const { visitor, charge } = await bench.paid();
    // A denied upgrade leaves the subscription in its period.
    await bench.product.rows(
      `update subscriptions set period = period + 1 where id = '${charge.subscription_id}'`,
    );
    await bench.refund({ reference: charge.reference, reason: why });
    expect((await visitor.call('viewer')).body).toMatchObject({ entitled: false });
  });

  it('after STOP ends the access that was left, without a second notice of the end', async () => {
    const { msisdn, visitor, charge } = await bench.paid();
    await visitor.call('unsubscribe', {});
    await bench.product.app.scheduler.runDue();
    await bench.refund({ reference: charge.reference, reason: why });
    await bench.product.app.scheduler.runDue();
    expect((await visitor.call('viewer')).body).toMatchObject({
      entitled: false,
      subscription: { state: 'expired' },
    });
    expect((await bench.toldTo(msisdn)).filter((kind) => kind === 'goodbye')).toHaveLength(1);
  });

  it('of a past period takes no access away', async () => {
    const { msisdn, visitor, charge } = await bench.paid('demo-daily');
    await bench.product.advance(DAY + 60);
    expect((await bench.lastCharge(msisdn)).id).not.toBe(charge.id);
    expect((await bench.refund({ reference: charge.reference, reason: why })).body).toMatchObject({
      outcome: 'succeeded',
    });
    expect((await visitor.call('viewer')).body).toMatchObject({
      entitled: true,
      subscription: { state: 'active' },
    });
    await visitor.call('unsubscribe', {});
  });

  it('is refused by name', async () => {
    const { charge } = await bench.paid();
    const refused = async (body: unknown) => {
      const { status, body: answer } = await bench.refund(body);
      return [
        status,
        answer.code,
        ((answer.fields ?? []) as { field: string }[]).map(({ field }) => field).join(),
      ];
    };
    const { reference } = charge;
    expect(await refused({ reference: 'BON-none', reason: why })).toEqual([404, 'not_found', '']);
    for (const reason of ['', '   ', undefined, 'x'.repeat(501), 'a\u0000b']) {
      expect(await refused({ reference, reason })).toEqual([400, 'invalid_request', 'reason']);
    }
    for (const amount of ['0', '0.00', '-1', '1.005', '1e2', 'all', '', 2.5]) {
      expect(await refused({ reference, amount, reason: why })).toEqual([
        400,
        'invalid_request',
        'amount',
      ]);
    }
    expect((await refused({ reference, reason: why, amonut: '1.00' })).slice(0, 2)).toEqual([
      400,
      'invalid_request',
    ]);
    expect(await refused({ reference, amount: '25.01', reason: why })).toEqual([
      409,
      'more_than_left_to_refund',
      'amount',
    ]);
    expect((await bench.refund({ reference, reason: why })).status).toBe(201);
    expect(await refused({ reference, reason: why })).toEqual([409, 'nothing_left_to_refund', '']);
    expect(await refused({ reference, amount: '0.01', reason: why })).toEqual([
      409,
      'nothing_left_to_refund',
      '',
    ]);
    expect((await bench.ops('GET', '/ops/refunds?reference=none')).status).toBe(404);
    expect((await bench.ops('GET', '/ops/refunds')).body).toMatchObject({
      code: 'invalid_request',
    });
    expect((await bench.refund({ reference, reason: why }, 'k'.repeat(201))).body).toMatchObject({
      code: 'invalid_request',
    });
  });

  it('is refused for a charge that did not succeed, or whose outcome is unknown', async () => {
    const msisdn = await bench.withoutTrial();
    const visitor = bench.product.visitor();
    bench.product.carrier.next('charge', async () => ({
      outcome: 'denied',
      reason: 'insufficient_airtime',
      detail: 'no',
    }));
    await visitor.call('subscribe', await toAccept(bench.product, visitor, msisdn));
    const denied = await bench.lastCharge(msisdn);
    expect((await bench.refund({ reference: denied.reference, reason: why })).body).toMatchObject({
      code: 'charge_not_taken',
    });
    expect(await bench.refundsOf(denied)).toEqual([]);
  });

  it('is made once, however often the same request with its key is sent', async () => {
    const { charge } = await bench.paid();
    const body = { reference: charge.reference, amount: '5.00', reason: why };
    const gate = Promise.withResolvers<void>();
    bench.product.carrier.next('refund', async (_input, usual) => {
      await gate.promise;
      return await usual();
    });
    const clicks = Promise.all([1, 2, 3].map(() => bench.refund(body, 'click-1')));
    gate.resolve();
    const answers = await clicks;
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]).toMatchObject({
      status: 201,
      body: { outcome: 'succeeded', amount: '5.00' },
    });
    expect((await bench.refund(body, 'click-1')).body).toEqual(answers[0]?.body);
    expect(await bench.refundsOf(charge)).toHaveLength(1);
    for (const other of [
      { ...body, amount: '6.00' },
      { ...body, reason: 'another' },
      { ...body, reference: (await bench.paid()).charge.reference },
    ]) {
      expect(await bench.refund(other, 'click-1')).toMatchObject({
        status: 409,
        body: { code: 'conflict' },
      });
    }
    expect((await bench.refund(body, 'click-2')).body.refund_id).not.toBe(
      answers[0]?.body.refund_id,
    );
  });

  it('of the whole charge is made once when two requests without a key arrive together', async () => {
    const { charge } = await bench.paid();
    const answers = await Promise.all(
      [1, 2].map(() => bench.refund({ reference: charge.reference, reason: why })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await bench.refundsOf(charge)).toHaveLength(1);
    expect((await bench.lastCharge(await msisdnOf(charge))).refunded).toBe(2500);
  });

  it('that the carrier denies frees its amount, opens a reconciliation exception, and can be requested again', async () => {
    const { charge, visitor } = await bench.paid();
    bench.product.carrier.next('refund', async () => ({
      outcome: 'denied',
      reason: 'not_eligible',
      detail: 'Not this one',
    }));
    const denied = await bench.refund({ reference: charge.reference, reason: why });
    expect(denied).toMatchObject({
      status: 201,
      body: { outcome: 'denied', carrier_reason: 'not_eligible' },
    });
    expect(await bench.refundsOf(charge)).toMatchObject([
      { state: 'denied', detail: 'Not this one', lookup_at: null },
    ]);
    expect(await bench.linesOf(denied.body.refund_id)).toEqual([]);
    expect(await bench.exceptionsOf(denied.body.refund_id)).toEqual([
      { kind: 'refund_denied', state: 'open' },
    ]);
    expect((await visitor.call('viewer')).body).toMatchObject({ entitled: true });
    expect((await bench.refund({ reference: charge.reference, reason: why })).body).toMatchObject({
      outcome: 'succeeded',
      amount: '25.00',
    });
    expect(await bench.exceptionsOf(denied.body.refund_id)).toEqual([
      { kind: 'refund_denied', state: 'resolved' },
    ]);
    const [denials, given] = (await bench.refundsOf(charge)).map(({ vat }) => vat);
    expect([denials, given]).toEqual([326, 326]);
  });

  it('is counted by its outcome', async () => {
    expect((await bench.ops('GET', '/metrics')).text).toMatch(
      /bonisa_refund_total\{carrier="karoo",outcome="succeeded"\} [1-9]/,
    );
  });
});

describe('an overpayment', () => {
  it('is refunded without a request, with a notice and an even ledger, when STOP arrives during a charge that succeeds', async () => {
    const { product } = bench;
    const msisdn = await bench.withoutTrial();
    const visitor = product.visitor();
    product.carrier.next('charge', async (_input, usual) => {
      await usual();
      return { outcome: 'unknown', cause: 'timed_out' };
    });
    await visitor.call('subscribe', await toAccept(product, visitor, msisdn));
    await product.app.signup.inbound.onMessage({
      carrierId: 'karoo',
      id: 'stop',
      msisdn: msisdn as never,
      text: 'STOP',
    });
    await product.advance(10);
    const charge = await bench.lastCharge(msisdn);
    expect(charge).toMatchObject({ state: 'refunded', surplus: true, refunded: 500 });
    const [refund] = await bench.refundsOf(charge);
    expect(refund).toMatchObject({
      state: 'succeeded',
      amount: 500,
      vat: 65,
      why: 'taken_for_nothing',
      lookup_at: null,
    });
    expect(product.carrier.refunds.get(String(refund?.reference))).toMatchObject({
      amountCents: 500,
      entry: { kind: 'total' },
    });
    const lines = [...(await bench.linesOf(charge.id)), ...(await bench.linesOf(refund?.id))];
    const owed = lines
      .filter(({ account }) => account === 'carrier_receivable')
      .reduce((sum, { amount }) => sum + Number(amount), 0);
    expect([owed, (await product.app.ledger.report()).balanced]).toEqual([0, true]);
    expect(await bench.toldTo(msisdn)).toEqual(['goodbye', 'refund']);
    expect((await bench.ops('GET', `/ops/subscriptions/${msisdn}`)).body).toMatchObject({
      state: 'expired',
      charges: [{ outcome: 'refunded' }],
      refunds: [{ outcome: 'succeeded', reason: 'taken_for_nothing' }],
    });
    expect((await visitor.call('viewer')).body.entitled ?? false).toBe(false);
  });

  it('is refunded when a period was paid twice, and the first payment still pays for its time', async () => {
    const { product } = bench;
    const { msisdn, visitor } = await bench.paid('demo-daily');
    let lost: { reference: string; sink?: { token: string } } | undefined;
    product.carrier.next('charge', async (input) => {
      lost = input;
      return { outcome: 'unknown', cause: 'connection_lost' };
    });
    // Missing in the carrier's list for so long that the charge counts as never made and is
    // repeated.
    await product.advance(DAY + 3600);
    expect((await visitor.call('viewer')).body).toMatchObject({
      entitled: true,
      subscription: { state: 'active' },
    });
    const second = await bench.lastCharge(msisdn);
    expect(second).toMatchObject({ state: 'succeeded', surplus: false });
    const [first] = await product.rows(
      `select * from charges where reference = '${lost?.reference}'`,
    );
    expect(first).toMatchObject({ state: 'denied', reason: 'not_taken' });
    // Now the first charge appears after all.
    const at = product.clock.now();
    product.carrier.payments.set(String(lost?.reference), {
      input: lost as never,
      outcome: { outcome: 'succeeded', carrierPaymentId: 'late-payment', at },
      at,
    });
    await product.app.billing.chargeService.hint(String(first?.id), { wasCaptured: true });
    await product.app.scheduler.runDue();
    const [late] = await product.rows(
      `select * from charges where reference = '${lost?.reference}'`,
    );
    expect(late).toMatchObject({
      state: 'refunded',
      surplus: true,
      period: (second as unknown as { period: number }).period,
    });
    expect((await visitor.call('viewer')).body).toMatchObject({
      entitled: true,
      subscription: { state: 'active' },
    });
    expect((await bench.toldTo(msisdn)).at(-1)).toBe('refund');
    await visitor.call('unsubscribe', {});
  });
});

async function msisdnOf(charge: { subscription_id: string }): Promise<string> {
  const [row] = await bench.product.rows(
    `select n.msisdn from subscribers n join subscriptions s on s.subscriber_id = n.id where s.id = '${charge.subscription_id}'`,
  );
  return String(row?.msisdn);
}
