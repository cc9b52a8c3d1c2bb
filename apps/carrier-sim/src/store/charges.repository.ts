import type { Database } from './database.ts';
import type { PaymentStatus } from './payments.repository.ts';

/** A payment as the carriers' desk shows it; refused attempts included. */
export interface Charge {
  /** Its place in the order of payment requests. */
  seq: number;
  id: string;
  msisdn: string;
  at: Date;
  cents: number;
  status: PaymentStatus;
  reference: string;
  denialReason: string | null;
  /** The amount that was refunded to the line, in cents. */
  refundedCents: number;
}

export interface ChargesRepository {
  /**
   * The next charges, oldest first.
   * @param after the `seq` of the last charge before them; 0 for the first.
   * @param msisdn limits them to this number.
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

/** Charges are read in pieces: all of them may not fit in memory and would block other requests. */
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
