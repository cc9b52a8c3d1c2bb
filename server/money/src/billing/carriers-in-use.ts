import { ConfigError } from '@bonisa/kit/config-error';
import { type Database, rowsOf } from '@bonisa/kit/database/database';
import { type SQL, sql } from 'drizzle-orm';

/** What keeps a carrier in use, with the rows of it; each condition is that of an index. */
const IN_USE: readonly (readonly [what: string, rows: SQL])[] = [
  [
    'running subscriptions',
    sql`subscriptions where due_at is not null and status in ('trial', 'active', 'grace', 'parked')`,
  ],
  ['charges without an outcome', sql`charges where lookup_at is not null`],
  ['charges on hold', sql`charges where suspended_until is not null`],
  ['refunds without an outcome', sql`refunds where lookup_at is not null`],
];

/**
 * Refuses the start if a carrier that is not configured is still needed: its subscriptions would
 * never be charged, and its charges and refunds never be looked up.
 * @param configured the ids of the configured carriers.
 * @throws ConfigError with one line for each missing carrier.
 */
export async function refuseMissingCarriers(
  db: Database,
  configured: readonly string[],
): Promise<void> {
  const needs = new Map<string, string[]>();
  for (const [what, rows] of IN_USE)
    for (const carrierId of await carriersOf(db, rows))
      if (!configured.includes(carrierId))
        needs.set(carrierId, [...(needs.get(carrierId) ?? []), what]);
  if (needs.size === 0) return;
  throw new ConfigError(
    [...needs].map(
      ([carrierId, whats]) =>
        `CARRIERS: the carrier ${carrierId} is not configured, but the database has ${whats.join(', ')} of it; configure it again, with "acceptsSignups": false if it takes no new subscriptions`,
    ),
  );
}

/** The carriers of these rows. One index entry is read for each carrier, whatever its rows. */
async function carriersOf(db: Database, rows: SQL): Promise<string[]> {
  const found = await rowsOf<{ id: string }>(
    db,
    sql`with recursive each_carrier as (
        (select carrier_id as id from ${rows} order by carrier_id limit 1)
        union all
        select (select carrier_id from ${rows} and carrier_id > each_carrier.id
                order by carrier_id limit 1)
        from each_carrier where each_carrier.id is not null
      ) select id from each_carrier where id is not null`,
  );
  return found.map(({ id }) => id);
}
