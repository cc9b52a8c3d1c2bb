import type { Day } from '@bonisa/domain/south-african-time';
import type { Database } from '@bonisa/kit/database/database';
import { type SQL, sql } from 'drizzle-orm';
import { reportCohorts, reportEnds, reportSubscribers } from './reports.tables.ts';
import { spanOf } from './roll-up-money.repository.ts';

/**
 * The package that a subscription has asked for last, at or before an event: events are never
 * changed, so a later repetition counts the same. A subquery with a limit is looked up by the key
 * of the events; joined, a planner may choose to read all of them.
 */
const packageAt = (event: SQL): SQL => sql`(
  select asked.data->>'packageId' from subscription_events asked
  where asked.subscription_id = ${event}.subscription_id and asked.place <= ${event}.place and asked.type in ('trial_started', 'charge_requested')
  order by asked.place desc limit 1)`;

/** The position of the first event before this one that served the subscription. */
const begunBefore = (event: SQL): SQL => sql`(
  select began.place from subscription_events began
  where began.subscription_id = ${event}.subscription_id and began.place < ${event}.place and began.type in ('trial_started', 'charge_succeeded')
  order by began.place limit 1)`;

const paidBefore = (event: SQL): SQL => sql`(
  select paid.place from subscription_events paid
  where paid.subscription_id = ${event}.subscription_id and paid.place < ${event}.place and paid.type = 'charge_succeeded'
  order by paid.place limit 1)`;

const E = sql.raw('event');

/**
 * Counts what happened to subscriptions on a day again, from their events: beginnings, first
 * payments, changes of package and ends. A subscription begins with its free day or its first
 * payment, and ends with the first of cancelled, blocked, expired and a whole refund of its latest
 * payment (the only one of these that sets `cancelled_at` without an event of its own).
 */
export async function countSubscribers(tx: Database, day: Day): Promise<void> {
  await tx.execute(sql`delete from ${reportSubscribers} where day = ${day}`);
  await tx.execute(sql`delete from ${reportEnds} where day = ${day}`);
  await tx.execute(sql`
    insert into ${reportSubscribers} (day, carrier_id, package_id, what, n)
    select ${day}::date, subscription.carrier_id, coalesce(counted.package_id, ''), what, count(*)
    from (
      ${beginnings(day)} union all ${refusals(day)} union all ${moves(day)} union all
      select subscription_id, package_id, what from (${ends(day)}) as ended union all
      select subscription_id, package_id, 'trial_ended' from (${ends(day)}) as ended where not paid
    ) as counted join subscriptions subscription on subscription.id = counted.subscription_id
    group by subscription.carrier_id, coalesce(counted.package_id, ''), what`);
  await tx.execute(sql`
    insert into ${reportEnds} (day, week, month, carrier_id, package_id, n)
    select ${day}::date, date_trunc('week', south_african_day(began.at)::timestamp)::date as week, date_trunc('month', south_african_day(began.at)::timestamp)::date as month,
      subscription.carrier_id, coalesce(${packageAt(sql.raw('began'))}, '') as began_package, count(*)
    from (${ends(day)}) as ended
      join subscription_events began on began.subscription_id = ended.subscription_id and began.place = ended.begun
      join subscriptions subscription on subscription.id = ended.subscription_id
    group by week, month, subscription.carrier_id, began_package`);
  await countCohorts(tx, day);
}

/** Adds up the ends of the week and of the month of a day. */
async function countCohorts(tx: Database, day: Day): Promise<void> {
  for (const grain of ['week', 'month'] as const) {
    const period = sql`date_trunc(${grain}, ${day}::timestamp)`;
    await tx.execute(
      sql`delete from ${reportCohorts} where grain = ${grain} and ended = ${period}::date`,
    );
    await tx.execute(sql`
      insert into ${reportCohorts} (grain, cohort, ended, carrier_id, package_id, n)
      select ${grain}::text, ${sql.raw(grain)}, ${period}::date, carrier_id, package_id, sum(n)
      from ${reportEnds}
      where day >= ${period}::date and day < (${period} + ${`1 ${grain}`}::interval)::date
      group by ${sql.raw(grain)}, carrier_id, package_id`);
  }
}

const eventsOf = (day: Day, types: string): SQL => {
  const { from, to } = spanOf(day);
  return sql`subscription_events event where event.at >= ${from} and event.at < ${to} and event.type in (${sql.raw(types)})`;
};

/** Free days that began, and first payments: after a free day, or at once. */
function beginnings(day: Day): SQL {
  return sql`
    select subscription_id, ${packageAt(E)} as package_id,
      case when type = 'trial_started' then 'trial' when ${begunBefore(E)} is null then 'paid_at_once' else 'converted' end as what
    from ${eventsOf(day, `'trial_started', 'charge_succeeded'`)} and (type = 'trial_started' or ${paidBefore(E)} is null)`;
}

/** Sign-ups whose first payment was denied: nothing was served. */
function refusals(day: Day): SQL {
  return sql`
    select subscription_id, ${packageAt(E)} as package_id, 'refused' as what
    from ${eventsOf(day, `'charge_denied'`)} and ${begunBefore(E)} is null`;
}

/**
 * Requests for another package than before, of one that was never paid yet too; only few
 * subscriptions have any.
 */
function moves(day: Day): SQL {
  const moved = sql`
    select event.subscription_id, event.data->>'packageId' as new_package, ${paidBefore(E)} is null as on_trial, (
      select asked.data->>'packageId' from subscription_events asked
      where asked.subscription_id = event.subscription_id and asked.place < event.place and asked.type in ('trial_started', 'charge_requested')
      order by asked.place desc limit 1) as old_package
    from ${eventsOf(day, `'charge_requested'`)}
      and event.subscription_id in (
        select subscription_id from subscription_events where type = 'package_change_requested' or (type = 'charge_requested' and data ? 'atOnce'))
      and ${begunBefore(E)} is not null`;
  return sql`
    select subscription_id, case when is_in then new_package else old_package end as package_id, what
    from (${moved}) as moved cross join (values
      ('moved_in', true, false), ('moved_out', false, false),
      ('trial_moved_in', true, true), ('trial_moved_out', false, true)) as side (what, is_in, of_trial)
    where new_package <> old_package and (on_trial or not of_trial)`;
}

/**
 * The ends of the day, one for each subscription, with the position of its beginning. Whoever
 * cancels, the subscriber wanted it: care cancels for a caller, and nothing else does. A block is
 * wanted as STOP ALL alone: by care it may also stop an abuse, which nobody asked for.
 */
function ends(day: Day): SQL {
  return sql`
    select * from (
      select distinct on (event.subscription_id) event.subscription_id, ${packageAt(E)} as package_id, ${begunBefore(E)} as begun, ${paidBefore(E)} is not null as paid,
        case event.type when 'expired' then 'ended_unpaid'
          when 'cancelled' then 'ended_wanted'
          when 'blocked' then case when event.data->>'reason' = 'stop_all' then 'ended_wanted' else 'ended_other' end
          else 'ended_other' end as what
      from (select event.* from ${eventsOf(day, `'cancelled', 'blocked', 'expired', 'refunded'`)}) as event
        join subscriptions subscription on subscription.id = event.subscription_id
      where case when subscription.cancelled_at is null then event.type in ('blocked', 'expired')
        else subscription.cancelled_at = event.at and (event.type = 'cancelled' or (event.type = 'refunded' and (event.data->>'whole')::boolean)) end
      order by event.subscription_id, event.place
    ) as first_end where begun is not null`;
}
