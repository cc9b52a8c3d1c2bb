import { EXCLUSIVE_STATUSES } from '@bonisa/domain/subscription/subscription';
import type { Database } from '@bonisa/kit/database/database';
import { inBatches } from '@bonisa/kit/database/in-batches';
import { lazy } from '@bonisa/kit/lazy';
import { desc, getTableColumns, inArray, sql } from 'drizzle-orm';
import { subscriptions } from './subscription.tables.ts';

type Columns = ReturnType<typeof getTableColumns<typeof subscriptions>>;
type Row = typeof subscriptions.$inferSelect;

interface Asked {
  readonly subscriberId: number;
  readonly now: Date;
}

/**
 * Reads a subscriber's newest subscriptions at a time: the running one, cancelled ones that are
 * still served, then the others.
 */
export function createRecentSubscriptions(db: Database): (asked: Asked) => Promise<readonly Row[]> {
  const statements = lazy(() => {
    const isServed = sql`${subscriptions.status} = 'cancelled' and coalesce(${subscriptions.paidUntil} > asked_at, false)`;
    const newest = db
      .select()
      .from(subscriptions)
      .where(sql`${subscriptions.subscriberId} = asked_of`)
      .orderBy(
        desc(inArray(subscriptions.status, [...EXCLUSIVE_STATUSES])),
        desc(isServed),
        desc(subscriptions.startedAt),
        desc(subscriptions.id),
      )
      .limit(5)
      .as('newest');
    const names = Object.keys(getTableColumns(subscriptions)) as (keyof Row)[];
    const columns = Object.fromEntries(names.map((name) => [name, newest[name]]));
    return {
      recent: db
        .select({
          place: sql`asked_place`.mapWith(Number),
          subscription: columns as unknown as Columns,
        })
        .from(
          sql`unnest(${sql.placeholder('ids')}::bigint[], ${sql.placeholder('times')}::timestamptz[]) with ordinality as asked(asked_of, asked_at, asked_place)`,
        )
        .innerJoinLateral(newest, sql`true`)
        .prepare('recent_subscriptions'),
    };
  });
  return inBatches(
    async (asked: readonly Asked[]) => {
      const rows = await statements.recent.execute({
        ids: asked.map(({ subscriberId }) => subscriberId),
        times: asked.map(({ now }) => now.toISOString()),
      });
      const found = Map.groupBy(rows, ({ place }) => place);
      return asked.map((_, index) =>
        (found.get(index + 1) ?? []).map(({ subscription }): Row => subscription),
      );
    },
    ({ subscriberId, now }) => `${subscriberId} ${now.getTime()}`,
  );
}
