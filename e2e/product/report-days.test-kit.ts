import { PACKAGES } from '@bonisa/domain/packages/package-catalogue';
import type { Database } from '@bonisa/kit/database/database';

/** The size of the service whose roll-ups are filled in. */
export interface StudioPlan {
  readonly days: number;
  readonly subscriptions: number;
  /** The last day, as `2026-11-20`. */
  readonly until: string;
}

const CARRIERS = ['carrier', 'second', 'third'];
const REASONS = [
  'insufficient_airtime',
  'spending_limit',
  'billing_blocked',
  'not_on_network',
  'refused',
  'carrier_unavailable',
  'not_taken',
];
const ACCOUNTS = ['carrier_receivable', 'revenue', 'vat_output', 'refunds', 'write_off'];
const CAUSES = ['charge', 'refund', 'case', 'settlement'];
const FLOWS = [
  'trial',
  'paid_at_once',
  'converted',
  'refused',
  'moved_in',
  'moved_out',
  'ended_wanted',
  'ended_unpaid',
  'ended_other',
  'trial_ended',
];

/**
 * Fills the roll-up tables as a service of this size has them after so many days: every day,
 * carrier and package with every reason, account and flow, and the ends of every week and month.
 */
export async function fillRollUps(db: Database, plan: StudioPlan): Promise<void> {
  const { days, subscriptions, until } = plan;
  const span = `(select day::date as day, row_number() over () as d from generate_series('${until}'::date - ${days - 1}, '${until}'::date, interval '1 day') as day) as days`;
  const carriers = list(CARRIERS, 'carrier_id');
  const packages = list(
    PACKAGES.map(({ id }) => id),
    'package_id',
  );
  // A third of all are charged on a day; growth, weeks and chance make the figures look alive.
  const size = subscriptions / 3 / (CARRIERS.length * PACKAGES.length);
  const wave = `${size} * (0.6 + 0.4 * d / ${days}) * (0.85 + 0.1 * sin(d / 7.0 * 6.2832) + 0.1 * random())`;
  const fill = (statement: string) => db.execute(statement);
  await fill(`
    insert into report_charges (day, carrier_id, package_id, outcome, reason, n, cents, vat)
    select day, carrier_id, package_id, outcome, reason, n, n * 500, n * 65 from (
      select day, carrier_id, package_id, outcome, reason, (${wave} * part)::bigint as n
      from ${span}, ${carriers}, ${packages}, (values ('taken', '', 0.6), ('taken', 'recovered', 0.15), ('taken', 'surplus', 0.001),
        ${REASONS.map((reason, at) => `('denied', '${reason}', ${0.2 / (at + 1) ** 2})`).join(', ')}) as kind (outcome, reason, part)
    ) as counted`);
  await fill(`
    insert into report_charges (day, carrier_id, package_id, outcome, reason, n, cents, vat)
    select day, carrier_id, package_id, 'unknown', 'timed_out', 40, 20000, 2600
    from ${span}, ${carriers}, ${packages} where d > ${days - 4}`);
  await fill(`
    insert into report_refunds (day, carrier_id, package_id, state, n, cents, vat)
    select day, carrier_id, package_id, state, n, n * 500, n * 65 from (
      select day, carrier_id, package_id, state, (${wave} * part)::bigint as n
      from ${span}, ${carriers}, ${packages}, (values ('made', 0.004), ('waiting', 0.0001), ('refused', 0.0002)) as kind (state, part)
    ) as counted`);
  await fill(`
    insert into report_ledger (day, carrier_id, account, cause, debit, credit)
    select day, carrier_id, account, cause, case when account in ('carrier_receivable', 'refunds') then n else n / 20 end, case when account in ('carrier_receivable', 'refunds') then n / 20 else n end from (
      select day, carrier_id, account, cause, (${wave} * 300)::bigint as n from ${span}, ${carriers}, ${list(ACCOUNTS, 'account')}, ${list(CAUSES, 'cause')}
    ) as counted`);
  await fill(`
    insert into report_subscribers (day, carrier_id, package_id, what, n)
    select day, carrier_id, package_id, what, (${wave} * part)::bigint from ${span}, ${carriers}, ${packages},
      (values ${FLOWS.map((what) => `('${what}', ${partOf(what)})`).join(', ')}) as flow (what, part)`);
  await fill(`
    insert into report_ends (day, week, month, carrier_id, package_id, n)
    select day, date_trunc('week', began)::date, date_trunc('month', began)::date, carrier_id, package_id, sum(greatest(1, (${size} * 0.01 / (1 + d - b))::bigint))
    from ${span}, ${carriers}, ${packages}, (select began, row_number() over () as b from generate_series('${until}'::date - ${days - 1}, '${until}'::date, interval '1 week') as began) as starts
    where began <= day and (day - began::date) < 120 group by 1, 2, 3, 4, 5`);
  for (const grain of ['week', 'month'])
    await fill(`
      insert into report_cohorts (grain, cohort, ended, carrier_id, package_id, n)
      select '${grain}', ${grain}, date_trunc('${grain}', day::timestamp)::date, carrier_id, package_id, sum(n) from report_ends group by 1, 2, 3, 4, 5`);
  await fill(
    `insert into report_runs (id, counted_until) values (1, '${until}'::timestamptz) on conflict do nothing`,
  );
  await fill(`analyze`);
}

function list(values: readonly string[], name: string): string {
  return `(values ${values.map((value) => `('${value}')`).join(', ')}) as ${name}s (${name})`;
}

function partOf(what: string): number {
  const parts: Readonly<Record<string, number>> = {
    trial: 0.03,
    paid_at_once: 0.008,
    converted: 0.018,
    refused: 0.004,
    ended_wanted: 0.008,
    ended_unpaid: 0.011,
    trial_ended: 0.011,
  };
  return parts[what] ?? 0.001;
}
