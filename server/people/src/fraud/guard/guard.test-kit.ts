import type { FraudVisitor } from '../fraud.port.ts';
import { type AttemptEvidence, checksum } from './guard.evidence.ts';

export const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36';

export const VISITOR: FraudVisitor = {
  transactionId: 'run-1',
  visitorId: 'visitor-1',
  address: '196.25.1.1',
  userAgent: PHONE,
};

/** The evidence of an honest tap on a phone. */
export function press(change: Partial<AttemptEvidence> = {}): AttemptEvidence {
  return {
    trusted: true,
    via: 'touch',
    covered: 0,
    hit: false,
    away: false,
    hidden: false,
    framed: false,
    since: 4_000,
    page: 9_000,
    moves: 3,
    downs: 2,
    keys: 4,
    webdriver: false,
    bridge: false,
    agent: checksum(PHONE),
    platform: 'Android',
    mobile: true,
    ...change,
  };
}

/** Seals evidence into a kit's token as the script in the page does. */
export function seal(kitToken: string, evidence: unknown): string {
  const body = Buffer.from(JSON.stringify(evidence)).toString('base64url');
  return `${kitToken}.${body}.${checksum(`${kitToken}.${body}`)}`;
}
