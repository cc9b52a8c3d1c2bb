import type { Clock } from '../platform/clock.ts';
import { keyedHash, sameText } from '../platform/keyed-hash.ts';
import type { Sink } from './carrier.port.ts';

/** So long the carrier may report what became of a payment; after that only its books tell. */
const LIFE_MS = 24 * 60 * 60_000;

type Kind = 'charge' | 'refund';

/**
 * Where the carrier reports a charge or a refund. The token that it shows there names what it is
 * about and until when it counts, so that one that was read from somebody's log opens nothing a day
 * later.
 */
export type Sinks = ReturnType<typeof createSinks>;

export function createSinks({
  key,
  url,
  clock,
}: {
  readonly key: Buffer;
  readonly url: string;
  readonly clock: Clock;
}) {
  const macOf = (kind: string, id: string, until: string): string =>
    keyedHash(key, kind, id, until);

  const sinkFor = (kind: Kind, id: string): Sink => {
    const expires = new Date(Math.ceil((clock.now().getTime() + LIFE_MS) / 1000) * 1000);
    const until = String(expires.getTime() / 1000);
    return { url, token: [kind, id, until, macOf(kind, id, until)].join('.'), expires };
  };

  const subjectOf = (wanted: Kind, token: string): string | undefined => {
    const [kind, id, until, mac, ...more] = token.split('.');
    if (kind !== wanted || !id || !until || !mac || more.length > 0) return undefined;
    if (!sameText(mac, macOf(kind, id, until))) return undefined;
    return Number(until) * 1000 > clock.now().getTime() ? id : undefined;
  };

  return {
    sinkFor: (chargeId: string): Sink => sinkFor('charge', chargeId),
    refundSinkFor: (refundId: string): Sink => sinkFor('refund', refundId),
    /**
     * The charge that a token is about; nothing where it is not ours, of a refund, or has expired.
     */
    chargeOf: (token: string): string | undefined => subjectOf('charge', token),
    refundOf: (token: string): string | undefined => subjectOf('refund', token),
  };
}
