import { TOLD_AHEAD_MS } from '@bonisa/domain/packages/package-rules';
import type { Database } from '@bonisa/kit/database/database';
import { earliestDue } from '@bonisa/kit/jobs/earliest-due';
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import { priceVersions, priceWithdrawals } from '../packages/packages.tables.ts';
import { priceOffers } from './subscription.tables.ts';

/** A price that holders are told of, and how far. */
export interface DueOffer {
  readonly versionId: string;
  readonly packageId: string;
  readonly amount: number;
  readonly validFrom: Date;
  readonly withdrawnAt: Date | null;
  readonly pass: (typeof priceOffers.$inferSelect)['pass'];
  readonly toldUntil: string | null;
  readonly told: number;
}

/** What the studio shows of it. */
export interface OfferProgress {
  readonly told: number;
  readonly doneAt: Date | null;
}

/** SQL of the telling of new prices. */
export function createPriceOfferRepository(db: Database) {
  return {
    db,
    within: (tx: Database) => createPriceOfferRepository(tx),

    /** Begins the rows of prices whose holders are to be told by now. */
    begin: async (now: Date): Promise<void> => {
      const due = await db
        .select({ id: priceVersions.id })
        .from(priceVersions)
        .leftJoin(priceOffers, eq(priceOffers.versionId, priceVersions.id))
        .leftJoin(priceWithdrawals, eq(priceWithdrawals.versionId, priceVersions.id))
        .where(
          and(
            eq(priceVersions.holders, 'asked_again'),
            lte(priceVersions.validFrom, new Date(now.getTime() + TOLD_AHEAD_MS)),
            isNull(priceOffers.versionId),
            isNull(priceWithdrawals.id),
          ),
        );
      if (due.length === 0) return;
      const rows = due.map(({ id }) => ({
        versionId: id,
        pass: 'ahead' as const,
        told: 0,
        nextAt: now,
      }));
      // Another process may have begun them at the same moment.
      await db.insert(priceOffers).values(rows).onConflictDoNothing();
    },

    /** Locks one that is due, unless another process has locked it. Within a transaction. */
    claim: async (now: Date): Promise<DueOffer | undefined> => {
      const [row] = await db
        .select({
          versionId: priceOffers.versionId,
          packageId: priceVersions.packageId,
          amount: priceVersions.amount,
          validFrom: priceVersions.validFrom,
          withdrawnAt: priceWithdrawals.at,
          pass: priceOffers.pass,
          toldUntil: priceOffers.toldUntil,
          told: priceOffers.told,
        })
        .from(priceOffers)
        .innerJoin(priceVersions, eq(priceVersions.id, priceOffers.versionId))
        .leftJoin(priceWithdrawals, eq(priceWithdrawals.versionId, priceOffers.versionId))
        .where(sql`${DUE_AT} <= ${sql.param(now, priceOffers.nextAt)}`)
        .orderBy(asc(priceOffers.nextAt), asc(priceOffers.versionId))
        .limit(1)
        .for('update', { of: priceOffers, skipLocked: true });
      return row;
    },

    write: async (
      versionId: string,
      change: Partial<typeof priceOffers.$inferInsert>,
    ): Promise<void> => {
      await db.update(priceOffers).set(change).where(eq(priceOffers.versionId, versionId));
    },

    /** How many were told of each price, by its version. */
    progress: async (): Promise<ReadonlyMap<string, OfferProgress>> => {
      const rows = await db.select().from(priceOffers);
      return new Map(rows.map(({ versionId, told, doneAt }) => [versionId, { told, doneAt }]));
    },

    nextDue: (): Promise<Date | null> => earliestDue(db, NEXT_DUE),
  };
}

export type PriceOfferRepository = ReturnType<typeof createPriceOfferRepository>;

/** A withdrawal is due at once; what is done is not due again. */
const DUE_AT = sql<Date>`case
  when ${priceOffers.nextAt} is null then null
  when ${priceWithdrawals.at} is not null and ${priceOffers.pass} <> 'withdrawn'
    then ${priceWithdrawals.at}
  else ${priceOffers.nextAt} end`;

const AHEAD = sql.raw(`interval '${TOLD_AHEAD_MS} milliseconds'`);

/** The next page of a price that is told of, or the beginning of one that is not yet. */
const NEXT_DUE = sql`
  select min(case when ${priceOffers.versionId} is null
    then ${priceVersions.validFrom} - ${AHEAD} else ${DUE_AT} end)
  from ${priceVersions}
  left join ${priceOffers} on ${priceOffers.versionId} = ${priceVersions.id}
  left join ${priceWithdrawals} on ${priceWithdrawals.versionId} = ${priceVersions.id}
  where ${priceVersions.holders} = 'asked_again'
    and (${priceOffers.versionId} is not null or ${priceWithdrawals.id} is null)`;
