import type { BasisPoints } from '@bonisa/domain/money/carrier-settlement';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type { PackageId } from '@bonisa/domain/packages/package-catalogue';
import type { JWK } from 'jose';
import type { ApiChoices } from './camara.apis.ts';
import type { Carrier } from './carrier.port.ts';
import type { AskContentLock } from './content-lock.ts';
import type { Pace, PaceLimits } from './pace.ts';
import type { Recharge } from './recharge.ts';
import type { Stops } from './stops.ts';

/** What is configured of one carrier. */
export interface CarrierTerms {
  /** Stored with every charge: the id must never be given to another carrier. */
  readonly id: string;
  /** The name for people. */
  readonly name: string;
  readonly apiUrl: string;
  readonly tokenUrl: string;
  readonly apis: ApiChoices;
  readonly clientId: string;
  /** Our private key at this carrier, an EC P-256 JWK. */
  readonly key: JWK;
  /** The secret that the carrier sends with its messages and top-ups. */
  readonly inboundToken: string;
  /** Accepted as well, while the carrier changes it. */
  readonly inboundTokenNext?: string | undefined;
  readonly enrichment: {
    readonly secret: string | undefined;
    /** Accepted as well, while the carrier changes it. */
    readonly next?: string | undefined;
    readonly from: readonly string[];
  };
  /** The carrier's service keys of the packages. */
  readonly serviceKeys: Readonly<Record<PackageId, string>>;
  /** The carrier's share of the net, in hundredths of a percent. */
  readonly share: BasisPoints;
  readonly pace: PaceLimits;
  /** Whether to ask the carrier if the owner of a number has blocked content services. */
  readonly contentLock: 'ask' | 'skip';
  /** How airtime is bought there. */
  readonly recharge: Recharge;
  /** Whether its numbers may start subscriptions; running ones and old charges go on if not. */
  readonly acceptsSignups: boolean;
  /** How its numbers begin; none: it has every number that is in no other carrier's range. */
  readonly prefixes: readonly string[];
}

/** The configured carriers; at least one, the first of which has numbers that are in no range. */
export type CarrierList = readonly [CarrierTerms, ...CarrierTerms[]];

/** One carrier as the product calls it: nothing of it is shared with another carrier. */
export interface ConnectedCarrier {
  readonly terms: CarrierTerms;
  /** Its operations, none of which is called while it is stopped. */
  readonly calls: Carrier;
  readonly stops: Stops;
  readonly pace: Pace;
  readonly contentLock: AskContentLock;
}

/** The connected carriers, in the order in which they are configured. */
export interface CarrierRegistry {
  readonly all: readonly [ConnectedCarrier, ...ConnectedCarrier[]];
  /** @throws Error where no carrier of this id is configured. */
  byId(id: string): ConnectedCarrier;
  close(): Promise<void>;
}

/** @param all at least one; each id is there once. */
export function createRegistry(
  all: readonly [ConnectedCarrier, ...ConnectedCarrier[]],
): CarrierRegistry {
  const known = new Map(all.map((carrier) => [carrier.terms.id, carrier]));
  return {
    all,
    byId(id) {
      const carrier = known.get(id);
      if (!carrier) throw new Error(`the carrier ${id} is not configured any more`);
      return carrier;
    },
    async close() {
      await Promise.all(all.map(({ calls }) => calls.close()));
    },
  };
}

/**
 * The carrier to whose range a number belongs: the longest beginning counts; a number that is in no
 * range belongs to the first carrier without one, else to the first.
 */
export function carrierOfRange(
  carriers: readonly Pick<CarrierTerms, 'id' | 'prefixes'>[],
  msisdn: Msisdn,
): string {
  let best = { id: '', length: 0 };
  for (const { id, prefixes } of carriers) {
    for (const prefix of prefixes) {
      if (prefix.length > best.length && msisdn.startsWith(prefix))
        best = { id, length: prefix.length };
    }
  }
  const anybody = carriers.find(({ prefixes }) => prefixes.length === 0) ?? carriers[0];
  if (!anybody) throw new RangeError('no carrier is configured');
  return best.length > 0 ? best.id : anybody.id;
}
