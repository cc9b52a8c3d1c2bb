// A14 E7 F4 F5 X4 X5 X6 B1: Accept, from the press to the session, with each of its endings.

import type { ContentLockOutcome } from '@bonisa/carriers/numbers.port';
import { freshNumber, toAccept } from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSignupBench, type SignupBench } from './signup.test-kit.ts';

let bench: SignupBench;
beforeAll(async () => {
  bench = await createSignupBench();
});
afterAll(() => bench.product.close());

describe('a first Accept', () => {
  it('starts the free day without a charge, signs in, stores the consent and sends the welcome', async () => {
    const visitor = bench.product.visitor({ headers: { 'user-agent': 'a phone' } });
    const msisdn = freshNumber();
    const accept = await toAccept(bench.product, visitor, msisdn);
    const before = visitor.cookies.get('bonisa_session');
    const { status, body } = await visitor.call('subscribe', {
      ...accept,
      free_id: 'p-grtv-daily-c-01-free-day',
    });
    const [row] = await bench.subscriptionsOf(msisdn);
    expect({ status, ...body }).toMatchObject({
      status: 'success',
      outcome: 'subscribed',
      package_id: 'p-grtv-daily-c-01',
      free_trial: true,
    });
    expect(body.description).toBe(String(row?.subscriber_id));
    expect(Date.parse(String(body.paid_until)) - bench.product.clock.now().getTime()).toBe(
      86_400_000,
    );
    expect(visitor.cookies.get('bonisa_session')).not.toBe(before);
    expect(await bench.ofNumber('charges', msisdn)).toEqual([]);
    expect(bench.product.carrier.calls('charge')).toEqual([]);
    await bench.product.app.scheduler.runDue();
    const [welcome] = bench.product.carrier.messages.filter((message) => message.msisdn === msisdn);
    expect(welcome?.text).toMatch(/Bonisa Daily.*R5\.00\/day.*STOP.*0800 123 456/);
    expect(welcome?.text).not.toMatch(/otp/i);
    const [consent] = await bench.ofNumber('consents', msisdn);
    expect(consent).toMatchObject({
      proof: 'otp',
      price: 500,
      service_period: 'day',
      trial: true,
      user_agent: 'a phone',
      address: '127.0.0.1',
      retain_until: null,
      terms_version: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      privacy_version: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
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

  it('stores the words in the language that was shown, even if the viewer changes it before Accept', async () => {
    const visitor = bench.product.visitor();
    visitor.cookies.set('bonisa_language', 'zu');
    const msisdn = freshNumber();
    const accept = await toAccept(bench.product, visitor, msisdn);
    const { body } = await visitor.call('statusCheck', {
      transaction_id: accept.transaction_id,
      msisdn,
    });
    const [offer] = body.packages as { words: string[]; words_language: string }[];
    expect(offer?.words_language).toBe('zu');
    visitor.cookies.set('bonisa_language', 'af');
    await visitor.call('subscribe', { ...accept, words_language: offer?.words_language });
    const [consent] = await bench.ofNumber('consents', msisdn);
    expect(consent).toMatchObject({ language: 'zu', words_version: '2026-11-2-zu' });
    expect(consent?.words).toEqual(offer?.words);
    expect(JSON.stringify(consent?.words)).toContain('first day FREE, then R5.00/day');
  });

  it('gives a number one free day, whatever the browser, and charges the next opt-in at Accept', async () => {
    const msisdn = await bench.withoutTrial();
    const other = bench.product.visitor();
    const { body } = await other.call(
      'subscribe',
      await toAccept(bench.product, other, msisdn, { key: 'demo-weekly' }),
    );
    expect(body).toMatchObject({
      status: 'success',
      package_id: 'p-grtv-weekly-c-01',
      free_trial: false,
    });
    const [charge, ...more] = await bench.ofNumber('charges', msisdn);
    expect(more).toEqual([]);
    expect(charge).toMatchObject({ state: 'succeeded', amount: 1000, vat: 130, period: 1 });
    const payment = bench.product.carrier.payments.get(String(charge?.reference));
    expect(payment?.input).toMatchObject({
      msisdn,
      amountCents: 1000,
      vatCents: 130,
      serviceId: 'demo-weekly',
    });
    expect(await bench.ofNumber('paid_periods', msisdn)).toHaveLength(1);
    expect(
      (
        await bench.product.rows('select coalesce(sum(amount), 0)::int as sum from ledger_lines')
      )[0],
    ).toEqual({ sum: 0 });
  });

  it('never charges at once when the page showed a free day', async () => {
    const msisdn = await bench.withoutTrial();
    const visitor = bench.product.visitor();
    const accept = await toAccept(bench.product, visitor, msisdn);
    const { body } = await visitor.call('subscribe', {
      ...accept,
      free_id: 'p-grtv-daily-c-01-free-day',
    });
    expect(body).toMatchObject({ status: 'failed', outcome: 'terms_changed' });
    expect(await bench.ofNumber('charges', msisdn)).toEqual([]);
    // The same code is valid with the true terms, because it has granted nothing yet.
    expect((await visitor.call('subscribe', accept)).body).toMatchObject({
      status: 'success',
      outcome: 'subscribed',
    });
  });
});

describe('a repeated press of Accept', () => {
  it('gets one answer and one subscription when both arrive at the same time', async () => {
    const msisdn = await bench.withoutTrial();
    const visitor = bench.product.visitor();
    const accept = await toAccept(bench.product, visitor, msisdn);
    const calls = bench.product.carrier.calls('charge').length;
    const token = await visitor.csrf();
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        visitor.send('POST', '/api/subscribe', accept, { 'x-csrf-token': token }),
      ),
    );
    expect(answers.map(({ body }) => body.status)).toEqual(['success', 'success', 'success']);
    expect(bench.product.carrier.calls('charge')).toHaveLength(calls + 1);
    expect(await bench.subscriptionsOf(msisdn)).toHaveLength(2);
  });

  it('gets the same answer after a lost one, from the same browser, without a call to the carrier', async () => {
    const visitor = bench.product.visitor();
    const msisdn = freshNumber();
    const accept = await toAccept(bench.product, visitor, msisdn);
    const kept = visitor.cookies.get('bonisa_session') ?? '';
    const first = await visitor.call('subscribe', accept);
    const validations = bench.product.carrier.calls('validateCode').length;
    visitor.cookies.set('bonisa_session', kept);
    visitor.cookies.delete('bonisa_hint');
    const second = await visitor.call('subscribe', accept);
    expect(second.body).toEqual(first.body);
    expect(visitor.cookies.get('bonisa_hint')).toBe('1');
    expect(bench.product.carrier.calls('validateCode')).toHaveLength(validations);
  });

  it('waits for another process that handles the attempt; after a crash it reports that and may be made again', async () => {
    const visitor = bench.product.visitor();
    const msisdn = freshNumber();
    const accept = await toAccept(bench.product, visitor, msisdn);
    bench.product.carrier.next('contentLock', async () => {
      // Meanwhile the first process has crashed, and its time is over.
      await bench.product.rows(
        "update accept_attempts set owner = 'another' where state = 'running'",
      );
      bench.product.clock.by(60);
      throw new Error('killed');
    });
    bench.product.carrier.next('contentLock', async (_input, usual) => usual());
    expect((await visitor.call('subscribe', accept)).status).toBe(500);
    await bench.product.rows(
      "update accept_attempts set state = 'running', owner = 'another' where state = 'failed'",
    );
    const told = await visitor.call('subscribe', accept);
    expect(told.body).toMatchObject({ status: 'failed', outcome: 'interrupted' });
    expect((await visitor.call('subscribe', accept)).body).toMatchObject({ status: 'success' });
  });

  it('gets one subscription and signs both in when two tabs send the same code at once', async () => {
    const msisdn = await bench.withoutTrial();
    const visitor = bench.product.visitor();
    const accept = await toAccept(bench.product, visitor, msisdn);
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
      (await bench.ofNumber('charges', msisdn)).filter((charge) => charge.state === 'succeeded'),
    ).toHaveLength(1);
    expect(await bench.subscriptionsOf(msisdn)).toHaveLength(2);
  });
});

describe('a press that is no opt-in', () => {
  it('changes nothing for Decline, not even a running subscription', async () => {
    const visitor = bench.product.visitor();
    const msisdn = freshNumber();
    const accept = await toAccept(bench.product, visitor, msisdn);
    expect((await visitor.call('subscribe', { ...accept, to_cancel: 'yes' })).body).toMatchObject({
      status: 'success',
      outcome: 'declined',
    });
    expect(await bench.subscriptionsOf(msisdn)).toEqual([]);
    await visitor.call('subscribe', accept);
    const [before] = await bench.subscriptionsOf(msisdn);
    await visitor.call('subscribe', { ...accept, to_cancel: 'yes' });
    await bench.product
      .visitor()
      .call('subscribe', { transaction_id: 'x', msisdn, to_cancel: 'yes' });
    expect(await bench.subscriptionsOf(msisdn)).toEqual([before]);
  });

  it('proves a second phone of a subscriber, signs it in and charges nothing; another package is no second subscription', async () => {
    const first = bench.product.visitor();
    const msisdn = freshNumber();
    await first.call('subscribe', await toAccept(bench.product, first, msisdn));
    const calls = bench.product.carrier.calls('charge').length;
    const second = bench.product.visitor();
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
      await toAccept(bench.product, second, msisdn, { key: 'demo-monthly' }),
    );
    expect(body).toMatchObject({
      status: 'success',
      outcome: 'signed_in',
      package_id: 'p-grtv-daily-c-01',
    });
    expect(bench.product.carrier.calls('charge')).toHaveLength(calls);
    expect(await bench.subscriptionsOf(msisdn)).toHaveLength(1);
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
    const visitor = bench.product.visitor();
    const msisdn = freshNumber();
    bench.product.carrier.locked.add(msisdn);
    const accept = await toAccept(bench.product, visitor, msisdn);
    const refused = await visitor.call('subscribe', accept);
    expect(refused.body).toMatchObject({ status: 'failed', outcome: 'content_blocked' });
    const { body } = await visitor.call('subscribe', { ...accept, contentblock_override: true });
    expect(body).toMatchObject({ status: 'success' });
    expect(await bench.ofNumber('consents', msisdn)).toMatchObject([
      { content_block_overridden: true },
    ]);
  });

  it('is refused by name with a text, not an error, when the carrier does not answer', async () => {
    const visitor = bench.product.visitor();
    const accept = await toAccept(bench.product, visitor, await bench.withoutTrial());
    bench.product.carrier.next('charge', async () => ({
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
    const visitor = bench.product.visitor();
    const msisdn = freshNumber();
    for (let times = 0; times < 3; times++) bench.product.carrier.next('contentLock', answer);
    const accept = await toAccept(bench.product, visitor, msisdn);
    expect((await visitor.call('subscribe', accept)).body).toMatchObject({ status: 'success' });
    bench.product.carrier.usually('contentLock');
  });

  it('is refused without a package, with a package that is not on offer, and for a number that sent STOP ALL', async () => {
    const visitor = bench.product.visitor();
    const msisdn = freshNumber();
    const accept = await toAccept(bench.product, visitor, msisdn);
    expect((await visitor.call('subscribe', { ...accept, service_key: null })).body).toMatchObject({
      status: 'failed',
      description: 'Selected Package missing, please try subscribing again',
    });
    const unknown = await visitor.call('subscribe', { ...accept, service_key: 'made-up' });
    expect([unknown.status, unknown.body.code]).toEqual([400, 'unknown_service_key']);
    await bench.product.app.signup.inbound.onMessage({
      carrierId: 'karoo',
      id: 'stop',
      msisdn: msisdn as never,
      text: 'stop all',
    });
    for (const override of [undefined, true]) {
      const { body } = await visitor.call('subscribe', {
        ...accept,
        contentblock_override: override,
      });
      expect(body).toMatchObject({ status: 'failed', outcome: 'number_blocked' });
    }
    expect(await bench.subscriptionsOf(msisdn)).toEqual([]);
  });
});
