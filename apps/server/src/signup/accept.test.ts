// A14 E7 F4 F5 X4 X5 X6 B1: Accept, from the press to the session, with each of its endings.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestProduct,
  freshNumber,
  type TestProduct,
  toAccept,
  type Visitor,
} from '../app.test-kit.ts';
import type { ContentLockOutcome } from '../carriers/numbers.port.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct();
});
afterAll(() => product.close());

/** A number whose free day is used up and whose subscription has ended. */
async function withoutTrial(visitor: Visitor = product.visitor()): Promise<string> {
  const msisdn = freshNumber();
  await visitor.call('subscribe', await toAccept(product, visitor, msisdn));
  await visitor.call('unsubscribe', {});
  product.clock.by(600);
  return msisdn;
}

const ofNumber = (table: string, msisdn: string) =>
  product.rows(
    `select t.* from ${table} t join subscriptions s on s.id = t.subscription_id join subscribers n on n.id = s.subscriber_id where n.msisdn = '${msisdn}'`,
  );
const subscriptionsOf = (msisdn: string) =>
  product.rows(
    `select s.* from subscriptions s join subscribers n on n.id = s.subscriber_id where n.msisdn = '${msisdn}' order by s.started_at`,
  );

describe('a first Accept', () => {
  it('starts the free day without a charge, signs in, stores the consent and sends the welcome', async () => {
    const visitor = product.visitor({ headers: { 'user-agent': 'a phone' } });
    const msisdn = freshNumber();
    const accept = await toAccept(product, visitor, msisdn);
    const before = visitor.cookies.get('bonisa_session');
    const { status, body } = await visitor.call('subscribe', {
      ...accept,
      free_id: 'p-grtv-daily-c-01-free-day',
    });
    const [row] = await subscriptionsOf(msisdn);
    expect({ status, ...body }).toMatchObject({
      status: 'success',
      outcome: 'subscribed',
      package_id: 'p-grtv-daily-c-01',
      free_trial: true,
    });
    expect(body.description).toBe(String(row?.subscriber_id));
    expect(Date.parse(String(body.paid_until)) - product.clock.now().getTime()).toBe(86_400_000);
    expect(visitor.cookies.get('bonisa_session')).not.toBe(before);
    expect(await ofNumber('charges', msisdn)).toEqual([]);
    expect(product.carrier.calls('charge')).toEqual([]);
    await product.app.scheduler.runDue();
    const [welcome] = product.carrier.messages.filter((message) => message.msisdn === msisdn);
    expect(welcome?.text).toMatch(/Bonisa Daily.*R5\.00\/day.*STOP.*0800 123 456/);
    expect(welcome?.text).not.toMatch(/otp/i);
    const [consent] = await ofNumber('consents', msisdn);
    expect(consent).toMatchObject({
      proof: 'otp',
      price: 500,
      service_period: 'day',
      trial: true,
      user_agent: 'a phone',
      address: '127.0.0.1',
      retain_until: null,
    });
    expect(JSON.stringify(consent?.words)).toContain('first day FREE, then R5.00/day');
    expect((await visitor.call('viewer')).body).toMatchObject({
      signed_in: true,
      entitled: true,
      subscription: { state: 'trial', free_trial: true },
    });
    expect((await visitor.call('profile', {})).body.profile).toMatchObject({
      msisdn,
      package_id: 'p-grtv-daily-c-01',
      free_trial: true,
    });
  });

  it('gives a number one free day, whatever the browser, and charges the next opt-in at Accept', async () => {
    const msisdn = await withoutTrial();
    const other = product.visitor();
    const { body } = await other.call(
      'subscribe',
      await toAccept(product, other, msisdn, { key: 'demo-weekly' }),
    );
    expect(body).toMatchObject({
      status: 'success',
      package_id: 'p-grtv-weekly-c-01',
      free_trial: false,
    });
    const [charge, ...more] = await ofNumber('charges', msisdn);
    expect(more).toEqual([]);
    expect(charge).toMatchObject({ state: 'succeeded', amount: 1000, vat: 130, period: 1 });
    const payment = product.carrier.payments.get(String(charge?.reference));
    expect(payment?.input).toMatchObject({
      msisdn,
      amountCents: 1000,
      vatCents: 130,
      serviceId: 'demo-weekly',
    });
    expect(await ofNumber('paid_periods', msisdn)).toHaveLength(1);
    expect(
      (await product.rows('select coalesce(sum(amount), 0)::int as sum from ledger_lines'))[0],
    ).toEqual({ sum: 0 });
  });

  it('never charges at once when the page showed a free day', async () => {
    const msisdn = await withoutTrial();
    const visitor = product.visitor();
    const accept = await toAccept(product, visitor, msisdn);
    const { body } = await visitor.call('subscribe', {
      ...accept,
      free_id: 'p-grtv-daily-c-01-free-day',
    });
    expect(body).toMatchObject({ status: 'failed', outcome: 'terms_changed' });
    expect(await ofNumber('charges', msisdn)).toEqual([]);
    // The same code is valid with the true terms, because it has granted nothing yet.
    expect((await visitor.call('subscribe', accept)).body).toMatchObject({
      status: 'success',
      outcome: 'subscribed',
    });
  });
});

describe('a repeated press of Accept', () => {
  it('gets one answer and one subscription when both arrive at the same time', async () => {
    const msisdn = await withoutTrial();
    const visitor = product.visitor();
    const accept = await toAccept(product, visitor, msisdn);
    const calls = product.carrier.calls('charge').length;
    const token = await visitor.csrf();
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        visitor.send('POST', '/api/subscribe', accept, { 'x-csrf-token': token }),
      ),
    );
    expect(answers.map(({ body }) => body.status)).toEqual(['success', 'success', 'success']);
    expect(product.carrier.calls('charge')).toHaveLength(calls + 1);
    expect(await subscriptionsOf(msisdn)).toHaveLength(2);
  });

  it('gets the same answer after a lost one, from the same browser, without a call to the carrier', async () => {
    const visitor = product.visitor();
    const msisdn = freshNumber();
    const accept = await toAccept(product, visitor, msisdn);
    const kept = visitor.cookies.get('bonisa_session') ?? '';
    const first = await visitor.call('subscribe', accept);
    const validations = product.carrier.calls('validateCode').length;
    visitor.cookies.set('bonisa_session', kept);
    visitor.cookies.delete('bonisa_hint');
    const second = await visitor.call('subscribe', accept);
    expect(second.body).toEqual(first.body);
    expect(visitor.cookies.get('bonisa_hint')).toBe('1');
    expect(product.carrier.calls('validateCode')).toHaveLength(validations);
  });

  it('waits for another process that handles the attempt; after a crash it reports that and may be made again', async () => {
    const visitor = product.visitor();
    const msisdn = freshNumber();
    const accept = await toAccept(product, visitor, msisdn);
    product.carrier.next('contentLock', async () => {
      // Meanwhile the first process has crashed, and its time is over.
      await product.rows("update accept_attempts set owner = 'another' where state = 'running'");
      product.clock.by(60);
      throw new Error('killed');
    });
    product.carrier.next('contentLock', async (_input, usual) => usual());
    expect((await visitor.call('subscribe', accept)).status).toBe(500);
    await product.rows(
      "update accept_attempts set state = 'running', owner = 'another' where state = 'failed'",
    );
    const told = await visitor.call('subscribe', accept);
    expect(told.body).toMatchObject({ status: 'failed', outcome: 'interrupted' });
    expect((await visitor.call('subscribe', accept)).body).toMatchObject({ status: 'success' });
  });

  it('gets one subscription and signs both in when two tabs send the same code at once', async () => {
    const msisdn = await withoutTrial();
    const visitor = product.visitor();
    const accept = await toAccept(product, visitor, msisdn);
    const token = await visitor.csrf();
    const answers = await Promise.all(
      ['kit-1', 'kit-2'].map((kit) =>
        visitor.send(
          'POST',
          '/api/subscribe',
          { ...accept, evina_token: kit },
          { 'x-csrf-token': token },
        ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.some(({ body }) => body.status === 'success')).toBe(true);
    expect(
      (await ofNumber('charges', msisdn)).filter((charge) => charge.state === 'succeeded'),
    ).toHaveLength(1);
    expect(await subscriptionsOf(msisdn)).toHaveLength(2);
  });
});

describe('a press that is no opt-in', () => {
  it('changes nothing for Decline, not even a running subscription', async () => {
    const visitor = product.visitor();
    const msisdn = freshNumber();
    const accept = await toAccept(product, visitor, msisdn);
    expect((await visitor.call('subscribe', { ...accept, to_cancel: 'yes' })).body).toMatchObject({
      status: 'success',
      outcome: 'declined',
    });
    expect(await subscriptionsOf(msisdn)).toEqual([]);
    await visitor.call('subscribe', accept);
    const [before] = await subscriptionsOf(msisdn);
    await visitor.call('subscribe', { ...accept, to_cancel: 'yes' });
    await product.visitor().call('subscribe', { transaction_id: 'x', msisdn, to_cancel: 'yes' });
    expect(await subscriptionsOf(msisdn)).toEqual([before]);
  });

  it('proves a second phone of a subscriber, signs it in and charges nothing; another package is no second subscription', async () => {
    const first = product.visitor();
    const msisdn = freshNumber();
    await first.call('subscribe', await toAccept(product, first, msisdn));
    const calls = product.carrier.calls('charge').length;
    const second = product.visitor();
    const status = await second.call('statusCheck', { transaction_id: 'second', msisdn });
    expect(status.body).toMatchObject({
      code: 'ACTIVE',
      hasFreeTrial: false,
      packages: [{ id: 'p-grtv-daily-c-01' }],
    });
    const unproven = await second.call('subscribe', { transaction_id: 'second', msisdn });
    expect(unproven.body).toMatchObject({ status: 'failed', outcome: 'otp_missing' });
    const { body } = await second.call(
      'subscribe',
      await toAccept(product, second, msisdn, { key: 'demo-monthly' }),
    );
    expect(body).toMatchObject({
      status: 'success',
      outcome: 'signed_in',
      package_id: 'p-grtv-daily-c-01',
    });
    expect(product.carrier.calls('charge')).toHaveLength(calls);
    expect(await subscriptionsOf(msisdn)).toHaveLength(1);
    expect((await first.call('viewer')).body.signed_in).toBe(true);
    // A signed-in browser needs no code.
    expect(
      (
        await second.call('subscribe', {
          transaction_id: 'third',
          msisdn,
          service_key: 'demo-daily',
        })
      ).body.outcome,
    ).toBe('signed_in');
  });

  it('is refused for a content block until the block is overridden, explicitly and on record', async () => {
    const visitor = product.visitor();
    const msisdn = freshNumber();
    product.carrier.locked.add(msisdn);
    const accept = await toAccept(product, visitor, msisdn);
    const refused = await visitor.call('subscribe', accept);
    expect(refused.body).toMatchObject({ status: 'failed', outcome: 'content_blocked' });
    const { body } = await visitor.call('subscribe', { ...accept, contentblock_override: true });
    expect(body).toMatchObject({ status: 'success' });
    expect(await ofNumber('consents', msisdn)).toMatchObject([{ content_block_overridden: true }]);
  });

  it('is refused by name with a text, not an error, when the carrier does not answer', async () => {
    const visitor = product.visitor();
    const accept = await toAccept(product, visitor, await withoutTrial());
    product.carrier.next('charge', async () => ({
      outcome: 'unavailable',
      cause: 'not_connected',
    }));
    const { status, body } = await visitor.call('subscribe', accept);
    expect({ http: status, ...body }).toMatchObject({
      http: 200,
      status: 'failed',
      outcome: 'carrier_unavailable',
    });
    expect(body.description).not.toMatch(/otp|timed out|insufficient/i);
    expect((await visitor.call('subscribe', accept)).body.status).toBe('success');
  });

  // The carrier's content lock is optional.
  it.each<[string, () => Promise<ContentLockOutcome>]>([
    ['is not offered', async () => ({ outcome: 'unavailable', cause: 'no_answer' })],
    ['is refused to us', async () => ({ outcome: 'unavailable', cause: 'misconfigured' })],
    ['cannot be reached', async () => ({ outcome: 'unavailable', cause: 'not_connected' })],
    ['never answers', () => new Promise(() => {})],
  ])('continues when the content lock %s', async (_name, answer) => {
    const visitor = product.visitor();
    const msisdn = freshNumber();
    for (let times = 0; times < 3; times++) product.carrier.next('contentLock', answer);
    const accept = await toAccept(product, visitor, msisdn);
    expect((await visitor.call('subscribe', accept)).body).toMatchObject({ status: 'success' });
    product.carrier.usually('contentLock');
  });

  it('is refused without a package, with a package that is not on offer, and for a number that sent STOP ALL', async () => {
    const visitor = product.visitor();
    const msisdn = freshNumber();
    const accept = await toAccept(product, visitor, msisdn);
    expect((await visitor.call('subscribe', { ...accept, service_key: null })).body).toMatchObject({
      status: 'failed',
      description: 'Selected Package missing, please try subscribing again',
    });
    const unknown = await visitor.call('subscribe', { ...accept, service_key: 'made-up' });
    expect([unknown.status, unknown.body.code]).toEqual([400, 'unknown_service_key']);
    await product.app.signup.inbound.onMessage({ msisdn: msisdn as never, text: 'stop all' });
    for (const override of [undefined, true]) {
      const { body } = await visitor.call('subscribe', {
        ...accept,
        contentblock_override: override,
      });
      expect(body).toMatchObject({ status: 'failed', outcome: 'number_blocked' });
    }
    expect(await subscriptionsOf(msisdn)).toEqual([]);
  });
});
