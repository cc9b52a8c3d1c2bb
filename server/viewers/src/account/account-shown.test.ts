// S7: My Account shows every charge with its outcome, its refunds and every message; the viewer
// call returns the subscription's state.
import { account as accountCall } from '@bonisa/contract/account.calls';
import { viewer as viewerCall } from '@bonisa/contract/identity.calls';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { createRefundBench, type RefundBench } from '@bonisa/money/billing/refunds/refund.test-kit';
import { freshNumber, toAccept, type Visitor } from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const HOUR = 3600;
const DAY = 24 * HOUR;

let bench: RefundBench;
beforeAll(async () => {
  bench = await createRefundBench();
});
afterAll(() => bench.close());

const denied = async () =>
  ({ outcome: 'denied', reason: 'insufficient_airtime', detail: '' }) as const;

async function accountOf(visitor: Visitor) {
  const { status, body } = await visitor.call('account');
  expect(status).toBe(200);
  expect(accountCall.reply.parse(body)).toEqual(body);
  return accountCall.reply.parse(body);
}

async function standingOf(visitor: Visitor) {
  const { body } = await visitor.call('viewer');
  const viewer = viewerCall.reply.parse(body);
  if (!viewer.signed_in || !viewer.subscription) throw new Error('nobody is signed in');
  return { entitled: viewer.entitled, ...viewer.subscription };
}

/** The only payer: no other number consumes the scripted answers to charges. */
async function onlyPayer(key: string) {
  const running = await bench.product.rows(
    `select subscriber_id from subscriptions where status in ('trial', 'active', 'due', 'grace', 'parked')`,
  );
  for (const { subscriber_id } of running)
    await bench.product.app.subscription.service.cancel(Number(subscriber_id), 'operator');
  return await bench.paid(key);
}

/** Lets a daily package run out while the carrier denies its charges. */
async function refusedFor(seconds: number): Promise<void> {
  for (let tries = 0; tries < 40; tries++) bench.product.carrier.next('charge', denied);
  await bench.product.advance(seconds);
  bench.product.carrier.usually('charge');
}

describe('charges in My Account', () => {
  it('are shown with their package, VAT and outcome, and a denial with its reason in words', async () => {
    const { visitor } = await onlyPayer('demo-daily');
    await refusedFor(DAY);
    bench.product.carrier.next('charge', async () => ({
      outcome: 'unavailable',
      cause: 'not_connected',
    }));
    await bench.product.advance(HOUR);
    const { charges } = await accountOf(visitor);
    expect(charges).toMatchObject([
      {
        outcome: 'denied',
        reason: 'carrier_unavailable',
        reason_words: 'Your network did not answer',
      },
      { outcome: 'denied', reason: 'insufficient_airtime', reason_words: 'Insufficient airtime' },
      {
        outcome: 'succeeded',
        reason: null,
        reason_words: null,
        package_id: 'p-grtv-daily-c-01',
        package_name: 'Daily',
        amount: '5.00',
        vat: '0.65',
      },
    ]);
  });

  it('keep the package that they were for after a package change', async () => {
    const { visitor } = await bench.paid('demo-weekly');
    await visitor.call('changePackage', { service_key: 'demo-monthly' });
    await bench.product.advance(7 * DAY);
    expect(
      (await accountOf(visitor)).charges.map(({ package_name, amount }) => [package_name, amount]),
    ).toEqual([
      ['Monthly', '25.00'],
      ['Weekly', '10.00'],
    ]);
  });

  it('show how much was refunded: a part, then all of it, and while a refund is open', async () => {
    const { visitor, charge } = await bench.paid('demo-monthly');
    await bench.refund({ reference: charge.reference, amount: '5.50', reason: 'One evening' });
    const at = bench.product.clock.now().toISOString();
    expect((await accountOf(visitor)).charges).toMatchObject([
      { outcome: 'succeeded', refunds: [{ at, amount: '5.50', outcome: 'succeeded' }] },
    ]);
    bench.product.carrier.next('refund', async () => ({ outcome: 'unknown', cause: 'timed_out' }));
    await bench.refund({ reference: charge.reference, reason: 'All of it' });
    expect((await accountOf(visitor)).charges[0]).toMatchObject({
      outcome: 'succeeded',
      refunds: [{ outcome: 'succeeded' }, { amount: '19.50', outcome: 'pending' }],
    });
    await bench.product.advance(HOUR);
    expect((await accountOf(visitor)).charges[0]).toMatchObject({
      outcome: 'refunded',
      refunds: [
        { amount: '5.50', outcome: 'succeeded' },
        { amount: '19.50', outcome: 'succeeded' },
      ],
    });
  });

  it('omit a refund that the carrier denied', async () => {
    const { visitor, charge } = await bench.paid('demo-weekly');
    bench.product.carrier.next('refund', async () => ({
      outcome: 'denied',
      reason: 'refused',
      detail: '',
    }));
    await bench.refund({ reference: charge.reference, reason: 'An agent' });
    expect((await accountOf(visitor)).charges).toMatchObject([
      { outcome: 'succeeded', refunds: [] },
    ]);
  });

  it('are the newest hundred', async () => {
    const { visitor, charge } = await bench.paid('demo-daily');
    await bench.product.rows(
      `insert into charges (id, subscription_id, carrier_id, reference, period, package_id, amount, vat, vat_rate, state, created_at, lookups)
       select gen_random_uuid(), subscription_id, carrier_id, 'BON-' || n, n, package_id, 500, 65, 1500, 'denied', created_at - n * interval '1 hour', 0
       from charges, generate_series(1, 120) n where id = '${charge.id}'`,
    );
    const { charges } = await accountOf(visitor);
    expect(charges.map(({ reference }) => reference)).toEqual([
      charge.reference,
      ...Array.from({ length: 99 }, (_, index) => `BON-${index + 1}`),
    ]);
  });
});

describe('messages in My Account', () => {
  it('are shown with their text, time and whether they were sent; codes never', async () => {
    const { visitor, msisdn } = await bench.paid('demo-weekly');
    const code = bench.product.carrier.codeOf(msisdn);
    expect(code).toMatch(/^\d{4}$/);
    bench.product.carrier.next('sendMessage', async () => ({ outcome: 'refused', detail: '' }));
    await visitor.call('changePackage', { service_key: 'demo-monthly' });
    await bench.product.app.scheduler.runDue();
    const { messages } = await accountOf(visitor);
    expect(messages).toMatchObject([
      { outcome: 'failed', text: expect.stringContaining('Bonisa Monthly') },
      {
        outcome: 'sent',
        at: bench.product.clock.now().toISOString(),
        text: expect.stringContaining('Welcome'),
      },
    ]);
    // Of the texts alone: four digits of a random id may be those of the code.
    const texts = messages.map(({ text }) => text).join('\n');
    expect(texts).not.toMatch(new RegExp(`OTP|\\b${code}\\b`));
  });

  it('are shown once they were sent; a waiting message, which may never be sent, is omitted', async () => {
    const visitor = bench.product.visitor();
    await visitor.call('subscribe', await toAccept(bench.product, visitor, freshNumber()));
    await bench.product.app.scheduler.runDue();
    expect((await accountOf(visitor)).messages).toMatchObject([
      { outcome: 'sent', text: expect.stringContaining('Welcome') },
    ]);
    await visitor.call('unsubscribe', {});
    await bench.product.app.scheduler.runDue();
    expect(
      (await accountOf(visitor)).messages.map(({ outcome, text }) => [
        outcome,
        /^\w+/.exec(text)?.[0],
      ]),
    ).toEqual([
      ['sent', 'You'],
      ['sent', 'Welcome'],
    ]);
  });
});

describe('the state of a subscription in the viewer call', () => {
  it('shows when an active one is paid until, what is charged next, and its grace', async () => {
    const { visitor } = await bench.paid('demo-weekly');
    const now = bench.product.clock.now().getTime();
    expect(await standingOf(visitor)).toMatchObject({
      entitled: true,
      state: 'active',
      paid_until: new Date(now + 7 * DAY * 1000).toISOString(),
      served_until: new Date(now + 7 * DAY * 1000 + 42 * HOUR * 1000).toISOString(),
      next_try_at: null,
      payment_pending: false,
      next_amount: '10.00',
    });
    await visitor.call('changePackage', { service_key: 'demo-daily' });
    expect((await standingOf(visitor)).next_amount).toBe('5.00');
  });

  it('shows the amount due, the next try and the end of access in due, grace and parked, and when it is paid again', async () => {
    const { visitor, msisdn } = await onlyPayer('demo-daily');
    const end = bench.product.clock.now().getTime() + DAY * 1000;
    const served = new Date(end + 6 * HOUR * 1000).toISOString();
    bench.product.carrier.next('charge', async () => ({ outcome: 'unknown', cause: 'timed_out' }));
    await bench.product.advance(DAY);
    const shown = { entitled: true, state: 'grace', served_until: served, next_amount: '5.00' };
    expect(await standingOf(visitor)).toMatchObject({
      ...shown,
      payment_pending: true,
      next_try_at: null,
    });
    expect((await accountOf(visitor)).packages).toEqual([]);

    // The carrier's list lacks the charge: it counts as never made, and is repeated in minutes.
    await refusedFor(300);
    const grace = await standingOf(visitor);
    expect(grace).toMatchObject({ ...shown, payment_pending: false });
    expect(grace.recharge).toEqual({ code: '*120*7#' });
    expect(new Date(grace.next_try_at ?? 0).getTime()).toBeGreaterThan(
      bench.product.clock.now().getTime(),
    );
    expect((await visitor.call('play', { video: 'none' })).body.code).toBe('not_found');

    await refusedFor(6 * HOUR);
    expect(await standingOf(visitor)).toMatchObject({
      entitled: false,
      state: 'parked',
      served_until: null,
      next_amount: '5.00',
    });

    await bench.product.app.subscription.service.topUp(msisdn as Msisdn);
    await bench.product.app.scheduler.runDue();
    expect(await standingOf(visitor)).toMatchObject({
      entitled: true,
      state: 'active',
      next_try_at: null,
      recharge: null,
    });
  });

  it('shows that a cancelled one serves until its paid time ends, with nothing after it', async () => {
    const { visitor } = await bench.paid('demo-weekly');
    await visitor.call('unsubscribe', {});
    const { paid_until, served_until, next_amount, state } = await standingOf(visitor);
    expect([state, served_until, next_amount]).toEqual(['cancelled', paid_until, null]);
  });
});
