import { EXCLUSIVE_STATUSES } from '@bonisa/domain/subscription/subscription';
import type { Database } from '@bonisa/kit/database/database';
import { and, eq, gte, inArray, notExists, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { subscriptions } from './subscription.tables.ts';

/** True for subscribers that neither have a running subscription nor were served since then. */
export function nothingServedSince(db: Database, subscriberId: PgColumn, since: Date): SQL {
  const served = or(
    inArray(subscriptions.status, [...EXCLUSIVE_STATUSES]),
    gte(
      sql`coalesce(${subscriptions.paidUntil}, ${subscriptions.startedAt})`,
      sql.param(since, subscriptions.startedAt),
    ),
  );
  return notExists(
    db
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(and(eq(subscriptions.subscriberId, subscriberId), served)),
  );
}
