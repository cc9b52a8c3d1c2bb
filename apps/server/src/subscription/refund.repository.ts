import type { Cents } from '@bonisa/domain/rand';
import { v7 as uuid } from 'uuid';
import { bulkInsert, bulkUpdate } from '../platform/bulk.ts';
import type { Database } from '../platform/database.ts';
import type { Charge } from './charge.repository.ts';
import { charges, refunds } from './subscription.tables.ts';

export type Refund = typeof refunds.$inferSelect;

/** Money of a taken charge that is to be given back, and why, in an agent's words or ours. */
export interface IntendedRefund {
  readonly charge: Pick<Charge, 'id' | 'refunded'>;
  readonly amount: Cents;
  readonly vat: Cents;
  readonly why: string;
}

/**
 * Writes the intents of refunds, within the transaction of what they are for and under the lock on their charges; they are sent when the transaction has
 * ended. The amount is set aside at once, so that the same money is not given back twice: the database refuses more than was taken.
 */
export async function intendRefunds(tx: Database, intended: readonly IntendedRefund[], at: Date): Promise<Refund[]> {
  const rows = intended.map(({ charge, amount, vat, why }): Refund => {
    const id = uuid();
    return {
      id,
      chargeId: charge.id,
      reference: `BON-R-${id}`,
      amount,
      vat,
      state: 'intended',
      why,
      reason: null,
      detail: null,
      carrierRefundId: null,
      createdAt: at,
      settledAt: null,
      lookupAt: at,
      lookups: 0,
    };
  });
  await bulkInsert(tx, refunds, rows);
  await bulkUpdate(
    tx,
    charges,
    'id',
    ['refunded'],
    intended.map(({ charge, amount }) => ({ id: charge.id, refunded: charge.refunded + amount })),
  );
  return rows;
}
