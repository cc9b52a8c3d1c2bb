import type { Database } from './database.ts';
import type { PaymentStatus } from './payments.repository.ts';

/** What a person at the carrier's desk sees of a payment; refused attempts included. */
export interface Charge {
  /** Its place in the order in which payments were asked for. */
  seq: number;
  id: string;
  msisdn: string;
  at: Date;
  cents: number;
  status: PaymentStatus;
  reference: string;
  denialReason: string | null;
  /** What has reached the line again, in cents. */
  refundedCents: number;
}

export interface ChargesRepository {
  /**
   * The next ones, oldest first. @param after the `seq` of the last one before them; 0 for the
   * first. @param msisdn only this number's.
   */
  next(after: number, limit: number, msisdn?: string): Charge[];
}

interface Row {
  seq: number;
  id: string;
  msisdn: string;
  created_at: number;
  cents: number;
  status: PaymentStatus;
  reference_code: string;
  denial_reason: string | null;
  refunded: number;
}

/**
 * Charges are read piece by piece: all of them can be more than should be in memory, or keep others
 * waiting.
 */
export function createChargesRepository(database: Database): ChargesRepository {
  const columns = `seq, id, msisdn, created_at, cents, status, reference_code, denial_reason,
    (select coalesce(sum(cents), 0) from refunds where payment_id = payments.id and refunds.status = 'succeeded') as refunded`;
  const all = database.prepare<Row>(
    `select ${columns} from payments where seq > ? order by seq limit ?`,
  );
  const ofNumber = database.prepare<Row>(
    `select ${columns} from payments where msisdn = ? and seq > ? order by seq limit ?`,
  );
  return {
    next(after, limit, msisdn) {
      const rows =
        msisdn === undefined ? all.all(after, limit) : ofNumber.all(msisdn, after, limit);
      return rows.map(chargeFrom);
    },
  };
}

function chargeFrom(row: Row): Charge {
  return {
    seq: row.seq,
    id: row.id,
    msisdn: row.msisdn,
    at: new Date(row.created_at),
    cents: row.cents,
    status: row.status,
    reference: row.reference_code,
    denialReason: row.denial_reason,
    refundedCents: row.refunded,
  };
}
