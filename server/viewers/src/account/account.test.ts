// A7 A8 S7 S8 B5 B6 E4: My Account, the package change, and ratings of the experience.
import * as calls from '@bonisa/contract/account.calls';
import { PACKAGES } from '@bonisa/domain/packages/package-catalogue';
import { ourPrivacyVersion, TERMS_VERSION } from '@bonisa/kit/brand/legal-versions';
import {
  createTestProduct,
  freshNumber,
  type TestProduct,
  toAccept,
  type Visitor,
} from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
});
afterAll(() => product.close());

async function subscriber(msisdn = freshNumber()) {
  const visitor = product.visitor();
  const { body } = await visitor.call('subscribe', await toAccept(product, visitor, msisdn));
  expect(body.status).toBe('success');
  return { visitor, msisdn, id: Number(body.description) };
}

/** A number whose free day is over and that pays. */
async function payer() {
  const { msisdn, visitor: before } = await subscriber();
  await before.call('unsubscribe', {});
  return await subscriber(msisdn);
}

const accountOf = async (visitor: Visitor) => {
  const { status, body } = await visitor.call('account');
  expect(status).toBe(200);
  expect(calls.account.reply.parse(body)).toEqual(body);
  return calls.account.reply.parse(body);
};
const refusal = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body.code,
];
const consentsOf = (msisdn: string) =>
  product.rows(
    `select package_id, price, proof, words, retain_until from consents where msisdn = '${msisdn}'`,
  );

describe('My Account', () => {
  // S7
  it('shows charges with VAT, and every opt-in with its words, the latest first', async () => {
    const { visitor, msisdn } = await payer();
    const account = await accountOf(visitor);
    expect(account.msisdn).toBe(msisdn);
    expect(account.charges).toEqual([
      {
        reference: expect.stringMatching(/^BON-/),
        at: product.clock.now().toISOString(),
        package_id: PACKAGES[0]?.id,
        package_name: 'Daily',
        amount: '5.00',
        vat: '0.65',
        outcome: 'succeeded',
        reason: null,
        reason_words: null,
        refunds: [],
      },
    ]);
    expect(account.consents).toHaveLength(2);
    expect(account.consents.map(({ words }) => /first day FREE/.test(words))).toEqual([
      false,
      true,
    ]);
    expect(account.consents[0]).toMatchObject({
      package_name: 'Daily',
      price: '5.00',
      proof: 'otp',
      version: expect.any(String),
      terms_version: TERMS_VERSION,
      privacy_version: ourPrivacyVersion(''),
    });
    expect(account.next_package).toBeNull();
  });

  // S7
  it('shows the outcome of a charge under way as unknown', async () => {
    const { msisdn, visitor: before } = await subscriber();
    await before.call('unsubscribe', {});
    product.carrier.next('charge', async () => ({ outcome: 'unknown', cause: 'timed_out' }));
    const again = product.visitor();
    await again.call('subscribe', await toAccept(product, again, msisdn));
    expect((await accountOf(before)).charges).toMatchObject([{ outcome: 'unknown' }]);
    expect((await accountOf(before)).packages).toEqual([]);
  });
});

describe('a package change', () => {
  const change = (visitor: Visitor, key: unknown) =>
    visitor.call('changePackage', { service_key: key });

  // S7
  it('stores its own consent, charges nothing, and takes effect when the paid time ends', async () => {
    const { visitor, msisdn } = await subscriber();
    const offered = (await accountOf(visitor)).packages;
    expect(offered.map(({ service_key }) => service_key)).toEqual(['demo-weekly', 'demo-monthly']);
    // On a free day nothing is paid yet, so no dearer package can begin at once.
    expect(offered.map(({ effect, at_once_words }) => [effect, at_once_words])).toEqual([
      ['renewal', []],
      ['renewal', []],
    ]);
    const until = (await visitor.call('viewer')).body.subscription as { paid_until: string };
    const { status, body } = await change(visitor, 'demo-weekly');
    const next = {
      package_id: PACKAGES[1]?.id,
      name: 'Weekly',
      price: '10.00',
      service_period: 'week',
      from: until.paid_until,
    };
    const description = expect.stringMatching(
      /^From 21 Nov 2026.* you have Weekly at R10\.00\/week\. Nothing was taken now\.$/,
    );
    expect([status, body]).toEqual([
      200,
      { next_package: next, status: 'success', outcome: 'planned', description },
    ]);
    expect(await accountOf(visitor)).toMatchObject({
      next_package: next,
      charges: [],
      packages: [{ name: 'Daily' }, { name: 'Monthly' }],
    });
    const [, consent] = await consentsOf(msisdn);
    expect(consent).toMatchObject({
      package_id: PACKAGES[1]?.id,
      price: 1000,
      proof: 'session',
      words: offered[0]?.words,
    });
    expect((await visitor.call('viewer')).body).toMatchObject({
      subscription: { package_id: PACKAGES[0]?.id, state: 'trial' },
    });
    expect(
      product.carrier
        .calls('charge')
        .filter((asked) => (asked as { msisdn: string }).msisdn === msisdn),
    ).toEqual([]);
  });

  // S7
  it('is one change when requested twice, and naming the present package takes it back without an opt-in', async () => {
    const { visitor, msisdn, id } = await subscriber();
    await Promise.all([change(visitor, 'demo-monthly'), change(visitor, 'demo-monthly')]);
    expect(await consentsOf(msisdn)).toHaveLength(2);
    const kept = {
      next_package: null,
      status: 'success',
      outcome: 'kept',
      description: expect.stringContaining('You keep Daily'),
    };
    expect((await change(visitor, 'demo-daily')).body).toEqual(kept);
    expect((await change(visitor, 'demo-daily')).body).toEqual(kept);
    expect(await consentsOf(msisdn)).toHaveLength(2);
    const events = await product.rows(
      `select e.type from subscription_events e join subscriptions s on s.id = e.subscription_id where s.subscriber_id = ${id} order by place`,
    );
    expect(events.map(({ type }) => type)).toEqual([
      'trial_started',
      'package_change_requested',
      'package_change_requested',
    ]);
  });

  // S7
  it("is refused by name when nothing renews, when the package is not on offer, and without the visit's CSRF token", async () => {
    const { visitor, msisdn } = await subscriber();
    expect(refusal(await change(visitor, 'made-up'))).toEqual([400, 'unknown_service_key']);
    expect(refusal(await change(visitor, undefined))).toEqual([400, 'invalid_request']);
    expect(
      refusal(
        await visitor.send('POST', '/api/account/change_package', { service_key: 'demo-weekly' }),
      ),
    ).toEqual([403, 'csrf_token_invalid']);
    await visitor.call('unsubscribe', {});
    expect(refusal(await change(visitor, 'demo-weekly'))).toEqual([409, 'conflict']);
    expect((await accountOf(visitor)).packages).toEqual([]);
    expect(await consentsOf(msisdn)).toHaveLength(1);
  });

  // S7
  it('ends with the subscription: its consents are retained for three years from the end', async () => {
    const { visitor, msisdn } = await subscriber();
    await change(visitor, 'demo-weekly');
    await visitor.call('unsubscribe', {});
    expect((await accountOf(visitor)).next_package).toBeNull();
    await product.advance(86_400);
    for (const { retain_until } of await consentsOf(msisdn))
      expect(new Date(String(retain_until)).getUTCFullYear()).toBe(2029);
  });
});

describe('feedback', () => {
  const SENT = {
    'x-platform': 'web-tablet',
    'x-site-version': '1.7',
    'x-country': 'South Africa',
    'x-locale': 'za',
  };

  // A7 A8 S8 B5 B6 E4
  it("is stored trimmed, with the page's own facts, and is the newest rating of the profile", async () => {
    const { visitor, id } = await subscriber();
    expect((await visitor.call('profile', {})).body).toMatchObject({
      profile: { rating_id: null },
    });
    await visitor.call(
      'feedback',
      { experience: '2' },
      { 'x-platform': 'web-fridge', 'x-country': '27821234567' },
    );
    product.clock.by(1);
    const { status, body } = await visitor.call(
      'feedback',
      { experience: 5, comment: '  Ngiyabonga!\n', comment_type: 'video' },
      SENT,
    );
    expect(status).toBe(200);
    expect((await visitor.call('profile', { user_id: String(id) })).body).toMatchObject({
      profile: { rating_id: body.rating_id },
    });
    const { ratings } = (await visitor.call('ratings', { id: String(id) })).body;
    expect(ratings).toEqual([
      {
        id: body.rating_id,
        experience: 5,
        comment: 'Ngiyabonga!',
        comment_type: 'video',
        created_at: product.clock.now().toISOString(),
      },
      expect.objectContaining({ experience: 2, comment: '', comment_type: 'general' }),
    ]);
    expect(
      await product.rows(
        `select platform, site_version, country, locale from feedback where subscriber_id = ${id} order by at`,
      ),
    ).toEqual([
      { platform: null, site_version: null, country: null, locale: null },
      { platform: 'web-tablet', site_version: '1.7', country: 'South Africa', locale: 'za' },
    ]);
  });

  // A8
  it('is refused when it is invalid, and nothing is stored', async () => {
    const { visitor, id } = await subscriber();
    for (const bad of [
      {},
      { experience: 0 },
      { experience: 6 },
      { experience: 2.5 },
      { experience: 'good' },
      { experience: 3, comment: 'x'.repeat(2001) },
      { experience: 3, comment: 'a\u0000b' },
      { experience: 3, comment_type: 'rant' },
      { experience: 3, user_id: '1' },
    ]) {
      expect(refusal(await visitor.call('feedback', bad))).toEqual([400, 'invalid_request']);
    }
    expect(await product.rows(`select 1 from feedback where subscriber_id = ${id}`)).toEqual([]);
    expect(
      (
        await visitor.call('feedback', {
          experience: 3,
          comment: 'x'.repeat(2000),
          comment_type: null,
        })
      ).status,
    ).toBe(200);
  });

  // A8
  it('is accepted five times in ten minutes and twenty times a day, even when all arrive at once, and the refusal says when to retry', async () => {
    const { visitor, id } = await subscriber();
    const give = () => visitor.call('feedback', { experience: 1 });
    const answers = await Promise.all(Array.from({ length: 7 }, give));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    product.clock.by(60);
    const sixth = await give();
    expect([...refusal(sixth), sixth.body.retry_after, sixth.headers['retry-after']]).toEqual([
      429,
      'too_many_requests',
      540,
      '540',
    ]);
    expect(sixth.body.description).toContain('again in 9 minutes');
    for (let given = 5; given < 20; given++) {
      if (given % 5 === 0) product.clock.by(600);
      expect((await give()).status).toBe(200);
    }
    product.clock.by(600);
    const last = await give();
    expect([last.status, Number(last.body.retry_after) > 3600]).toEqual([429, true]);
    expect(
      await product.rows(`select count(*)::int as n from feedback where subscriber_id = ${id}`),
    ).toEqual([{ n: 20 }]);
  });
});
