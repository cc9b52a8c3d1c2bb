// The roll-ups of the reports say what counting the facts says: after a simulated month with
// faults, counted day by day on the way, after late facts, after repetitions and after a rebuild.
import { findPackage } from '@bonisa/domain/packages/package-catalogue';
import { type Day, dayOf, daysAfter, instantOf } from '@bonisa/domain/south-african-time';
import {
  LIVE_STATUSES,
  type Subscription,
  type SubscriptionEvent,
} from '@bonisa/domain/subscription/subscription';
import { evolve } from '@bonisa/domain/subscription/subscription-evolve';
import { type OpenDatabase, rowsOf } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRollUpRepository } from '../../../server/backoffice/src/reports/roll-up.repository.ts';
import { readFaults } from './faults.ts';
import { DEFAULT_OPTIONS } from './simulation.options.ts';
import { simulate } from './simulation.ts';

const DAYS = 31;
const COUNTED = [
  'report_charges',
  'report_refunds',
  'report_ledger',
  'report_subscribers',
  'report_ends',
  'report_cohorts',
];

let open: OpenDatabase;
let rollUps: ReturnType<typeof createRollUpRepository>;
let runs = 0;

const countAll = async (): Promise<void> => {
  for (const day of await rollUps.changed(100_000)) await rollUps.countDay(day);
  runs += 1;
};
const rows = <Row = Record<string, unknown>>(text: string): Promise<Row[]> =>
  rowsOf<Row>(open.db, sql.raw(text));
const snapshot = async () => {
  const tables: Record<string, unknown> = {};
  for (const table of COUNTED)
    tables[table] = await rows(`select * from ${table} order by ${table}::text`);
  return tables;
};

beforeAll(async () => {
  open = await createTestDatabase();
  rollUps = createRollUpRepository(open.long);
  // Counts on the way, while facts are still written: each day of the month several times.
  let counting: Promise<unknown> = Promise.resolve();
  await simulate({
    open,
    options: {
      ...DEFAULT_OPTIONS,
      seed: 'reports',
      subscribers: 24,
      days: DAYS,
      untilDay: DAYS,
      faults: readFaults('all'),
      faultNames: 'all',
      crashes: true,
    },
    stride: 2,
    onDay: () => {
      counting = counting.then(countAll);
    },
  });
  await counting;
  await countAll();
}, 900_000);
afterAll(() => open?.close());

interface Tally {
  [key: string]: number;
}
const add = (tally: Tally, key: readonly unknown[], by = 1): void => {
  const name = key.join(' ');
  tally[name] = (tally[name] ?? 0) + by;
};
const without = (tally: Tally): Tally =>
  Object.fromEntries(Object.entries(tally).filter(([, value]) => value !== 0));

const TECHNICAL = new Set(['not_asked', 'carrier_unavailable', 'not_taken']);

interface ChargeFact {
  id: string;
  subscription_id: string;
  carrier_id: string;
  package_id: string;
  period: number;
  amount: number;
  vat: number;
  state: string;
  reason: string | null;
  surplus: boolean;
  created_at: string | Date;
}

/** The charges as they stand, added up one by one. */
async function chargesOfFacts(): Promise<Tally> {
  const all = await rows<ChargeFact>('select * from charges order by created_at');
  const tally: Tally = {};
  const denied = new Map<string, Date>();
  for (const charge of all)
    if (charge.state === 'denied' && !TECHNICAL.has(charge.reason ?? '')) {
      const key = `${charge.subscription_id} ${charge.period}`;
      if (!denied.has(key)) denied.set(key, new Date(charge.created_at));
    }
  for (const charge of all) {
    // The carrier was not asked.
    if (charge.state === 'denied' && charge.reason === 'not_asked') continue;
    const at = new Date(charge.created_at);
    const taken = charge.state === 'succeeded' || charge.state === 'refunded';
    const outcome = taken ? 'taken' : charge.state === 'denied' ? 'denied' : 'unknown';
    const first = denied.get(`${charge.subscription_id} ${charge.period}`);
    const kind = charge.surplus ? 'surplus' : first && first < at ? 'recovered' : '';
    const reason = taken ? kind : (charge.reason ?? '');
    const key = [dayOf(at), charge.carrier_id, charge.package_id, outcome, reason];
    add(tally, [...key, 'n']);
    add(tally, [...key, 'cents'], charge.amount);
    add(tally, [...key, 'vat'], charge.vat);
  }
  return without(tally);
}

async function chargesOfRollUp(): Promise<Tally> {
  const tally: Tally = {};
  for (const row of await rows('select *, day::text as day from report_charges')) {
    const key = [row.day, row.carrier_id, row.package_id, row.outcome, row.reason];
    for (const figure of ['n', 'cents', 'vat'] as const)
      add(tally, [...key, figure], Number(row[figure]));
  }
  return without(tally);
}

interface EventFact {
  subscription_id: string;
  place: number;
  type: string;
  at: string | Date;
  data: Record<string, unknown>;
}

const DATES = new Set(['until', 'nextTryAt', 'graceFrom', 'paidUntil']);
/** An event as the domain knows it: instants in its data are texts in the database. */
function eventOf({ type, at, data }: EventFact): SubscriptionEvent {
  const revive = (value: unknown): unknown =>
    value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value).map(([key, inner]) => [
            key,
            DATES.has(key) && typeof inner === 'string' ? new Date(inner) : revive(inner),
          ]),
        )
      : value;
  return { type, at: new Date(at), ...(revive(data) as object) } as SubscriptionEvent;
}

const isLive = (state: Subscription | undefined): boolean =>
  state !== undefined && (LIVE_STATUSES as readonly string[]).includes(state.status);

/** How many subscriptions run at the end of each day, and how many of them never paid yet. */
async function runningOfFacts(first: Day, last: Day): Promise<Tally> {
  const facts = await rows<EventFact>(
    'select * from subscription_events order by subscription_id, place',
  );
  const tally: Tally = {};
  for (const events of Map.groupBy(facts, ({ subscription_id }) => subscription_id).values()) {
    for (let day = first; day <= last; day = daysAfter(day, 1)) {
      const until = instantOf(daysAfter(day, 1));
      const known = events.filter(({ at }) => new Date(at) < until);
      const state = known.map(eventOf).reduce<Subscription | undefined>(evolve, undefined);
      if (!isLive(state)) continue;
      add(tally, [day, 'held']);
      if (!known.some(({ type }) => type === 'charge_succeeded')) add(tally, [day, 'free']);
    }
  }
  return tally;
}

async function runningOfRollUp(first: Day, last: Day): Promise<Tally> {
  const tally: Tally = {};
  const found = await rows(
    `select day::text as day, what, sum(n) as n from report_subscribers group by day, what`,
  );
  const sumUntil = (day: Day, ...whats: string[]): number =>
    found
      .filter((row) => String(row.day) <= day && whats.includes(String(row.what)))
      .reduce((sum, row) => sum + Number(row.n), 0);
  for (let day = first; day <= last; day = daysAfter(day, 1)) {
    const begun = sumUntil(day, 'trial', 'paid_at_once');
    const ended = sumUntil(day, 'ended_wanted', 'ended_unpaid', 'ended_other');
    add(tally, [day, 'held'], begun - ended);
    add(tally, [day, 'free'], sumUntil(day, 'trial') - sumUntil(day, 'converted', 'trial_ended'));
  }
  return without(tally);
}

async function span(): Promise<[Day, Day]> {
  const [row] = await rows<{ first: Date; last: Date }>(
    'select min(at) as first, max(at) as last from subscription_events',
  );
  return [dayOf(new Date(row?.first ?? 0)), dayOf(new Date(row?.last ?? 0))];
}

const expectTrue = async (): Promise<void> => {
  expect(await chargesOfRollUp()).toEqual(await chargesOfFacts());
  const [first, last] = await span();
  expect(await runningOfRollUp(first, last)).toEqual(await runningOfFacts(first, last));
};

describe('the roll-ups after a simulated month with faults', () => {
  it('were counted on the way, and every kind of fact is among them', async () => {
    expect(runs).toBeGreaterThan(DAYS / 2);
    const kinds = await rows<{ kind: string }>(
      `select distinct outcome || ' ' || reason as kind from report_charges`,
    );
    const named = kinds.map(({ kind }) => kind);
    expect(named).toEqual(expect.arrayContaining(['taken ', 'denied insufficient_airtime']));
    expect(named).toContain('taken recovered');
    const whats = await rows<{ what: string }>('select distinct what from report_subscribers');
    expect(whats.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['trial', 'converted', 'ended_wanted', 'moved_in', 'moved_out']),
    );
  });

  it('say of charges and of running subscriptions what the facts say', async () => {
    await expectTrue();
  });

  it('say of the ledger what the ledger says, and its sum is nothing', async () => {
    const [counted] = await rows(
      'select sum(debit) as debit, sum(credit) as credit from report_ledger',
    );
    const [facts] = await rows(
      `select sum(amount) filter (where amount > 0) as debit, -sum(amount) filter (where amount < 0) as credit from ledger_lines`,
    );
    expect(counted).toEqual(facts);
    expect(counted?.debit).toBe(counted?.credit);
  });

  it('has subscriptions by package that add up, and ends by the time of the beginning', async () => {
    const [row] = await rows(`select
      (select sum(n) from report_subscribers where what like 'ended%') as ended,
      (select sum(n) from report_ends) as by_day,
      (select sum(n) from report_cohorts where grain = 'week') as by_week,
      (select sum(n) from report_cohorts where grain = 'month') as by_month,
      (select sum(case what when 'moved_in' then n else -n end) from report_subscribers where what like 'moved%') as moved`);
    expect(Number(row?.ended)).toBeGreaterThan(0);
    expect([row?.by_day, row?.by_week, row?.by_month].map(Number)).toEqual(
      Array(3).fill(Number(row?.ended)),
    );
    expect(Number(row?.moved)).toBe(0);
    const held = await rows<{ package_id: string; n: string }>(
      `select package_id, sum(case when what in ('trial', 'paid_at_once', 'moved_in') then n
         when what like 'ended%' or what = 'moved_out' then -n else 0 end) as n
       from report_subscribers group by package_id`,
    );
    for (const { package_id, n } of held) {
      expect(findPackage(package_id)).toBeDefined();
      expect(Number(n)).toBeGreaterThanOrEqual(0);
    }
    const unpaid = await rows<{ package_id: string; n: string }>(
      `select package_id, sum(case when what in ('trial', 'trial_moved_in') then n
         when what in ('converted', 'trial_ended', 'trial_moved_out') then -n else 0 end) as n
       from report_subscribers group by package_id`,
    );
    const facts = await rows<{ package_id: string; n: string }>(`select package_id, count(*) as n
      from subscriptions where status = 'trial' group by package_id`);
    for (const { package_id, n } of unpaid) {
      const trials = facts.find((one) => one.package_id === package_id)?.n ?? 0;
      expect([package_id, Number(n) >= Number(trials)]).toEqual([package_id, true]);
    }
  });

  it('correct the day of a charge when its outcome comes late', async () => {
    const before = await chargesOfRollUp();
    const [late] = await rows<{ id: string }>(
      `select id from charges where state = 'denied' order by created_at limit 1`,
    );
    await rows(`update charges set state = 'succeeded', reason = null where id = '${late?.id}'`);
    await rows(
      `update charges set state = 'refunded' where id = (select id from charges where state = 'succeeded' and not surplus order by created_at desc limit 1)`,
    );
    expect(await rollUps.waiting()).toBeGreaterThan(0);
    await countAll();
    expect(await chargesOfRollUp()).not.toEqual(before);
    await expectTrue();
  });

  it('follow a number that moves to another carrier', async () => {
    await rows(
      `update subscriptions set carrier_id = 'elsewhere' where id = (select id from subscriptions order by started_at limit 1)`,
    );
    await countAll();
    const [row] = await rows(
      `select count(*)::int as n from report_subscribers where carrier_id = 'elsewhere'`,
    );
    expect(Number(row?.n)).toBeGreaterThan(0);
    await expectTrue();
  });

  it('are the same after a repetition, and after a rebuild of lost rows', async () => {
    const before = await snapshot();
    const [, last] = await span();
    await rollUps.markAll(last);
    await countAll();
    expect(await snapshot()).toEqual(before);
    for (const table of COUNTED) await rows(`delete from ${table}`);
    await rollUps.markAll(last);
    await countAll();
    expect(await snapshot()).toEqual(before);
  });
});
