// A9 A14 F3 F4: a code approves an opt-in only in the visit that requested it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestProduct,
  freshNumber,
  type TestProduct,
  toAccept,
  type Visitor,
} from '../app.test-kit.ts';
import { handsetSends } from '../messaging/messages.test-kit.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
});
afterAll(() => product.close());

const COOKIE = 'bonisa_session';
const DAILY = 'demo-daily';
const PREPAID_OUT = async () =>
  ({ outcome: 'denied', reason: 'insufficient_airtime', detail: '' }) as const;

let kits = 0;
/** An attempt with its own fraud kit, so that it is not a repetition. */
const press = (visitor: Visitor, body: Record<string, unknown>) =>
  visitor.call('subscribe', { ...body, evina_token: `kit-${++kits}` });

const subscriptionsOf = (msisdn: string) =>
  product.rows(
    `select s.* from subscriptions s join subscribers n on n.id = s.subscriber_id where n.msisdn = '${msisdn}' order by s.started_at, s.id`,
  );
const chargesOf = (msisdn: string) =>
  product.carrier.calls('charge').filter((input) => (input as { msisdn: string }).msisdn === msisdn)
    .length;
/** A number whose free day is used up and whose subscription ended ten minutes ago. */
async function withoutTrial(): Promise<string> {
  const msisdn = freshNumber();
  const visitor = product.visitor();
  await visitor.call('subscribe', await toAccept(product, visitor, msisdn));
  await visitor.call('unsubscribe', {});
  product.clock.by(601);
  return msisdn;
}

describe('A proof of a number', () => {
  it('counts only in its visit and transaction, which a second tab of the visit shares', async () => {
    const msisdn = freshNumber();
    const visitor = product.visitor();
    const accept = await toAccept(product, visitor, msisdn);
    const validations = product.carrier.calls('validateCode').length;
    const stranger = product.visitor();
    expect((await press(stranger, accept)).body.outcome).toBe('otp_expired');
    await stranger.call('statusCheck', { transaction_id: accept.transaction_id, msisdn });
    expect((await press(stranger, accept)).body.outcome).toBe('otp_expired');
    expect((await press(visitor, { ...accept, transaction_id: 'another' })).body.outcome).toBe(
      'otp_expired',
    );
    expect(product.carrier.calls('validateCode')).toHaveLength(validations);
    const tab = product.visitor();
    tab.cookies.set(COOKIE, visitor.cookies.get(COOKIE) ?? '');
    expect((await press(tab, accept)).body.outcome).toBe('subscribed');
  });

  it('by header enrichment grants once, even with a code, and again only when the first grant had no effect', async () => {
    const msisdn = await withoutTrial();
    const visitor = product.visitor({ network: msisdn });
    const { body: vouched } = await visitor.call('enrich', { transaction_id: `he ${msisdn}` });
    const accept = {
      transaction_id: `he ${msisdn}`,
      he_msisdn: msisdn,
      he_token: vouched.he_token,
      service_key: DAILY,
    };
    const cookie = visitor.cookies.get(COOKIE) ?? '';
    product.carrier.next('charge', PREPAID_OUT);
    expect((await press(visitor, { ...accept, otp: '1234' })).body.outcome).toBe(
      'insufficient_airtime',
    );
    expect((await press(visitor, { ...accept, otp: '1234' })).body.outcome).toBe('subscribed');
    await visitor.call('unsubscribe', {});
    const again = product.visitor();
    again.cookies.set(COOKIE, cookie);
    for (const otp of ['1234', undefined])
      expect((await press(again, { ...accept, otp })).body).toMatchObject({
        status: 'failed',
        outcome: otp ? 'otp_expired' : 'otp_missing',
      });
    expect(chargesOf(msisdn)).toBe(2);
    expect((await subscriptionsOf(msisdn)).map(({ status }) => status)).toEqual([
      'cancelled',
      'expired',
      'cancelled',
    ]);
  });

  it('by header enrichment is used up with all other proofs of its transaction, and STOP ends them', async () => {
    const msisdn = freshNumber();
    const visitor = product.visitor({ network: msisdn });
    for (let times = 0; times < 3; times++)
      await visitor.call('enrich', { transaction_id: 'thrice' });
    const cookie = visitor.cookies.get(COOKIE) ?? '';
    const accept = { transaction_id: 'thrice', he_msisdn: msisdn, service_key: DAILY };
    expect((await press(visitor, accept)).body.outcome).toBe('subscribed');
    const again = product.visitor();
    again.cookies.set(COOKIE, cookie);
    expect((await press(again, accept)).body.outcome).toBe('otp_missing');

    const other = freshNumber();
    const later = product.visitor({ network: other });
    await later.call('enrich', { transaction_id: 'then stop' });
    await handsetSends(product, other, 'STOP');
    expect(
      (await press(later, { transaction_id: 'then stop', he_msisdn: other, service_key: DAILY }))
        .body.outcome,
    ).toBe('otp_missing');
  });
});
