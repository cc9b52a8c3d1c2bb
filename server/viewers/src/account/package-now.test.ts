// S7: an immediate upgrade with its own consent and at most one charge; and a cheaper package for a
// number that could not pay.
import { changePackage as changeCall } from '@bonisa/contract/account.calls';
import { createRefundBench, type RefundBench } from '@bonisa/money/billing/refunds/refund.test-kit';
import type { Visitor } from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const DAY = 24 * 3600;

let bench: RefundBench;
beforeAll(async () => {
  bench = await createRefundBench();
});
afterAll(() => bench.close());

const now = (visitor: Visitor, key: string) =>
  visitor.call('changePackage', { service_key: key, at_once: true });
const offersOf = async (visitor: Visitor) =>
  (await visitor.call('account')).body.packages as {
    service_key: string;
    effect: string | null;
    words: string[];
    at_once_words: string[];
  }[];
const consentsOf = (msisdn: string) =>
  bench.product.rows(
    `select package_id, price, proof, words, at from consents where msisdn = '${msisdn}' order by at, id`,
  );
const chargesOf = async (id: string) =>
  bench.product.rows(
    `select period, package_id, state, amount from charges where subscription_id = '${id}' order by period, created_at`,
  );
const askedOf = (msisdn: string) =>
  (bench.product.carrier.calls('charge') as { msisdn: string }[]).filter(
    (asked) => asked.msisdn === msisdn,
  );
const holds = async (visitor: Visitor) =>
  (await visitor.call('viewer')).body.subscription as Record<string, unknown>;

/** The only payer: no other number consumes the scripted answers to charges. */
async function onlyPayer(key: string) {
  const running = await bench.product.rows(
    `select subscriber_id from subscriptions where status in ('trial', 'active', 'due', 'grace', 'parked')`,
  );
  for (const { subscriber_id } of running)
    await bench.product.app.subscription.service.cancel(Number(subscriber_id), 'operator');
  return await bench.paid(key);
}

describe('an immediate upgrade', () => {
  it('has its own words and consent, is charged now, and adds the paid time that is left', async () => {
    const { visitor, msisdn, charge } = await bench.paid('demo-daily');
    bench.product.clock.by(3600);
    const offered = (await offersOf(visitor)).find(
      ({ service_key }) => service_key === 'demo-monthly',
    );
    expect(offered?.effect).toBe('renewal');
    expect(offered?.at_once_words[0]).toMatch(
      /R25\.00 is taken now from your airtime, then R25\.00\/month until you stop\. Any free or paid time you have left is added\./,
    );
    const { status, body } = await now(visitor, 'demo-monthly');
    expect(changeCall.reply.parse(body)).toEqual(body);
    expect([status, body]).toEqual([
      200,
      {
        next_package: null,
        status: 'success',
        outcome: 'changed',
        description: expect.stringMatching(/^You have Monthly now\. R25\.00 was taken; paid until/),
      },
    ]);
    const until = bench.product.clock.now().getTime() + (31 * DAY - 3600) * 1000;
    expect(await holds(visitor)).toMatchObject({
      name: 'Monthly',
      state: 'active',
      paid_until: new Date(until).toISOString(),
      next_amount: '25.00',
    });
    const [, consent] = await consentsOf(msisdn);
    expect(consent).toMatchObject({ price: 2500, proof: 'session', words: offered?.at_once_words });
    expect(await chargesOf(charge.subscription_id)).toMatchObject([
      { period: 1, amount: 500, state: 'succeeded' },
      { period: 2, amount: 2500, state: 'succeeded', package_id: 'p-grtv-monthly-c-01' },
    ]);
    await bench.product.app.scheduler.runDue();
    expect(await bench.toldTo(msisdn)).toEqual(['welcome', 'receipt']);
    expect((await bench.ops('GET', '/ops/ledger')).body.balanced).toBe(true);
  });

  it('replaces a planned change, even one to the same package', async () => {
    const { visitor } = await bench.paid('demo-daily');
    await visitor.call('changePackage', { service_key: 'demo-weekly' });
    expect(
      (await offersOf(visitor)).map(({ service_key, effect, words, at_once_words }) => [
        service_key,
        effect,
        words.length,
        at_once_words.length,
      ]),
    ).toEqual([
      ['demo-daily', 'renewal', 3, 0],
      ['demo-weekly', null, 0, 3],
      ['demo-monthly', 'renewal', 3, 3],
    ]);
    expect((await now(visitor, 'demo-weekly')).body).toMatchObject({
      outcome: 'changed',
      next_package: null,
    });
    expect(await offersOf(visitor)).toMatchObject([
      { service_key: 'demo-daily' },
      { service_key: 'demo-monthly' },
    ]);
  });

  it.each([
    [
      'insufficient_airtime',
      /^Insufficient airtime\. Nothing was taken, and you keep Daily as it was\.$/,
    ],
    ['spending_limit', /^Spending limit reached\. Nothing was taken/],
  ] as const)('that is denied (%s) reports it and changes nothing', async (reason, words) => {
    const { visitor, msisdn } = await bench.paid('demo-daily');
    const before = await holds(visitor);
    bench.product.carrier.next('charge', async () => ({ outcome: 'denied', reason, detail: '' }));
    const { status, body } = await now(visitor, 'demo-weekly');
    expect([status, body.status, body.outcome, body.description]).toEqual([
      200,
      'failed',
      reason,
      expect.stringMatching(words),
    ]);
    expect(await holds(visitor)).toEqual(before);
    // After a top-up the same press is a new charge with a new reference.
    expect((await now(visitor, 'demo-weekly')).body).toMatchObject({
      status: 'success',
      outcome: 'changed',
    });
    expect(
      new Set(askedOf(msisdn).map((asked) => (asked as unknown as { reference: string }).reference))
        .size,
    ).toBe(3);
  });

  it('whose answer is lost is being confirmed, is charged once, and begins when the charge is found', async () => {
    const { visitor, msisdn, charge } = await onlyPayer('demo-daily');
    bench.product.carrier.next('charge', async (_, usual) => {
      await usual();
      return { outcome: 'unknown', cause: 'timed_out' };
    });
    const { body } = await now(visitor, 'demo-monthly');
    expect(body).toMatchObject({
      status: 'success',
      outcome: 'payment_pending',
      description: expect.stringMatching(/^Payment is being confirmed\. You have Daily/),
    });
    expect(await holds(visitor)).toMatchObject({
      name: 'Daily',
      state: 'active',
      payment_pending: true,
      next_amount: '25.00',
    });
    expect(await offersOf(visitor)).toEqual([]);
    for (const again of [
      await now(visitor, 'demo-monthly'),
      await visitor.call('changePackage', { service_key: 'demo-weekly' }),
    ]) {
      expect([again.status, again.body.code, again.body.description]).toEqual([
        409,
        'charge_in_flight',
        expect.stringContaining('Nothing more was asked for'),
      ]);
    }
    await bench.product.advance(60);
    expect(await holds(visitor)).toMatchObject({ name: 'Monthly', payment_pending: false });
    expect(askedOf(msisdn)).toHaveLength(2);
    expect(await chargesOf(charge.subscription_id)).toHaveLength(2);
  });

  it('is charged once when it is pressed twice at the same time, or in two browsers', async () => {
    const { visitor, msisdn, charge } = await bench.paid('demo-daily');
    const slow = Promise.withResolvers<void>();
    bench.product.carrier.next('charge', async (_, usual) => {
      await slow.promise;
      return await usual();
    });
    const presses = [
      now(visitor, 'demo-monthly'),
      now(visitor, 'demo-monthly'),
      now(visitor, 'demo-weekly'),
    ];
    // All but one of them are answered before the carrier answers.
    let answered = 0;
    await new Promise<void>((resolve) => {
      for (const press of presses) void press.then(() => ++answered === 2 && resolve());
    });
    slow.resolve();
    const answers = await Promise.all(presses);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    for (const { body } of answers.filter(({ status }) => status === 409))
      expect(body.code).toBe('charge_in_flight');
    expect(askedOf(msisdn)).toHaveLength(2);
    expect(await chargesOf(charge.subscription_id)).toHaveLength(2);
    const [winner] = answers.filter(({ status }) => status === 200);
    expect(winner?.body).toMatchObject({ outcome: 'changed' });
    // A later press gets the present state.
    const late = await now(
      visitor,
      String((await holds(visitor)).name) === 'Monthly' ? 'demo-monthly' : 'demo-weekly',
    );
    expect([late.status, late.body.code, late.body.description]).toEqual([
      409,
      'conflict',
      expect.stringMatching(/^You have \w+ already\. Nothing was taken\.$/),
    ]);
  });

  it('is refunded when the subscription ends during the charge', async () => {
    const { visitor, msisdn } = await bench.paid('demo-daily');
    bench.product.carrier.next('charge', async (_, usual) => {
      await visitor.call('unsubscribe', {});
      return await usual();
    });
    expect((await now(visitor, 'demo-weekly')).body).toMatchObject({
      status: 'failed',
      outcome: 'ended_meanwhile',
      description: expect.stringContaining('given back'),
    });
    await bench.product.app.scheduler.runDue();
    expect((await bench.lastCharge(msisdn)).state).toBe('refunded');
    expect(await bench.toldTo(msisdn)).toContain('refund');
  });

  it('is looked up and never repeated when the process crashes between intent and answer', async () => {
    const { visitor, msisdn } = await onlyPayer('demo-daily');
    bench.product.carrier.next('charge', async (_, usual) => {
      await usual();
      throw new Error('the process is gone');
    });
    expect((await now(visitor, 'demo-weekly')).status).toBe(500);
    await bench.product.advance(120);
    expect(await holds(visitor)).toMatchObject({ name: 'Weekly', payment_pending: false });
    expect(askedOf(msisdn)).toHaveLength(2);
  });

  it("is refused by name for a package that is not dearer, on a free day, after the end, and without the visit's CSRF token", async () => {
    const { visitor } = await bench.paid('demo-weekly');
    const refusal = async (key: string) => {
      const { status, body } = await now(visitor, key);
      return [status, body.code, body.description];
    };
    expect(await refusal('demo-daily')).toEqual([
      409,
      'conflict',
      expect.stringContaining('Only a dearer package'),
    ]);
    expect(await refusal('demo-weekly')).toEqual([
      409,
      'conflict',
      'You have Weekly already. Nothing was taken.',
    ]);
    expect(await refusal('made-up')).toEqual([400, 'unknown_service_key', expect.any(String)]);
    const bare = await visitor.send('POST', '/api/account/change_package', {
      service_key: 'demo-monthly',
      at_once: true,
    });
    expect([bare.status, bare.body.code]).toEqual([403, 'csrf_token_invalid']);
    expect(
      (await visitor.call('changePackage', { service_key: 'demo-monthly', at_once: 'yes' })).body
        .code,
    ).toBe('invalid_request');
    await visitor.call('unsubscribe', {});
    expect(await refusal('demo-monthly')).toEqual([
      409,
      'conflict',
      expect.stringContaining('no running subscription'),
    ]);
  });
});

describe('a package change of a number that could not pay', () => {
  it('has a consent to be charged now, is charged at once at its own price, and serves if it can be paid', async () => {
    const { visitor, msisdn, charge } = await onlyPayer('demo-weekly');
    for (let tries = 0; tries < 40; tries++)
      bench.product.carrier.next('charge', async () => ({
        outcome: 'denied',
        reason: 'insufficient_airtime',
        detail: '',
      }));
    await bench.product.advance(10 * DAY);
    bench.product.carrier.usually('charge');
    expect(await holds(visitor)).toMatchObject({ state: 'parked', served_until: null });
    const offered = await offersOf(visitor);
    expect(
      offered.map(({ service_key, effect, at_once_words }) => [service_key, effect, at_once_words]),
    ).toEqual([
      ['demo-daily', 'now', []],
      ['demo-monthly', 'now', []],
    ]);
    expect(offered[0]?.words[0]).toMatch(/R5\.00 is taken now from your airtime/);
    const { body } = await visitor.call('changePackage', {
      service_key: 'demo-daily',
      effect: 'now',
    });
    expect(body).toMatchObject({
      status: 'success',
      outcome: 'tried_now',
      description: 'We are asking your network for R5.00 now.',
    });
    await bench.product.app.scheduler.runDue();
    expect(await holds(visitor)).toMatchObject({ name: 'Daily', state: 'active' });
    expect((await consentsOf(msisdn)).at(-1)).toMatchObject({
      price: 500,
      proof: 'session',
      words: offered[0]?.words,
    });
    expect((await chargesOf(charge.subscription_id)).at(-1)).toMatchObject({
      amount: 500,
      state: 'succeeded',
    });
  });
});
