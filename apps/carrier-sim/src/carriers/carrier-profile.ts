import type { JWK } from 'jose';
import type { InboundAddress } from '../messages/inbound.client.ts';
import { DEFAULT_RANGES, type NumberRanges } from '../store/numbers.ts';

/** One simulated carrier as it is configured. */
export interface CarrierProfile {
  /** Lower case letters, digits and dashes; stands in addresses and in file names. */
  id: string;
  /** The brand that people see. */
  name: string;
  /** The name in a handset's status bar. */
  shortName: string;
  /** The path below which the carrier's addresses stand: `''` or `/carriers/<id>`. */
  root: string;
  /** Our product as a client of this carrier. */
  client: { id: string; jwk: JWK };
  /** Where the service takes messages and top-ups; without it a handset's message is refused. */
  inbound: InboundAddress | undefined;
  /** Proves to the site that the headers of enrichment come from this carrier. */
  enrichmentSecret: string;
  /** Which numbers the network can serve, and which are landlines. */
  ranges: NumberRanges;
  /** How the numbers begin that were given out to this carrier; the first one has all others. */
  prefixes: readonly string[];
  /** Calls a second that move money; more are answered with 429. null: as many as come. */
  callsPerSecond: number | null;
  /** What the carrier keeps of each payment, in percent; shown on its page only. */
  sharePercent: number;
  /** The number that the handset page shows first. */
  firstNumber: string;
}

/** The simulator's first carrier, whose addresses stand at the root. */
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
 * The second carrier, a stricter one. Its range has a thousand numbers, so that a number that
 * somebody makes up is hardly ever one of them.
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
