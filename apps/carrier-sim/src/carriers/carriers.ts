import type { Due } from '../camara/due.ts';
import type { SimulatedCarrier } from './carrier.ts';
import type { NumberCarriers } from './number-carriers.ts';

/** All simulated carriers, for the addresses of people and tests below `/sim`. */
export interface Carriers extends Due {
  readonly all: readonly SimulatedCarrier[];
  /** The carrier that serves a number at present. */
  of(msisdn: string): SimulatedCarrier;
  /** @returns undefined for an id of no simulated carrier. */
  byId(id: string): SimulatedCarrier | undefined;
  /** Moves a number to another carrier, where it is a new handset with a line of its own. */
  port(msisdn: string, carrierId: string): void;
}

/** @param all the simulated carriers; the first one serves numbers that are in no range. */
export function createCarriers(
  all: readonly [SimulatedCarrier, ...SimulatedCarrier[]],
  numbers: NumberCarriers,
): Carriers {
  const byId = new Map(all.map((carrier) => [carrier.profile.id, carrier]));
  return {
    all,
    of: (msisdn) => byId.get(numbers.of(msisdn)) ?? all[0],
    byId: (id) => byId.get(id),
    port: (msisdn, carrierId) => numbers.port(msisdn, carrierId),
    fallDue() {
      for (const { due } of all) due.fallDue();
    },
  };
}
