import { dayOf } from '@bonisa/domain/south-african-time';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import { fillRollUps } from '../e2e/product/report-days.test-kit.ts';
import { fillPlayRollUps } from '../e2e/product/report-plays.test-kit.ts';
import { makeCatalogue } from './search.catalogue.ts';

/** The size of the service that the studio shows. */
export interface StudioPlan {
  /** Videos and shows; every tenth is a show with a season of three episodes. */
  readonly titles: number;
  /** Numbers, each with a subscription, consent, charge, event and message. */
  readonly subscribers: number;
  readonly now: Date;
}

const CARRIER = 'karoo';
const PACKAGE = 'p-grtv-daily-c-01';
const DAYS = 365;
/** The last numbers of the filled ones begin with this. */
const FIRST_NUMBER = 27_600_000_000;
const SLIDES = 8;
const SHELVES = 200;
const TITLES_OF_A_SHELF = 30;
const LIVE_CHANNELS = 12;
const ACTS = [
  'studioCareFind',
  'studioCareTimeline',
  'studioCareRefund',
  'studioCatalogueBatch',
  'studioSignIn',
  'studioDecideCase',
  'studioMakeStreamKey',
];
/** A film of two renditions, as packaging describes it. */
const RENDITIONS = JSON.stringify(
  [360, 720].map((height) => ({
    height,
    pixelWidth: (height * 16) / 9,
    pixelHeight: height,
    frameRate: 25,
    codecs: 'avc1.64001e,mp4a.40.2',
    bandwidth: 400_000,
    averageBandwidth: 350_000,
    bytes: 900_000,
    segments: Array.from({ length: 30 }, (_, n) => ({ start: n * 2, duration: 2, bytes: 30_000 })),
  })),
);

/** Fills an empty, migrated database with a year of such a service. */
export async function fillStudio(
  { pool, long }: Pick<OpenDatabase, 'pool' | 'long'>,
  plan: StudioPlan,
): Promise<void> {
  if (!pool) throw new Error('a server has a pool');
  const { now, titles, subscribers } = plan;
  await makeCatalogue(pool, { count: titles, seed: 'bonisa studio', now });
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    for (const statement of [
      ...catalogueOf(now),
      ...recordsOf(plan),
      ...moneyOf(plan),
      ...careOf(plan),
      ...operationsOf(plan),
    ])
      await client.query(statement);
    // The days that these rows have changed, which jobs of the product would count.
    await client.query('truncate report_changes');
    const days = { days: DAYS, subscriptions: subscribers, until: dayOf(now) };
    await fillRollUps(long, days);
    await fillPlayRollUps(long, days);
    await client.query('vacuum analyze');
  } finally {
    client.release();
  }
}

/** An id that says what it is of and sorts by its number, as a UUID of version 7 does by time. */
const idOf = (kind: number, n: string): string =>
  `('${String(kind).padStart(8, '0')}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

const instantOf = (now: Date): string => `'${now.toISOString()}'::timestamptz`;

/** Spread over the year by a number; neighbours are far apart. */
const spread = (now: Date, n = 'n'): string =>
  `(${instantOf(now)} - (${n}::bigint * 7919 % ${DAYS * 86_400}) * interval '1 second')`;

const series = (count: number): string => `generate_series(1, ${Math.max(1, count)}) as n`;

/** Keys, versions and films of the titles, and the entries that are few. */
function catalogueOf(now: Date): string[] {
  const at = instantOf(now);
  const keys = (kind: string, table: string, key = 'slug', where = ''): string =>
    `insert into catalogue_keys (kind, key, entry_id)
      select '${kind}', ${key}, id from ${table} ${where}`;
  const film = (table: string, kind: number): string[] => [
    `update ${table} set asset_id = ${idOf(kind, 'id')} where asset_id is not null`,
    `insert into media_assets (id, title, state, file_name, duration_ms, renditions, captions,
        created_at, ready_at)
      select asset_id, title, 'ready', slug || '.mp4', 60000, '${RENDITIONS}', '[]',
        ${spread(now, 'id')}, ${spread(now, 'id')} from ${table} where asset_id is not null`,
    `insert into catalogue_assets (id, duration_ms, renditions, captions, ready_at)
      select asset_id, 60000, '[{"height": 360, "bytes": 4000000}]', '{en}', ${at}
      from ${table} where asset_id is not null`,
  ];
  return [
    ...film('titles', 21),
    ...film('episodes', 22),
    `insert into media_ingest_jobs (id, asset_id, file, effort, captions, state, progress, attempts,
        created_at, started_at, finished_at)
      select ${idOf(23, 'n')}, ${idOf(21, 'n * 10')}, 'film', 'thorough', '[]', 'done', 1, 1,
        ${spread(now)}, ${spread(now)}, ${spread(now)}
      from ${series(2000)} where exists (select from media_assets where id = ${idOf(21, 'n * 10')})`,
    `update titles set published = id % 20 <> 7, synopsis = left(synopsis, 160),
      updated_at = ${spread(now, 'id')}`,
    `update titles set asset_id = null where id % 30 = 12`,
    `insert into shelves (slug, title, format, published, position, created_at, updated_at)
      select 'shelf-' || n, 'Shelf ' || n, 'poster', n % 5 > 0, n, ${at}, ${at}
      from ${series(SHELVES)}`,
    `insert into shelf_items (shelf_id, title_id, position)
      select s.id, t.id, t.n from shelves s, lateral (select t.id, row_number() over () as n
        from titles t where t.id > s.id * 40 and t.published order by t.id
        limit ${TITLES_OF_A_SHELF}) as t`,
    `insert into slides (title_id, eyebrow, published, position, created_at, updated_at)
      select id, 'New', true, id, ${at}, ${at} from titles where published limit ${SLIDES}`,
    `insert into live_categories (slug, title, published, position, created_at, updated_at)
      values ('radio', 'Radio', true, 0, ${at}, ${at})`,
    `insert into live_channels (live_category_id, slug, title, tagline, description, genre_id,
        languages, accent, thumbhash, published, position, created_at, updated_at)
      select (select min(id) from live_categories), 'live-' || n, 'Live ' || n, 'x', 'x', 1,
        '{en}', '#ff6a3d', 'AAAA', true, n, ${at}, ${at} from ${series(LIVE_CHANNELS)}`,
    `insert into live_slots (live_channel_id, starts_at, minutes, title, synopsis, rating_age,
        rating_advice, title_id)
      select c.id, t.n * 60, 60, t.title, t.synopsis, 'PG', '{}', t.id from live_channels c,
        lateral (select *, row_number() over (order by id) - 1 as n from titles
          where kind = 'video' and id > c.id * 500 order by id limit 168) as t`,
    // Their ids were given: the next title gets the one after them.
    `select setval(pg_get_serial_sequence('titles', 'id'), (select max(id) from titles))`,
    keys('title', 'titles'),
    keys('channel', 'channels'),
    keys('category', 'categories', `'category-' || id`),
    keys('genre', 'genres'),
    keys('person', 'people'),
    keys('season', 'seasons', `'season-' || id`),
    keys('episode', 'episodes'),
    keys('shelf', 'shelves'),
    keys('slide', 'slides', `'slide-' || id`),
    keys('liveCategory', 'live_categories'),
    keys('liveChannel', 'live_channels'),
    `insert into catalogue_versions (kind, key, number, at, actor_kind, actor_id, actor, action,
        fields)
      select kind, key, 1, ${at} - interval '9 days', 'command', '', 'import', 'created', '{}'
      from catalogue_keys`,
    `insert into catalogue_versions (kind, key, number, at, actor_kind, actor_id, actor, action,
        fields)
      select kind, key, n + 1, ${at} - interval '1 day', 'command', '', 'import', 'changed',
        '{"title": {"before": "Before", "after": "After"}}'
      from catalogue_keys, ${series(5)} where kind = 'title' and (n = 1 or entry_id % 1000 = 2)`,
    `insert into catalogue_versions (kind, key, number, at, actor_kind, actor_id, actor, action,
        fields, deletion)
      select 'title', 'gone-' || n, 1, ${spread(now)}, 'command', '', 'import', 'deleted',
        jsonb_build_object('kind', jsonb_build_object('before', 'video', 'after', null),
          'title', jsonb_build_object('before', 'Gone ' || n, 'after', null)),
        jsonb_build_object('of', null, 'places', '[]'::jsonb, 'id', 10000000 + n)
      from ${series(2000)}`,
    `insert into title_plays (title_id, plays) select id, 1 + id % 977 from titles`,
  ];
}

/** Numbers with a subscription each, and what belongs to it. */
function recordsOf({ subscribers, now }: StudioPlan): string[] {
  const end = instantOf(now);
  const at = spread(now);
  const all = series(subscribers);
  return [
    `insert into subscribers (id, msisdn, created_at)
      select 1000000 + n, (${FIRST_NUMBER} + n)::text, ${at} from ${all}`,
    `insert into subscriptions (id, subscriber_id, carrier_id, package_id, price, status, started_at,
        paid_until, period, due_at, version, transaction_id)
      select ${idOf(1, 'n')}, 1000000 + n, '${CARRIER}', '${PACKAGE}', 500, 'active', ${at},
        ${end} + interval '20 days', 1, ${end} + interval '20 days', 1, 't-' || n from ${all}`,
    `insert into consents (id, subscription_id, msisdn, package_id, words, language, words_version,
        price, price_version_id, service_period, trial, proof, verdict, content_block_overridden,
        address, user_agent, transaction_id, at)
      select ${idOf(2, 'n')}, ${idOf(1, 'n')}, (${FIRST_NUMBER} + n)::text, '${PACKAGE}',
        '["R5.00 a day"]', 'en', '1', 500, ${idOf(3, '1')}, 'day', true, 'otp', '{}', false,
        '192.0.2.1', 'bench', 't-' || n, ${at} from ${all}`,
    `insert into subscription_events (subscription_id, place, type, at, data)
      select ${idOf(1, 'n')}, 1, 'charge_succeeded', ${at}, '{}' from ${all}`,
    `insert into messages (id, msisdn, subscription_id, template, text, state, attempts, created_at,
        sent_at, carrier_id)
      select ${idOf(5, 'n')}, (${FIRST_NUMBER} + n)::text, ${idOf(1, 'n')}, 'receipt',
        'You paid R5.00.', 'sent', 1, ${at}, ${at}, '${CARRIER}' from ${all}`,
    `insert into feedback (id, subscriber_id, experience, comment, comment_type, platform, at)
      select ${idOf(9, 'n')}, 1000000 + n, 1 + n % 5,
        case when n % 2 = 0 then 'It is ' || md5(n::text) else '' end,
        (array['general', 'video', 'payment', 'other'])[1 + n % 4], 'web-mobile', ${at}
      from ${series(subscribers / 5)}`,
  ];
}

function moneyOf({ subscribers, now }: StudioPlan): string[] {
  const at = spread(now);
  return [
    `insert into charges (id, subscription_id, carrier_id, reference, period, package_id, amount,
        vat, vat_rate, state, created_at, decided_at, lookups)
      select ${idOf(4, 'n')}, ${idOf(1, 'n')}, '${CARRIER}', 'BON-' || n, 1, '${PACKAGE}', 500, 65,
        1500, 'succeeded', ${at}, ${at}, 0 from ${series(subscribers)}`,
    `insert into ledger_lines (entry_id, carrier_id, account, amount, cause, cause_id, at)
      select charge.id, charge.carrier_id, line.account, line.amount, 'charge', charge.id,
        charge.created_at
      from charges charge, (values ('carrier_receivable', 500), ('revenue', -435),
        ('vat_output', -65)) as line (account, amount) order by charge.created_at`,
    `insert into cases (id, kind, carrier_id, subject, reference, ours, proposal, state, created_at,
        closed_at)
      select ${idOf(10, 'n')}, 'missing_there', '${CARRIER}', 'subject-' || n, 'BON-' || n,
        '{"amount": 500, "refunded": 0, "state": "succeeded", "at": "2026-11-20T00:00:00Z"}',
        '{"action": "none", "words": "It differs.", "lines": []}',
        case when n % 10 = 0 then 'open' else 'resolved' end, ${at},
        case when n % 10 = 0 then null else ${at} end from ${series(subscribers / 10)}`,
    // Each day is compared: the simulated carrier has none of the charges.
    `insert into reconciliations (key, carrier_id, day, source, matched, missing_here,
        missing_there, differing, at)
      select '${CARRIER} ' || day || ' list', '${CARRIER}', day, 'list', 1000, 1, 1, 1,
        ${instantOf(now)}
      from (select (${instantOf(now)} - n * interval '1 day')::date as day
        from ${series(DAYS + 1)}) as days`,
  ];
}

function careOf({ subscribers, now }: StudioPlan): string[] {
  const at = spread(now);
  return [
    `insert into care_disputes (id, subscriber_id, charge_id, reference, carrier_id, package_id,
        amount, state, words, opened_at, opened_by)
      select ${idOf(11, 'n')}, 1000000 + n, ${idOf(4, 'n')}, 'BON-' || n, '${CARRIER}',
        '${PACKAGE}', 500, case when n % 40 = 0 then 'open' else 'rejected' end, md5(n::text),
        ${at}, 'Person 1' from ${series(subscribers / 10)}`,
    `insert into care_refunds (id, subscriber_id, charge_id, reference, amount, state, reason,
        asked_by, asked_by_name, asked_at, expires_at)
      select ${idOf(12, 'n')}, 1000000 + n, ${idOf(4, 'n')}, 'BON-' || n, 500,
        case when n % 200 = 0 then 'waiting' else 'free' end, md5(n::text), 'person-1', 'Person 1',
        ${at}, ${at} + interval '400 days' from ${series(subscribers / 10)}`,
  ];
}

/** The audit, webhooks, API keys and imports. */
function operationsOf({ subscribers, now }: StudioPlan): string[] {
  const at = spread(now);
  return [
    `insert into staff_audit (id, at, actor_kind, actor_id, actor, action, subject, reason, details)
      select ${idOf(8, 'n')}, ${instantOf(now)} - n * interval '25 seconds', 'account',
        'person-' || (n % 60), 'Person ' || (n % 60),
        (array['${ACTS.join("', '")}'])[1 + n % ${ACTS.length}], 'subscriber:' || (n % 90000),
        case when n % 3 = 0 then 'caller asked about charge ' || md5(n::text) end, '{"n": 1}'
      from ${series(subscribers)}`,
    `insert into webhook_endpoints (id, url, description, recorded_types, secrets, state, created_at)
      select ${idOf(13, 'n')}, 'https://partner.example/' || n, '', '{}', '[]', 'paused', ${at}
      from ${series(3)}`,
    `insert into webhook_deliveries (endpoint_id, subscription_id, place, type, at, state, attempts,
        last_at, last_status)
      select ${idOf(13, '1 + n % 3')}, ${idOf(1, 'n')}, 1, 'charge_succeeded', ${at},
        case when n % 1000 = 7 then 'failed' else 'delivered' end, 1, ${at}, 204
      from ${series(subscribers)}`,
    `insert into catalogue_imports (id, actor_kind, actor_id, actor, source_kind, source_name, state,
        began_at, reported_at, ended_at, created, changed, unchanged, deleted, refused,
        problem_count)
      select ${idOf(14, 'n')}, 'command', '', 'import', 'folder', 'folder ' || n, 'done', ${at},
        ${at}, ${at}, 10, 10, 10, 0, 0, 0 from ${series(500)}`,
  ];
}
