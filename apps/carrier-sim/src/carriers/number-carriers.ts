import type { Database } from '../store/database.ts';
import type { CarrierProfile } from './carrier-profile.ts';

/** Decides which simulated carrier serves a number: by porting, otherwise by number range. */
export interface NumberCarriers {
  /** @returns the id of the carrier. */
  of(msisdn: string): string;
  /**
   * Moves a number to another carrier.
   * @param carrierId of a simulated carrier.
   */
  port(msisdn: string, carrierId: string): void;
}

/**
 * @param database where porting is recorded.
 * @param profiles of all carriers; the first one serves every number that is in no other's range.
 */
export function createNumberCarriers(
  database: Database,
  [first, ...further]: readonly [CarrierProfile, ...CarrierProfile[]],
): NumberCarriers {
  const ported = database.prepare<{ carrier_id: string }>(
    'select carrier_id from ported_numbers where msisdn = ?',
  );
  const record = database.prepare(
    'insert into ported_numbers values (?, ?) on conflict do update set carrier_id = excluded.carrier_id',
  );
  const known = new Set([first, ...further].map(({ id }) => id));
  const byRange = (msisdn: string) =>
    further.find(({ prefixes }) => prefixes.some((prefix) => msisdn.startsWith(prefix)))?.id;
  return {
    of(msisdn) {
      const carrierId = ported.get(msisdn)?.carrier_id;
      // A carrier that is no longer simulated has no customers.
      if (carrierId !== undefined && known.has(carrierId)) return carrierId;
      return byRange(msisdn) ?? first.id;
    },
    port: (msisdn, carrierId) => void record.run(msisdn, carrierId),
  };
}
