// S7 S8: the document has all data about a number, and a removal leaves none of it.

import { ourPrivacyVersion, TERMS_VERSION } from '@bonisa/kit/brand/legal-versions';
import { handsetSends } from '@bonisa/money/messaging/messages.test-kit';
import { freshNumber, toAccept } from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createProductWithCatalogue,
  type ProductWithCatalogue,
  type SignedInVisitor,
} from '../viewer/viewer.test-kit.ts';

let product: ProductWithCatalogue;
beforeAll(async () => {
  product = await createProductWithCatalogue();
});
afterAll(() => product.close());

const UUID = '0b7f7a52-6a3e-4a7e-9b3c-1f2e3d4c5b6a';

/** A subscriber who has used every feature. */
async function user(): Promise<SignedInVisitor> {
  const viewer = await product.signedIn();
  await viewer.call('addToList', await product.named('video', 'isibane'));
  await viewer.call('putResume', {
    positions: [{ video_id: await product.idIn('titles', 'isibane'), time: 10 }],
  });
  await viewer.call('feedback', { experience: 4, comment: 'Good stories' });
  await viewer.call('playbackLog', { uuid: UUID, video: 'isibane', status: 'started' });
  await viewer.call('changePackage', { service_key: 'demo-weekly' });
  await handsetSends(product, viewer.msisdn, 'Help');
  const { subscriberId } = viewer;
  await product.app.viewer.devices.begin({ subscriberId, session: 'mine', kind: 'phone' }, false);
  return viewer;
}

/** The tables in which a text appears; rows of a partition are rows of its table. */
async function tablesWith(word: string): Promise<string[]> {
  const found: string[] = [];
  for (const { tablename } of await product.rows(
    "select relname as tablename from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by 1",
  )) {
    const rows = await product.rows(
      `select 1 from "${String(tablename)}" t where row_to_json(t)::text like '%${word}%' limit 1`,
    );
    if (rows.length > 0) found.push(String(tablename));
  }
  return found;
}

const remove = (viewer: SignedInVisitor) =>
  viewer.call('deletePersonalData', { confirm: 'delete' });

describe("the document of a number's data", () => {
  // S7
  it("has all data about the number, and neither secrets nor other people's data", async () => {
    const viewer = await user();
    const other = await user();
    const { status, body } = await viewer.call('personalData');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      made_at: product.clock.now().toISOString(),
      subscriber: {
        id: viewer.subscriberId,
        msisdn: viewer.msisdn,
        trial_used_at: expect.any(String),
      },
      subscriptions: [
        {
          status: 'trial',
          events: [{ type: 'trial_started' }, { type: 'package_change_requested' }],
        },
      ],
      consents: [
        { proof: 'otp', terms_version: TERMS_VERSION },
        { proof: 'session', terms_version: TERMS_VERSION, privacy_version: ourPrivacyVersion('') },
      ],
      charges: [],
      refunds: [],
      codes: [{ state: 'used' }],
      sessions: [{ revoked_at: null }],
      list: [{ kind: 'video' }],
      resume: [{ seconds: 10 }],
      feedback: [{ experience: 4, comment: 'Good stories' }],
      playback_log: [{ video: 'isibane', status: 'started' }],
      playing_devices: [{ kind: 'phone', since: product.clock.now().toISOString() }],
      received: [{ msisdn: viewer.msisdn, read_as: 'question', text: 'Help' }],
    });
    expect(body.messages).toEqual(
      expect.arrayContaining([expect.objectContaining({ template: 'welcome', state: 'sent' })]),
    );
    const text = JSON.stringify(body);
    expect(text).not.toMatch(/hash|verdict|authentication/i);
    for (const foreign of [other.msisdn, `"${other.subscriberId}"`, `:${other.subscriberId}`])
      expect(text).not.toContain(foreign);
    // Every table with a number or subscriber must be in the document: a new table must be added.
    const tables = new Set([
      ...(await tablesWith(viewer.msisdn)),
      ...(await tablesWith(`"subscriber_id":${viewer.subscriberId}`)),
    ]);
    expect(tables).toEqual(
      new Set([
        'consents',
        'feedback',
        'inbound_messages',
        'list_items',
        'messages',
        'otp_challenges',
        'playback_log',
        'playing_devices',
        'resume_positions',
        'sessions',
        'subscribers',
        'subscriptions',
      ]),
    );
  });

  it('has the unblocking after STOP ALL, with its time and reason', async () => {
    const viewer = await user();
    await handsetSends(product, viewer.msisdn, 'STOP ALL');
    await product.app.subscription.unblocking.unblock(
      viewer.msisdn as never,
      'Called, and answered the code we sent.',
    );
    expect((await viewer.call('personalData')).body).toMatchObject({
      unblocked: [
        {
          at: product.clock.now().toISOString(),
          blocked_at: expect.any(String),
          reason: 'Called, and answered the code we sent.',
        },
      ],
    });
  });
});

describe("the removal of a number's data", () => {
  // S7
  it('removes the number everywhere and signs it out everywhere', async () => {
    const viewer = await user();
    await product.visitor({ network: viewer.msisdn }).call('enrich', { transaction_id: 'a-run' });
    await product
      .visitor()
      .call('statusCheck', { transaction_id: 'a-look', msisdn: viewer.msisdn });
    const elsewhere = await product.signedIn(viewer.msisdn);
    expect((await elsewhere.call('viewer')).body.signed_in).toBe(true);
    expect((await remove(viewer)).body).toEqual({ signed_in: false });
    expect((await viewer.call('viewer')).body).toEqual({ signed_in: false });
    expect((await elsewhere.call('viewer')).body).toEqual({ signed_in: false });
    await product.app.scheduler.runDue();
    expect(await tablesWith(viewer.msisdn)).toEqual([]);
    // The ledger and the audit need the rest of the subscriber.
    expect(await tablesWith(`"subscriber_id":${viewer.subscriberId}`)).toEqual(['subscriptions']);
  });

  // Reminders and opt-outs stay provable for three years, although the number is gone.
  it('retains consents and messages under a mark of the number until three years after the end', async () => {
    const viewer = await user();
    await handsetSends(product, viewer.msisdn, 'My sister is Thandi');
    const marked = async (mark: string) => ({
      consents: (await product.rows(`select 1 from consents where msisdn = '${mark}'`)).length,
      messages: await product.rows(
        `select template, state, carrier_message_id is not null as proven from messages where msisdn = '${mark}' order by id`,
      ),
      received: await product.rows(
        `select read_as, text from inbound_messages where msisdn = '${mark}' order by at, id`,
      ),
    });
    await remove(viewer);
    await product.app.scheduler.runDue();
    const [{ mark } = {}] = await product.rows(
      `select distinct c.msisdn as mark from consents c join subscriptions s on s.id = c.subscription_id where s.subscriber_id = ${viewer.subscriberId}`,
    );
    expect(mark).toMatch(/^forgotten-[\w-]{43}$/);
    expect(await marked(String(mark))).toEqual({
      consents: 2,
      // The answers to messages are about no subscription. A dropped notice is recorded as dropped.
      messages: [
        { template: 'welcome', state: 'sent', proven: true },
        { template: 'trial_ends', state: 'failed', proven: false },
        { template: 'package_changed', state: 'sent', proven: true },
        { template: 'trial_ends', state: 'failed', proven: false },
        { template: 'goodbye', state: 'sent', proven: true },
      ],
      // The text may be about anybody; a dispute needs only how it was read.
      received: [
        { read_as: 'question', text: null },
        { read_as: 'other', text: null },
      ],
    });
    await product.everybodyStops();
    await product.advance(86_400);
    await product.advance(3 * 366 * 86_400);
    expect(await marked(String(mark))).toEqual({ consents: 0, messages: [], received: [] });
  });

  // S7
  it('ends renewals and sends one notice, which promises no further time', async () => {
    const viewer = await user();
    await remove(viewer);
    await product.app.scheduler.runDue();
    const told = product.carrier.messages
      .filter(({ msisdn }) => msisdn === viewer.msisdn)
      .map(({ text }) => text);
    expect(told).toEqual([
      expect.stringContaining('Welcome'),
      expect.stringContaining('Bonisa Weekly from'),
      expect.stringContaining('Bonisa Weekly at'),
      expect.stringMatching(/unsubscribed.*Nothing more is taken\. Help/),
    ]);
    const [row] = await product.rows(
      `select status, next_package_id from subscriptions where subscriber_id = ${viewer.subscriberId}`,
    );
    expect(row).toEqual({ status: 'cancelled', next_package_id: null });
  });

  // S7 F8
  it('gives no second free day: the number is a new subscriber that pays, without its earlier data', async () => {
    const viewer = await user();
    await remove(viewer);
    const checked = await product
      .visitor()
      .call('statusCheck', { transaction_id: 'again', msisdn: viewer.msisdn });
    expect(checked.body).toMatchObject({ code: 'NEW', hasFreeTrial: false });
    const back = await product.signedIn(viewer.msisdn);
    expect(back.subscriberId).not.toBe(viewer.subscriberId);
    expect((await back.call('profile', {})).body).toMatchObject({
      profile: { free_trial: false, rating_id: null },
    });
    expect((await back.call('viewer')).body).toMatchObject({
      list: [],
      resume: [],
      subscription: { state: 'active' },
    });
    const account = (await back.call('account')).body;
    expect(account).toMatchObject({
      charges: [{ amount: '5.00', outcome: 'succeeded' }],
      consents: [{ proof: 'otp' }],
    });
    // The earlier evidence of the number is still retained, so the document has it.
    expect((await back.call('personalData')).body.consents).toHaveLength(3);
    // The same a second time.
    await remove(back);
    expect(
      (
        await product
          .visitor()
          .call('statusCheck', { transaction_id: 'once more', msisdn: viewer.msisdn })
      ).body.hasFreeTrial,
    ).toBe(false);
  });

  // S7
  it('does not unblock a number', async () => {
    const viewer = await user();
    await product.app.subscription.service.block(viewer.msisdn as never, 'stop_all');
    await remove(viewer);
    const visitor = product.visitor();
    expect(
      (await visitor.call('statusCheck', { transaction_id: 'b', msisdn: viewer.msisdn })).body,
    ).toMatchObject({ code: 'BLOCKED' });
    await visitor.call('subscribe', {
      transaction_id: 'b',
      msisdn: viewer.msisdn,
      service_key: 'demo-daily',
      otp: '1234',
    });
    expect(
      await product.rows(
        `select 1 from subscriptions s join subscribers b on b.id = s.subscriber_id where b.msisdn = '${viewer.msisdn}'`,
      ),
    ).toEqual([]);
  });

  // S7
  it('waits until no charge is open, and changes nothing before', async () => {
    const msisdn = freshNumber();
    const first = await product.signedIn(msisdn);
    await first.call('unsubscribe', {});
    product.carrier.next('charge', async () => ({ outcome: 'unknown', cause: 'timed_out' }));
    const again = product.visitor();
    await again.call('subscribe', await toAccept(product, again, msisdn));
    const refused = await remove(first);
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    expect(refused.body.description).toMatch(/still being confirmed.*nothing was removed/);
    expect((await first.call('viewer')).body.signed_in).toBe(true);
  });

  // S7 P4
  it("needs the confirmation word and the visit's CSRF token", async () => {
    const viewer = await product.signedIn();
    for (const body of [{}, { confirm: 'yes' }, { confirm: 'delete', id: '1' }])
      expect((await viewer.call('deletePersonalData', body)).status).toBe(400);
    const bare = await viewer.send('POST', '/api/account/delete', { confirm: 'delete' });
    expect([bare.status, bare.body.code]).toEqual([403, 'csrf_token_invalid']);
    expect((await viewer.call('viewer')).body.signed_in).toBe(true);
  });

  // S7 P3
  it('prevents later writes by a session that is still cached, or by a token', async () => {
    const viewer = await user();
    const { access_token } = (await viewer.call('bearerToken')).body;
    const isibane = await product.named('video', 'isibane');
    const [removed, ...late] = await Promise.all([
      remove(viewer),
      viewer.call('addToList', isibane),
      viewer.call('feedback', { experience: 1 }),
      viewer.call('playbackLog', { uuid: UUID, video: 'isibane', status: 'finished' }),
    ]);
    expect(removed.status).toBe(200);
    for (const { status } of late) expect(status).toBeLessThan(500);
    expect(
      (
        await viewer.send(
          'POST',
          '/content/v1/playlist',
          {},
          { authorization: `Bearer ${access_token}` },
        )
      ).status,
    ).toBe(401);
    expect(await tablesWith(`"subscriber_id":${viewer.subscriberId}`)).toEqual(['subscriptions']);
  });
});

// Last, because each day after a charge is reconciled, including those of the three years above.
describe('the money in the document', () => {
  // S7
  it('has every charge and its refunds in rand, with our own reasons', async () => {
    const viewer = await product.signedIn();
    await product.advance(86_400);
    const [charge] = await product.rows(
      `select c.reference from charges c join subscriptions s on s.id = c.subscription_id where s.subscriber_id = ${viewer.subscriberId}`,
    );
    await product.app.billing.refundService.request({
      reference: String(charge?.reference),
      amount: 200,
      why: 'A bad evening',
      onceKey: 'an-agent',
    });
    const { body } = await viewer.call('personalData');
    expect(body).toMatchObject({
      charges: [
        {
          reference: charge?.reference,
          amount: '5.00',
          vat: '0.65',
          refunded: '2.00',
          state: 'succeeded',
        },
      ],
      refunds: [{ amount: '2.00', vat: '0.26', state: 'succeeded', why: 'A bad evening' }],
    });
    expect(JSON.stringify(body.refunds)).not.toMatch(/once_key|an-agent/);
  });
});
