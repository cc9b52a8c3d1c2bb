import { type Carried, carriedOver } from '@bonisa/domain/subscription/subscription';
import type { Database } from '@bonisa/kit/database/database';
import type { subscribers } from '@bonisa/people/numbers/numbers.tables';
import { and, asc, desc, eq, gt, gte, inArray, ne } from 'drizzle-orm';
import { toState } from './subscription.state.ts';
import { subscriptions } from './subscription.tables.ts';

/** The columns of a subscriber that tell the number's history. */
type Holder = Pick<typeof subscribers.$inferSelect, 'id' | 'graceFrom'>;
type Row = typeof subscriptions.$inferSelect;

/**
 * The time that a new subscription of a locked subscriber takes over ({@link carriedOver}). Rows
 * that are still served are locked: a simultaneous refund either has taken their time already, or
 * sees the new subscription.
 */
export async function carriedOf(db: Database, subscriber: Holder, now: Date): Promise<Carried> {
  const served = await db
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.subscriberId, subscriber.id),
        inArray(subscriptions.status, ['cancelled', 'blocked']),
        gt(subscriptions.paidUntil, now),
      ),
    )
    .orderBy(asc(subscriptions.id))
    .for('update');
  return carriedOver(
    [...served, ...(await newestOf(db, subscriber.id))].map(toState),
    subscriber.graceFrom,
    now,
  );
}

/**
 * When the grace of a number begins: as in its newest subscription, or before the first one as in
 * its subscriber.
 */
export async function graceFromOf(db: Database, { id, graceFrom }: Holder): Promise<Date | null> {
  const [newest] = await newestOf(db, id);
  return newest ? newest.graceFrom : graceFrom;
}

function newestOf(db: Database, subscriberId: number): Promise<Row[]> {
  return db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.subscriberId, subscriberId))
    .orderBy(desc(subscriptions.startedAt), desc(subscriptions.id))
    .limit(1);
}

/**
 * Locks the later subscriptions of the same number that took over this one's paid time, directly or
 * through another.
 */
export async function lockLaterSubscriptions(db: Database, row: Row, now: Date): Promise<Row[]> {
  if (row.paidUntil === null || row.paidUntil <= now) return [];
  return await db
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.subscriberId, row.subscriberId),
        ne(subscriptions.id, row.id),
        gte(subscriptions.startedAt, row.startedAt),
        gte(subscriptions.carriedUntil, row.paidUntil),
        ne(subscriptions.status, 'expired'),
      ),
    )
    .orderBy(asc(subscriptions.id))
    .for('update');
}
