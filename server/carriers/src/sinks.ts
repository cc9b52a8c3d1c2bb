import type { Clock } from '@bonisa/kit/clock/clock';
import { createSignedTokens } from '@bonisa/kit/secrets/signed-token';
import { z } from 'zod';
import type { Sink } from './billing.port.ts';

/** How long the carrier may report an outcome; afterwards only its list of payments counts. */
const LIFE_MS = 24 * 60 * 60_000;

type Kind = 'charge' | 'refund';

/**
 * The addresses to which the carrier reports charges and refunds. The carrier sends a signed token
 * along, which names the charge or refund and expires after a day, so a token read from a log is
 * useless a day later.
 */
export function createSinks({
  key,
  url,
  clock,
}: {
  readonly key: Buffer;
  readonly url: string;
  readonly clock: Clock;
}) {
  const tokensOf = (kind: Kind) =>
    createSignedTokens({ key, purpose: `sink.${kind}`, claims: z.string() });
  const tokens = { charge: tokensOf('charge'), refund: tokensOf('refund') };

  const sinkFor = (kind: Kind, id: string): Sink => {
    const expires = new Date(Math.ceil((clock.now().getTime() + LIFE_MS) / 1000) * 1000);
    return { url, token: tokens[kind].issue(id, expires), expires };
  };

  const subjectOf = (wanted: Kind, token: string): string | undefined => {
    const reading = tokens[wanted].read(token, clock.now());
    return reading.ok ? reading.claims : undefined;
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
