import type { Database } from './database.ts';

/** Every purpose at once. */
export const ALL_PURPOSES = '*';

/** A subscriber's decision about one client and one purpose (or all purposes). */
export interface Consent {
  clientId: string;
  purpose: string;
  granted: boolean;
  at: Date;
}

/**
 * The consents that subscribers have given or withdrawn. Without a decision the consent counts as
 * given: the carrier's demo assumes that it was captured at onboarding.
 */
export interface ConsentsRepository {
  isGiven(msisdn: string, clientId: string, purpose: string): boolean;
  /** Stores a decision; one about all purposes replaces those about single ones. */
  set(msisdn: string, consent: Consent): void;
  list(msisdn: string): Consent[];
  /** Deletes the decisions for a new owner of the number. */
  forget(msisdn: string): void;
}

interface Row {
  client_id: string;
  purpose: string;
  granted: number;
  at: number;
}

export function createConsentsRepository(database: Database): ConsentsRepository {
  // A decision about the purpose itself comes before one about all purposes.
  const select = database.prepare<{ granted: number }>(
    `select granted from consents where msisdn = ? and client_id = ? and purpose in (?, '${ALL_PURPOSES}') order by purpose = '${ALL_PURPOSES}' limit 1`,
  );
  const upsert = database.prepare(
    `insert into consents (msisdn, client_id, purpose, granted, at) values (?, ?, ?, ?, ?)
      on conflict do update set granted = excluded.granted, at = excluded.at`,
  );
  const all = database.prepare<Row>(
    'select client_id, purpose, granted, at from consents where msisdn = ? order by client_id, purpose',
  );
  const dropClient = database.prepare('delete from consents where msisdn = ? and client_id = ?');
  const drop = database.prepare('delete from consents where msisdn = ?');
  return {
    isGiven: (msisdn, clientId, purpose) => select.get(msisdn, clientId, purpose)?.granted !== 0,
    set(msisdn, { clientId, purpose, granted, at }) {
      if (purpose === ALL_PURPOSES) dropClient.run(msisdn, clientId);
      upsert.run(msisdn, clientId, purpose, Number(granted), at.getTime());
    },
    list: (msisdn) =>
      all.all(msisdn).map((row) => ({
        clientId: row.client_id,
        purpose: row.purpose,
        granted: row.granted === 1,
        at: new Date(row.at),
      })),
    forget: (msisdn) => void drop.run(msisdn),
  };
}
