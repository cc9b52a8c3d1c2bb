import type { Database } from '../apps/server/src/platform/database/database.ts';

/** How many records of people are filled in beside the roll-ups. */
export interface RecordsPlan {
  /** Subscribers, each with a subscription, a consent, a charge, an event and a message. */
  readonly records: number;
  readonly days: number;
  /** The last day, as `2026-11-20`. */
  readonly until: string;
}

/** The number that care looks at: it has a charge, an event and a message of every day. */
export const LOOKED_AT = '27600000001';
/** The last number of the filled ones begins with this. */
const FIRST = 27_600_000_000;
const CARRIER = 'karoo';
const PACKAGE = 'p-grtv-daily-c-01';
const ASSET = '01890000-0000-7000-8000-000000000001';
/** The product keeps no more of these. */
const MOST_DELIVERIES = 2_000_000;
const MOST_FEEDBACK = 200_000;
const MOST_TITLES = 100_000;
const AUDIT_ACTS = [
  'studioCareFind',
  'studioCareTimeline',
  'studioCareRefund',
  'studioCatalogueBatch',
  'studioSignIn',
  'studioDecideCase',
  'studioMakeStreamKey',
];

/** An id that says what it is of and sorts by its number, as a UUID of version 7 does by time. */
const idOf = (kind: number, n: string): string =>
  `('${String(kind).padStart(8, '0')}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/**
 * Fills the tables that the lists of the studio read, as a service of this size has them. Charges
 * and events of ten million subscribers of a year are thousands of millions: each subscriber gets
 * one of each, spread over the days, and one number gets all of its days.
 */
export async function fillRecords(db: Database, plan: RecordsPlan): Promise<void> {
  const { records, days, until } = plan;
  const fill = (statement: string) => db.execute(statement);
  const end = `('${until}'::date + interval '12 hours')::timestamptz`;
  /** Spread over the days by a number; neighbours are far apart. */
  const at = (n: string) =>
    `(${end} - (${n}::bigint * 7919 % ${days * 86_400}) * interval '1 second')`;
  const series = (count: number) => `generate_series(1, ${Math.max(1, Math.ceil(count))}) as n`;
  const text = `md5(n::text)`;

  await fill(`
    insert into subscribers (id, msisdn, created_at)
    select 1000000 + n, (${FIRST} + n)::text, ${at('n')} from ${series(records)}`);
  await fill(`
    insert into subscriptions (id, subscriber_id, carrier_id, package_id, price, status, started_at,
      paid_until, period, due_at, version, transaction_id)
    select ${idOf(1, 'n')}, 1000000 + n, '${CARRIER}', '${PACKAGE}', 500, 'active', ${at('n')},
      ${end}, 1, ${end} + interval '1 day', 1, 't-' || n from ${series(records)}`);
  await fill(`
    insert into consents (id, subscription_id, msisdn, package_id, words, language, words_version,
      price, price_version_id, service_period, trial, proof, verdict, content_block_overridden,
      address, user_agent, transaction_id, at)
    select ${idOf(2, 'n')}, ${idOf(1, 'n')}, (${FIRST} + n)::text, '${PACKAGE}', '["R5.00 a day"]',
      'en', '1', 500, ${idOf(3, '1')}, 'day', true, 'otp', '{}', false, '192.0.2.1', 'bench',
      't-' || n, ${at('n')} from ${series(records)}`);
  const charge = (
    id: string,
    reference: string,
    subscription: string,
    period: string,
    when: string,
  ) => `
    insert into charges (id, subscription_id, carrier_id, reference, period, package_id, amount,
      vat, vat_rate, state, created_at, decided_at, lookups)
    select ${id}, ${subscription}, '${CARRIER}', ${reference}, ${period}, '${PACKAGE}', 500, 65,
      1500, 'succeeded', ${when}, ${when}, 0`;
  await fill(
    `${charge(idOf(4, 'n'), `'BON-' || n`, idOf(1, 'n'), '1', at('n'))} from ${series(records)}`,
  );
  await fill(`
    insert into subscription_events (subscription_id, place, type, at, data)
    select ${idOf(1, 'n')}, 1, 'charge_succeeded', ${at('n')}, '{}' from ${series(records)}`);
  const message = (id: string, msisdn: string, subscription: string, when: string) => `
    insert into messages (id, msisdn, subscription_id, template, text, state, attempts, created_at, sent_at, carrier_id)
    select ${id}, ${msisdn}, ${subscription}, 'receipt', 'You paid R5.00.', 'sent', 1, ${when}, ${when}, '${CARRIER}'`;
  await fill(
    `${message(idOf(5, 'n'), `(${FIRST} + n)::text`, idOf(1, 'n'), at('n'))} from ${series(records)}`,
  );

  const day = `(${end} - n * interval '1 day')`;
  await fill(
    `${charge(idOf(6, 'n'), `'BON-D' || n`, idOf(1, '1'), '1 + n', day)} from ${series(days)}`,
  );
  await fill(`${message(idOf(7, 'n'), `'${LOOKED_AT}'`, idOf(1, '1'), day)} from ${series(days)}`);

  // The settlement of a month adds up the lines of its charges.
  await fill(`
    insert into ledger_lines (id, entry_id, carrier_id, account, amount, cause, cause_id, at)
    select (lpad(to_hex(line.place + 32), 4, '0') || substr(charge.id::text, 5))::uuid, charge.id,
      charge.carrier_id, line.account, line.amount, 'charge', charge.id, charge.created_at
    from charges charge, (values (1, 'carrier_receivable', 500), (2, 'revenue', -435),
      (3, 'vat_output', -65)) as line (place, account, amount)
    order by charge.created_at`);
  await fillCases(fill, { records, text, at });
  await fill(`
    insert into staff_audit (id, at, actor_kind, actor_id, actor, action, subject, reason, details)
    select ${idOf(8, 'n')}, ${end} - n * interval '25 seconds', 'account', 'person-' || (n % 60),
      'Person ' || (n % 60), (array['${AUDIT_ACTS.join("', '")}'])[1 + n % ${AUDIT_ACTS.length}],
      'subscriber:' || (n % 90000),
        case when n % 3 = 0 then 'caller asked about charge ' || ${text} end, '{"n": 1}'
        from ${series(records / 10)}`);
  await fillWebhooks(fill, { records, at });
  await fill(`
    insert into feedback (id, subscriber_id, experience, comment, comment_type, platform, at)
    select ${idOf(9, 'n')}, 1000000 + n, 1 + n % 5,
      case when n % 2 = 0 then 'It is ' || ${text} else '' end, (array['general', 'video',
      'payment', 'other'])[1 + n % 4], 'web-mobile', ${at('n')}
      from ${series(Math.min(records / 20, MOST_FEEDBACK))}`);
  await fillCatalogue(fill, Math.min(records / 10, MOST_TITLES), end);
  await fill('analyze');
}

type Fill = (statement: string) => Promise<unknown>;
interface Parts {
  readonly records: number;
  readonly text: string;
  readonly at: (n: string) => string;
}

async function fillCases(fill: Fill, { records, text, at }: Parts): Promise<void> {
  const series = `generate_series(1, ${Math.max(1, Math.ceil(records / 100))}) as n`;
  await fill(`
    insert into cases (id, kind, carrier_id, subject, reference, ours, theirs, proposal, state, created_at, closed_at)
    select ${idOf(10, 'n')}, 'missing_there', '${CARRIER}', 'subject-' || n, 'BON-' || n,
      '{"amount": 500, "state": "succeeded", "at": "2026-11-20T00:00:00Z"}', null,
      '{"action": "none", "words": "It differs.", "lines": []}',
      case when n % 50 = 0 then 'open' else 'resolved' end, ${at('n')}, null from ${series}`);
  await fill(`
    insert into care_disputes (id, subscriber_id, charge_id, reference, carrier_id, package_id,
      amount, state, words, opened_at, opened_by)
    select ${idOf(11, 'n')}, 1000000 + n, ${idOf(4, 'n')}, 'BON-' || n, '${CARRIER}', '${PACKAGE}',
      500, case when n % 40 = 0 then 'open' else 'rejected' end, ${text}, ${at('n')}, 'Person 1'
      from ${series}`);
  await fill(`
    insert into care_refunds (id, subscriber_id, charge_id, reference, amount, state, reason,
      asked_by, asked_by_name, asked_at, expires_at)
    select ${idOf(12, 'n')}, 1000000 + n, ${idOf(4, 'n')}, 'BON-' || n, 500,
      case when n % 200 = 0 then 'waiting' else 'free' end, ${text}, 'person-1', 'Person 1',
      ${at('n')}, ${at('n')} + interval '400 days' from ${series}`);
}

async function fillWebhooks(
  fill: Fill,
  { records, at }: Pick<Parts, 'records' | 'at'>,
): Promise<void> {
  await fill(`
    insert into webhook_endpoints (id, url, description, recorded_types, secrets, state, created_at)
    select ${idOf(13, 'n')}, 'https://partner.example/' || n, '', '{}', '[]', 'active', now()
      from generate_series(1, 3) as n`);
  await fill(`
    insert into webhook_deliveries (endpoint_id, subscription_id, place, type, at, state, attempts,
      last_at, last_status)
    select ${idOf(13, '1 + n % 3')}, ${idOf(1, 'n')}, 1, 'charge_succeeded', ${at('n')},
      case when n = 7 then 'failed' else 'delivered' end, 1, ${at('n')}, 204
    from generate_series(1, ${Math.max(1, Math.ceil(Math.min(records / 4, MOST_DELIVERIES)))}) as n`);
}

/** Videos in ten channels, every twentieth a draft. */
async function fillCatalogue(fill: Fill, titles: number, at: string): Promise<void> {
  const art = 'accent, thumbhash, published, position, created_at, updated_at';
  const drawn = (published: string) => `'#ff6a3d', 'AAAA', ${published}, n, ${at}, ${at}`;
  await fill(`insert into catalogue_assets (id, duration_ms, renditions, captions, ready_at)
    values ('${ASSET}', 60000, '[{"height": 360, "bytes": 4000000}]', '{en}', ${at})`);
  await fill(`insert into genres (slug, title, position) values ('drama', 'Drama', 0)`);
  await fill(`
    insert into channels (slug, title, tagline, description, genre_id, ${art})
    select 'channel-' || n, 'Channel ' || n, 'x', 'x', (select min(id) from genres),
      ${drawn('true')} from generate_series(1, 10) as n`);
  await fill(`
    insert into titles (kind, slug, title, synopsis, description, year, rating_age, rating_advice,
      languages, genre_id, channel_id, asset_id, ${art})
    select 'video', 'title-' || n, initcap(md5(n::text)), 'x', 'x', 2026, 'PG', '{}', '{en}',
      (select min(id) from genres), (select min(id) from channels) + n % 10,
      case when n % 30 = 0 then null else '${ASSET}'::uuid end, ${drawn('n % 20 <> 0')}
    from generate_series(1, ${Math.max(1, Math.ceil(titles))}) as n`);
}
