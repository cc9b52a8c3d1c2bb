import type { Database } from '@bonisa/kit/database/database';
import { and, asc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { chargeResends, charges } from '../billing.tables.ts';

/** SQL of the charges that were sent again: those on hold possibly days after their intent. */

/** The charges of one carrier that were sent again from an instant on, until another one. */
export interface Resent {
  readonly carrierId: string;
  readonly from: Date;
  /** Excluded; left out: no end. */
  readonly to?: Date;
}

/** Notes when charges of a carrier are sent again; a charge has one such time, the last. */
export async function noteResends(
  db: Database,
  chargeIds: readonly string[],
  { carrierId, sentAt }: { readonly carrierId: string; readonly sentAt: Date },
): Promise<void> {
  await db
    .insert(chargeResends)
    .values(chargeIds.map((chargeId) => ({ chargeId, carrierId, sentAt })))
    .onConflictDoUpdate({ target: chargeResends.chargeId, set: { sentAt } });
}

/** The ids of charges that were sent again, as a query. */
export function resentIds(db: Database, resent: Resent) {
  return db.select({ id: chargeResends.chargeId }).from(chargeResends).where(sentWithin(resent));
}

/**
 * A page of charges that were sent again and fulfil a condition, in the order of that time, after
 * the given one.
 */
export async function resentCharges(
  db: Database,
  resent: Resent,
  which: SQL | undefined,
  after: { readonly id: string } | undefined,
  limit: number,
): Promise<(typeof charges.$inferSelect)[]> {
  const rows = await db
    .select({ charge: charges })
    .from(chargeResends)
    .innerJoin(charges, eq(charges.id, chargeResends.chargeId))
    .where(
      and(
        sentWithin(resent),
        which,
        after &&
          sql`(${chargeResends.sentAt}, ${chargeResends.chargeId}) >
            (select last.sent_at, last.charge_id from ${chargeResends} as last
             where last.charge_id = ${after.id})`,
      ),
    )
    .orderBy(asc(chargeResends.sentAt), asc(chargeResends.chargeId))
    .limit(limit);
  return rows.map(({ charge }) => charge);
}

function sentWithin({ carrierId, from, to }: Resent): SQL | undefined {
  return and(
    eq(chargeResends.carrierId, carrierId),
    gte(chargeResends.sentAt, from),
    to && lt(chargeResends.sentAt, to),
  );
}
