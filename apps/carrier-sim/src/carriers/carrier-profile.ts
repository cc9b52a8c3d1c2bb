import type { JWK } from 'jose';
import type { InboundAddress } from '../messages/inbound.client.ts';
import { DEFAULT_RANGES, type NumberRanges } from '../store/numbers.ts';

/** The configuration of one simulated carrier. */
export interface CarrierProfile {
  /** Lower-case letters, digits and dashes; part of addresses and file names. */
  id: string;
  /** The brand that people see. */
  name: string;
  /** The name in a handset's status bar. */
  shortName: string;
  /** The path below which the carrier's addresses are: `''` or `/carriers/<id>`. */
  root: string;
  /** Our product as a client of this carrier. */
  client: { id: string; jwk: JWK };
  /** Where the service receives messages and top-ups. Without it a handset's message is refused. */
  inbound: InboundAddress | undefined;
  /** Proves to the site that the enrichment headers come from this carrier. */
  enrichmentSecret: string;
  /** The numbers that the network can serve, and the landlines. */
  ranges: NumberRanges;
  /** The prefixes of the numbers that this carrier issued; the first carrier has all others. */
  prefixes: readonly string[];
  /** How many calls each second may move money; more are answered with 429. null: no limit. */
  callsPerSecond: number | null;
  /** The carrier's share of each payment in percent; only its page shows it. */
  sharePercent: number;
  /** The number that the handset page shows first. */
  firstNumber: string;
}

/** The first carrier, whose addresses are at the root. */
export const KAROO = {
  id: 'karoo',
  name: 'Karoo Mobile',
  shortName: 'Karoo',
  root: '',
  prefixes: [],
  callsPerSecond: null,
  sharePercent: 30,
  firstNumber: '27821234567',
} as const;

/**
 * The second carrier, a stricter one. Its range has a thousand numbers, so an invented number is
 * hardly ever one of them.
 */
export const VULA = {
  id: 'vula',
  name: 'Vula Connect',
  shortName: 'Vula',
  root: '/carriers/vula',
  ranges: DEFAULT_RANGES,
  prefixes: ['27619497'],
  callsPerSecond: 5,
  sharePercent: 45,
  firstNumber: '27619497001',
} as const;
