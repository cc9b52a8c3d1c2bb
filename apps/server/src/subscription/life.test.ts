// A15 A10, issue 2 section 5, seams 'Subscribing': after Accept: stopping, messages from handsets, time passing, what is kept and for how long.
import { otpMessage } from '@bonisa/domain/consent';
import { noticeText } from '@bonisa/domain/notices';
import { PACKAGES } from '@bonisa/domain/package-catalogue';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestProduct, freshNumber, INBOUND_TOKEN, type TestProduct, toAccept } from '../app.test-kit.ts';
import { readKeyword } from './inbound.service.ts';
import { blockedDescription } from './status-check.service.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
});
afterAll(() => product.close());

const DAY = 86_400;

async function subscriber() {
  const visitor = product.visitor();
  const msisdn = freshNumber();
  const { body } = await visitor.call('subscribe', await toAccept(product, visitor, msisdn));
  await product.app.timetable.settle();
  return { visitor, msisdn, id: String(body.description) };
}

const textsTo = (msisdn: string) => product.carrier.messages.filter((message) => message.msisdn === msisdn).map(({ text }) => text);
let inbound = 0;
async function handsetSends(msisdn: string, text: string, id = `message-${++inbound}`): Promise<number> {
  const payload = { id, at: product.clock.now().toISOString(), from: `+${msisdn}`, text };
  const { statusCode } = await product.site.inject({
    method: 'POST',
    url: '/carrier/messages',
    headers: { authorization: `Bearer ${INBOUND_TOKEN}` },
    payload,
  });
  await product.app.timetable.settle();
  return statusCode;
}

describe('unsubscribing', () => {
  it('ends renewals, serves what was given, says goodbye once, and twice changes nothing', async () => {
    const { visitor, msisdn } = await subscriber();
    const first = await visitor.call('unsubscribe', { msisdn });
    expect(first.body).toEqual({ is_subscribed: false, served_until: new Date(product.clock.now().getTime() + DAY * 1000).toISOString() });
    expect((await visitor.call('unsubscribe', {})).body).toEqual(first.body);
    await product.app.timetable.settle();
    expect(textsTo(msisdn).filter((text) => text.includes('unsubscribed'))).toHaveLength(1);
    expect((await visitor.call('viewer')).body).toMatchObject({ entitled: true, subscription: { state: 'cancelled' } });
    expect((await visitor.call('authStatus', { msisdn })).body).toEqual({ status: 'cancelled' });
    await product.advance(DAY);
    expect((await visitor.call('viewer')).body).toMatchObject({ signed_in: true, entitled: false, subscription: { state: 'expired' } });
    expect((await visitor.call('unsubscribe', {})).body).toEqual({ is_subscribed: false, served_until: null });
  });

  it("is for the session's own number only", async () => {
    const { visitor, msisdn } = await subscriber();
    const other = await subscriber();
    const foreign = await visitor.call('unsubscribe', { msisdn: other.msisdn });
    expect([foreign.status, foreign.body.code]).toEqual([403, 'not_yours']);
    expect((await product.visitor().call('unsubscribe', { msisdn })).status).toBe(401);
    expect((await other.visitor.call('viewer')).body).toMatchObject({ subscription: { state: 'trial' } });
    // Nobody learns of a number that is not their own, whether we know it or not.
    for (const asked of [other.msisdn, freshNumber()]) {
      for (const who of [visitor, product.visitor()]) expect((await who.call('authStatus', { msisdn: asked })).body).toEqual({ status: 'unknown' });
    }
  });
});

describe('messages from a handset', () => {
  it.each([
    ['STOP', 'stop'],
    [' stop. ', 'stop'],
    ['Stop!!', 'stop'],
    ['please STOP this', 'stop'],
    ['STOP123', 'stop'],
    ['cancel', 'stop'],
    ['STOP ALL', 'stop_all'],
    ['stopall', 'stop_all'],
    ['Stop  all please', 'stop_all'],
    ['HELP', 'other'],
    ['', 'other'],
    ['1', 'other'],
    ['JOIN', 'start'],
    ['non-stoppable', 'other'],
  ])('%j is read as %s', (text, keyword) => {
    expect(readKeyword(text)).toBe(keyword);
  });

  it('reads any text without failing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => ['stop', 'stop_all', 'start', 'other'].includes(readKeyword(text))),
    );
  });

  it('STOP ends it at once, and a second delivery of the same message does nothing more', async () => {
    const { visitor, msisdn } = await subscriber();
    expect(await handsetSends(msisdn, 'Stop', 'the-same')).toBe(204);
    expect(await handsetSends(msisdn, 'Stop', 'the-same')).toBe(204);
    expect((await visitor.call('viewer')).body).toMatchObject({ entitled: true, subscription: { state: 'cancelled' } });
    expect(textsTo(msisdn)).toHaveLength(2);
    const [, goodbye] = textsTo(msisdn);
    expect(goodbye).toMatch(/unsubscribed from Bonisa.*Nothing more.*0800 123 456/);
  });

  it('STOP ALL blocks the number: nothing is served, no opt-in any more, no code goes out', async () => {
    const { visitor, msisdn } = await subscriber();
    await handsetSends(msisdn, 'STOP ALL');
    expect((await visitor.call('viewer')).body).toMatchObject({ entitled: false });
    expect((await visitor.call('authStatus', { msisdn })).body).toEqual({ status: 'blocked' });
    const codes = product.carrier.calls('sendCode').length;
    const check = await product.visitor().call('statusCheck', { transaction_id: 'after', msisdn, service_key: 'demo-daily' });
    expect(check.body).toMatchObject({ code: 'BLOCKED', packages: [], hasFreeTrial: false, contentBlockStatus: false, otp_sent: false });
    expect(product.carrier.calls('sendCode')).toHaveLength(codes);
  });

  it('HELP, and anything else, is answered; nothing can be opted into by a message alone', async () => {
    const msisdn = freshNumber();
    await handsetSends(msisdn, 'JOIN');
    await handsetSends(msisdn, 'STOP');
    expect(textsTo(msisdn)).toEqual([
      'Bonisa: to subscribe use our page. Go to http://localhost:3000. Help: 0800 123 456',
      'Bonisa: this number has no subscription. Nothing is taken. Help: 0800 123 456',
    ]);
    expect(await product.app.subscription.repository.subscriberOf(msisdn as never)).toBeUndefined();
  });

  it('fits into one message at any length that the configuration allows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 3, max: 16 }), fc.integer({ min: 12, max: 300 }), (name, support, address) => {
        const terms = { service: 'N'.repeat(name), supportNumber: '0'.repeat(support), publicUrl: 'h'.repeat(address) };
        const brand = { ...terms, name: terms.service };
        expect(noticeText({ kind: 'help' }, terms).length).toBeLessThanOrEqual(160);
        expect(blockedDescription(brand as never).length).toBeLessThanOrEqual(160);
        for (const one of PACKAGES) {
          expect(otpMessage(brand.name, one).replace('{{code}}', '1234').length).toBeLessThanOrEqual(160);
          for (const trial of [true, false]) expect(noticeText({ kind: 'welcome', package: one, trial }, terms).length).toBeLessThanOrEqual(160);
        }
      }),
    );
  });

  it('only the carrier can send them', async () => {
    const post = (authorization?: string) =>
      product.site.inject({ method: 'POST', url: '/carrier/messages', headers: authorization ? { authorization } : {}, payload: {} });
    expect((await post()).statusCode).toBe(401);
    expect((await post('Bearer wrong')).statusCode).toBe(401);
    expect((await post(`Bearer ${INBOUND_TOKEN}`)).statusCode).toBe(400);
  });
});

describe('time', () => {
  it('ends what was given at its own time, and the number is NEW again without a second free day', async () => {
    const { visitor, msisdn } = await subscriber();
    await handsetSends(msisdn, 'STOP');
    await product.advance(DAY - 1);
    expect((await visitor.call('viewer')).body).toMatchObject({ entitled: true });
    await product.advance(2);
    expect((await visitor.call('viewer')).body).toMatchObject({ entitled: false, subscription: { state: 'expired' } });
    expect((await visitor.call('statusCheck', { transaction_id: 't', msisdn })).body).toMatchObject({ code: 'NEW', hasFreeTrial: false });
  });

  it('keeps a consent for three years after the end, and no longer', async () => {
    const { msisdn } = await subscriber();
    const count = async () => (await product.rows(`select id from consents where msisdn = '${msisdn}'`)).length;
    await handsetSends(msisdn, 'STOP');
    await product.advance(DAY + 1);
    const [consent] = await product.rows(`select retain_until::text as until, at::text as at from consents where msisdn = '${msisdn}'`);
    expect(new Date(String(consent?.until)).getUTCFullYear() - new Date(String(consent?.at)).getUTCFullYear()).toBe(3);
    await product.advance(3 * 365 * DAY - DAY);
    expect(await count()).toBe(1);
    await product.advance(3 * DAY);
    expect(await count()).toBe(0);
  });
});

describe('the outbox', () => {
  it('sends again under the same reference after a lost answer, later and later, and gives up in the end', async () => {
    const { carrier } = product;
    const lost = freshNumber();
    carrier.next('sendMessage', async (_message, usual) => {
      await usual();
      return { outcome: 'unknown', cause: 'timed_out' };
    });
    await handsetSends(lost, 'HELP');
    await product.advance(60);
    expect(textsTo(lost)).toHaveLength(1);
    expect(await product.rows(`select state, attempts from messages where msisdn = '${lost}'`)).toEqual([{ state: 'sent', attempts: 2 }]);

    const silent = freshNumber();
    for (let i = 0; i < 8; i++) carrier.next('sendMessage', async () => ({ outcome: 'unavailable', cause: 'not_connected' }));
    await handsetSends(silent, 'HELP');
    await product.advance(DAY);
    expect(await product.rows(`select state, attempts, due_at from messages where msisdn = '${silent}'`)).toEqual([
      { state: 'failed', attempts: 8, due_at: null },
    ]);

    const refused = freshNumber();
    carrier.next('sendMessage', async () => ({ outcome: 'refused', detail: 'not here' }));
    await handsetSends(refused, 'HELP');
    expect(await product.rows(`select state, attempts from messages where msisdn = '${refused}'`)).toEqual([{ state: 'failed', attempts: 1 }]);
  });
});

describe('what the operator sees', () => {
  it('balances, and tells the whole history of a number', async () => {
    const { visitor, msisdn } = await subscriber();
    await visitor.call('unsubscribe', {});
    product.clock.by(700);
    await visitor.call('subscribe', await toAccept(product, visitor, msisdn, { key: 'demo-monthly' }));
    const report = await product.app.ledger.report();
    expect(report.balanced).toBe(true);
    const owed = report.accounts.find(({ account }) => account === 'carrier_receivable');
    const payments = [...product.carrier.payments.values()].reduce((sum, { input }) => sum + input.amountCents, 0);
    expect(owed).toEqual({ account: 'carrier_receivable', debit: (payments / 100).toFixed(2), credit: '0.00' });
  });
});
