import { boundsOf } from '@bonisa/domain/money/reconciliation';
import { dayOf } from '@bonisa/domain/south-african-time';
import type { Database } from '@bonisa/kit/database/database';
import { and, between, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm';
import { charges } from '../billing.tables.ts';
import { resentIds } from '../charges/charge-resends.repository.ts';
import type { ReconciliationException } from './exception.repository.ts';
import { reconciliations } from './reconciliation.tables.ts';

/** A comparison searches charges by the carrier's id within this much around the day, too. */
const NEAR_MS = 24 * 60 * 60_000;

/** Whether a charge of ours has taken the payment of an exception that said that we lack it. */
export async function isPaymentBooked(
  tx: Database,
  exception: ReconciliationException,
): Promise<boolean> {
  const which =
    exception.carrierPaymentId === null ? sinceCompared(exception) : byPaymentId(tx, exception);
  if (!which) return false;
  const rows = await tx
    .select({ id: charges.id })
    .from(charges)
    .where(
      and(
        eq(charges.carrierId, exception.carrierId),
        inArray(charges.state, ['succeeded', 'refunded']),
        which,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** No index has the carrier's id: only charges near the payment are read. */
function byPaymentId(
  tx: Database,
  { carrierId, carrierPaymentId, theirs }: ReconciliationException,
): SQL | undefined {
  if (carrierPaymentId === null || !theirs) return undefined;
  const day = boundsOf(dayOf(new Date(theirs.at)));
  const from = new Date(day.from.getTime() - NEAR_MS);
  const to = new Date(day.to.getTime() + NEAR_MS);
  const isNear = or(
    between(charges.createdAt, from, to),
    inArray(charges.id, resentIds(tx, { carrierId, from, to })),
  );
  return and(eq(charges.carrierPaymentId, carrierPaymentId), isNear);
}

/**
 * A file without ids names a payment by our reference. A charge of this reference that was taken
 * before the comparison is another payment: the file has the reference twice.
 */
function sinceCompared({
  carrierId,
  reference,
  day,
  source,
  createdAt,
}: ReconciliationException): SQL | undefined {
  if (reference === null) return undefined;
  const compared = sql`(select ${reconciliations.at} from ${reconciliations}
    where ${reconciliations.carrierId} = ${carrierId} and ${reconciliations.day} = ${day}
      and ${reconciliations.source} = ${source})`;
  const at = sql`coalesce(${compared}, ${createdAt.toISOString()}::timestamptz)`;
  return and(eq(charges.reference, reference), gt(charges.decidedAt, at));
}
