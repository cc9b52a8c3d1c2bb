// Every table is limited by rate, size, age or number of rows (docs/compliance.md).
import { decide } from '@bonisa/domain/subscription/subscription-decide';
import { purgeAll } from '@bonisa/kit/jobs/housekeeping';
import { allButNewest, purgeRows } from '@bonisa/kit/jobs/purge';
import { DAY, HOUR, handsetSends } from '@bonisa/money/messaging/messages.test-kit';
import {
  createProductWithCatalogue,
  type ProductWithCatalogue,
} from '@bonisa/viewers/viewer/viewer.test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { feedback } from '../../../server/viewers/src/account/account.tables.ts';
import { playbackLog } from '../../../server/viewers/src/telemetry/telemetry.tables.ts';
import { freshNumber, toAccept } from './app.test-kit.ts';

const UUID = '0b7f7a52-6a3e-4a7e-9b3c-1f2e3d4c5b6a';

let product: ProductWithCatalogue;
beforeAll(async () => {
  product = await createProductWithCatalogue({ FRAUD_MODE: 'enforce', LIMITS: 'on' });
});
afterAll(() => product.close());
beforeEach(() => product.clock.by(15 * 60));

const count = async (table: string, where = 'true'): Promise<number> =>
  Number((await product.rows(`select count(*)::int as n from ${table} where ${where}`))[0]?.n);
const purge = () => purgeAll(product.app.purges);

/** The oldest rows of each table in days, by the column that the age counts from. */
const PERIODS: readonly [table: string, column: string, days: number, more?: string][] = [
  ['sessions', 'expires_at', 2],
  ['device_requests', 'expires_at', 2],
  ['number_proofs', 'expires_at', 2],
  ['number_status_checks', 'window_start', 2],
  ['accept_attempts', 'at', 2],
  ['inbound_seen', 'at', 2],
  ['playing_devices', 'seen_at', 1],
  ['header_log', 'at', 7],
  ['live_dated', 'starts_at', 30],
  ['playback_log', 'at', 90],
  ['fraud_verdicts', 'at', 365],
  ['feedback', 'at', 730],
];

/** A row of each table, made as strangers and subscribers make them. */
async function rowsOfAll(): Promise<void> {
  const msisdn = freshNumber();
  const onNetwork = product.visitor({ network: msisdn });
  const { body } = await onNetwork.call('enrich', { transaction_id: 'run' });
  expect(body.he_msisdn).toBe(msisdn);
  const visitor = product.visitor();
  await visitor.call('statusCheck', { transaction_id: 'look', msisdn });
  await visitor.call('subscribe', await toAccept(product, visitor, msisdn));
  await visitor.call('playbackLog', { uuid: UUID, video: 'isibane', status: 'started' });
  await visitor.call('logHeaders', {});
  await handsetSends(product, msisdn, 'Help');
  const now = product.clock.now().toISOString();
  // A sign-in, written directly because fraud protection refuses a press without a person.
  await product.rows(
    `insert into sessions (id_hash, subscriber_id, created_at, last_seen_at, expires_at) values ('${msisdn}', 1, '${now}', '${now}', '${now}')`,
  );
  await product.visitor().send('POST', '/oauth/device_authorization', { client_id: 'television' });
  await product.rows(
    `insert into playing_devices (subscriber_id, session, play_id, kind, since, seen_at, held_until) values (1, '${msisdn}', '${UUID}', 'phone', '${now}', '${now}', '${now}')`,
  );
  await product.rows(
    `insert into live_dated (live_channel_id, starts_at, minutes, title, synopsis, rating_age, rating_advice)
     select id, '${now}', 60, 'Match', '', 'PG', '{}' from live_channels on conflict do nothing`,
  );
  await product.rows(
    `insert into feedback (id, subscriber_id, experience, comment, comment_type, at) values ('${crypto.randomUUID()}', 1, 3, '', 'general', '${now}')`,
  );
}

describe('the housekeeping', () => {
  it.each(PERIODS)(
    'deletes rows of %s by %s after %i days and not before',
    async (table, column, days) => {
      await rowsOfAll();
      const [newest] = await product.rows(`select max(${column}) as at from ${table}`);
      const at = new Date(String(newest?.at)).getTime();
      const mine = `${column} = '${new Date(at).toISOString()}'`;
      expect(await count(table, mine)).toBeGreaterThan(0);
      product.clock.by((at + days * DAY * 1000 - product.clock.now().getTime()) / 1000 - 1);
      await purge();
      expect(await count(table, mine)).toBeGreaterThan(0);
      product.clock.by(2);
      await purge();
      expect(await count(table, mine)).toBe(0);
    },
  );

  it('clears the network address of a verdict after ninety days and keeps the verdict', async () => {
    await rowsOfAll();
    const [{ id, address } = {}] = await product.rows(
      'select id, address from fraud_verdicts order by at desc, id desc limit 1',
    );
    expect(address).toBe('127.0.0.1');
    const addressNow = async () =>
      (await product.rows(`select address from fraud_verdicts where id = '${String(id)}'`))[0]
        ?.address;
    product.clock.by(90 * DAY - 1);
    await purge();
    expect(await addressNow()).toBe('127.0.0.1');
    product.clock.by(2);
    await purge();
    expect(await addressNow()).toBe('');
  });

  it('runs every purge, also after one that fails, and throws all failures at the end', async () => {
    await rowsOfAll();
    product.clock.by(8 * DAY);
    const broken = () => Promise.reject(new Error('no'));
    await expect(purgeAll([broken, ...product.app.purges, broken])).rejects.toMatchObject({
      errors: [{ message: 'no' }, { message: 'no' }],
    });
    expect(await count('header_log')).toBe(0);
  });

  it('deletes more rows than one statement does, and keeps the newest', async () => {
    await product.rows(
      `insert into playback_log (uuid, video, status, at) select '${UUID}', 'isibane', 'playing', timestamptz '2020-01-01' + n * interval '1 second'
       from generate_series(1, 12000) n returning 1`,
    );
    const { db } = product.open;
    const total = await count('playback_log');
    expect(
      await purgeRows(db, playbackLog, allButNewest(playbackLog, playbackLog.at, total - 11_000)),
    ).toBe(11_000);
    expect(await count('playback_log', "at > '2020-01-01 03:03:20Z' and at < '2020-02-01'")).toBe(
      1000,
    );
    expect(
      await purgeRows(db, playbackLog, allButNewest(playbackLog, playbackLog.at, 1_000_000)),
    ).toBe(0);
  });

  it('reads no table for excess rows that is estimated at less than half of its limit', async () => {
    const { db } = product.open;
    const excess = () => purgeRows(db, feedback, allButNewest(feedback, feedback.at, 40));
    await product.rows('truncate feedback');
    const write = (many: number, year: number) =>
      product.rows(
        `insert into feedback (id, subscriber_id, experience, comment, comment_type, at) select gen_random_uuid(), 1, 5, '', 'other', timestamptz '${year}-01-01' + n * interval '1 second' from generate_series(1, ${many}) n returning 1`,
      );
    await write(15, 2020);
    await product.rows('analyze feedback');
    await write(50, 2021);
    expect(await excess()).toBe(0);
    await product.rows('analyze feedback');
    expect(await excess()).toBe(25);
    expect(await count('feedback', "at < '2021-01-01'")).toBe(0);
  });
});

describe('tables limited by rate and size', () => {
  it('store sixty verdicts without a kit of a network at once, then one each ten seconds; all presses are refused nevertheless', async () => {
    const visitor = product.visitor();
    const accept = await toAccept(product, visitor, freshNumber());
    const token = await visitor.csrf();
    const before = await count('fraud_verdicts');
    let outcomes: unknown[] = [];
    for (let n = 0; n < 80; n++)
      outcomes.push(
        (
          await visitor.send(
            'POST',
            '/api/subscribe',
            { ...accept, otp: 'none', evina_token: `x${n}` },
            { 'x-csrf-token': token },
          )
        ).body.outcome,
      );
    expect([new Set(outcomes), (await count('fraud_verdicts')) - before]).toEqual([
      new Set(['otp_invalid']),
      60,
    ]);
    product.clock.by(61);
    outcomes = [];
    for (let n = 0; n < 10; n++)
      await visitor.send(
        'POST',
        '/api/subscribe',
        { ...accept, otp: 'none', evina_token: `y${n}` },
        { 'x-csrf-token': token },
      );
    expect((await count('fraud_verdicts')) - before).toBe(66);
    expect(await product.app.metrics.registry.metrics()).toMatch(
      /bonisa_rows_not_written_total\{table="fraud_verdicts"\} 24/,
    );
  });

  it('store the newest hundred ratings of a subscriber', async () => {
    const [{ id } = {}] = await product.rows(
      `insert into subscribers (msisdn, created_at) values ('${freshNumber()}', '${product.clock.now().toISOString()}') returning id`,
    );
    for (let n = 0; n < 106; n++) {
      product.clock.by(2 * HOUR);
      await product.app.account.feedback.give(
        Number(id),
        { experience: 1 + (n % 5) },
        { platform: null, siteVersion: null, country: null, locale: null },
      );
    }
    expect(await count('feedback', `subscriber_id = ${String(id)}`)).toBe(100);
  });

  it('store at most sixteen thousand characters of headers for a request', async () => {
    const headers = Object.fromEntries(
      Array.from({ length: 90 }, (_, n) => [`x-${'n'.repeat(150)}-${n}`, 'v'.repeat(500)]),
    );
    const { status } = await product.visitor().call('logHeaders', { headers });
    expect(status).toBe(200);
    const [row] = await product.rows(
      'select length(headers::text) as long from header_log order by id desc limit 1',
    );
    expect(Number(row?.long)).toBeLessThan(17_000);
  });

  it("accept two thousand visitors' play reports at once and a hundred a second in a process, and always those of subscribers", async () => {
    const write = (subscriberId?: number) =>
      product.app.telemetry.playbackLog.write(
        { uuid: UUID, video: 'isibane', status: 'playing' },
        { subscriberId, platform: null, siteVersion: null, country: null, locale: null },
      );
    /** At one instant, and one after the other: none waits for a connection to the database. */
    const refusedOf = async (reports: number): Promise<unknown[]> => {
      const problems: unknown[] = [];
      for (let sent = 0; sent < reports; sent++)
        await write().catch((problem) => problems.push(problem.code ?? problem));
      return problems;
    };
    expect(await refusedOf(2005)).toEqual(Array(5).fill('too_many_requests'));
    await write(1);
    product.clock.by(1);
    expect(await refusedOf(101)).toEqual(['too_many_requests']);
  });

  it('store and answer twenty similar handset messages a day, and always a STOP that ends something', async () => {
    const msisdn = freshNumber();
    const kept = () => count('inbound_messages', `msisdn = '${msisdn}'`);
    const answered = () => count('messages', `msisdn = '${msisdn}'`);
    for (let n = 0; n < 25; n++)
      await handsetSends(product, msisdn, n % 2 === 0 ? 'What is this?' : 'Help');
    for (let n = 0; n < 25; n++) await handsetSends(product, msisdn, 'STOP');
    expect([await kept(), await answered()]).toEqual([40, 40]);
    await beginFreeDay(msisdn);
    await handsetSends(product, msisdn, 'Stop');
    expect(await kept()).toBe(41);
    expect(
      await product.rows(
        `select status from subscriptions s join subscribers n on n.id = s.subscriber_id where n.msisdn = '${msisdn}'`,
      ),
    ).toEqual([{ status: 'cancelled' }]);
    product.clock.by(DAY);
    await handsetSends(product, msisdn, 'Help');
    expect(await kept()).toBe(42);
  });
});

/**
 * A free day of this number, written as an opt-in does, because fraud protection refuses a press
 * without a person.
 */
async function beginFreeDay(msisdn: string): Promise<void> {
  const { repository } = product.app.subscription;
  const now = product.clock.now();
  const subscriber = await repository.numbers.lockSubscriber(msisdn as never, now);
  const decision = decide(
    undefined,
    { type: 'start', packageId: 'p-grtv-daily-c-01', price: 500, trial: true },
    now,
  );
  if (!decision.ok) throw new Error(decision.refusal);
  await repository.begin({
    id: crypto.randomUUID(),
    subscriber,
    transactionId: 't',
    events: decision.events,
  });
}
