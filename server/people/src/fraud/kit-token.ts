import { createSignedTokens, createSigner } from '@bonisa/kit/secrets/signed-token';
import { z } from 'zod';
import type { FraudProvider, FraudReason, FraudVisitor } from './fraud.port.ts';

/** How long a kit is valid before its press, in milliseconds. */
export const KIT_LIFETIME = 30 * 60_000;

/** The tolerated difference between the clocks of two processes, in milliseconds. */
export const CLOCK_SKEW = 5_000;

/** Longer texts are refused unread. A token with evidence has about a thousand characters. */
export const MAX_TOKEN_LENGTH = 8_192;

/**
 * The content of a kit's token. Transaction, visitor and browser are keyed hashes, so the token
 * reveals nothing of them.
 */
const claimsSchema = z.strictObject({
  /** Provider. */
  p: z.enum(['guard', 'evina', 'form']),
  /** Kit id. */
  k: z.string().min(1).max(64),
  /** Transaction, visitor and browser. */
  t: z.string(),
  v: z.string(),
  a: z.string(),
  /** Issued at, milliseconds since 1970. */
  i: z.int(),
  /** Data that the provider needs again for its judgement. */
  x: z.string().max(512).optional(),
});

type KitClaims = z.output<typeof claimsSchema>;

/** A kit with a genuine token of this visitor. */
export interface Kit {
  readonly id: string;
  readonly provider: FraudProvider;
  /** Milliseconds since its issue. */
  readonly age: number;
  readonly extra: string | undefined;
}

/** The kit, or the reasons why its token is refused. A kit returned with reasons is used up. */
export type ReadKit =
  | { readonly kit: Kit; readonly reasons: readonly FraudReason[] }
  | { readonly kit: undefined; readonly reasons: readonly FraudReason[] };

export interface KitTokens {
  /**
   * Issues the token of a new kit. The page can read `extra`, which is signed but not encrypted.
   */
  issue(
    provider: FraudProvider,
    kitId: string,
    visitor: FraudVisitor,
    now: Date,
    extra?: string,
  ): string;
  /**
   * Checks signature, provider, transaction, visitor, browser and age of a token without evidence.
   * Never throws.
   */
  read(provider: FraudProvider, token: string, visitor: FraudVisitor, now: Date): ReadKit;
}

/** Makes the signed tokens of kits. `secret` has this purpose only. */
export function createKitTokens(secret: Uint8Array): KitTokens {
  const tokens = createSignedTokens({ key: secret, purpose: 'fraud.kit', claims: claimsSchema });
  const transaction = createSigner(secret, 'fraud.transaction');
  const visit = createSigner(secret, 'fraud.visitor');
  const agent = createSigner(secret, 'fraud.agent');

  return {
    issue(provider, kitId, visitor, now, extra) {
      const claims: KitClaims = {
        p: provider,
        k: kitId,
        t: transaction.sign(visitor.transactionId),
        v: visit.sign(visitor.visitorId),
        a: agent.sign(visitor.userAgent),
        i: now.getTime(),
        ...(extra === undefined ? {} : { x: extra }),
      };
      // The last millisecond of the lifetime counts.
      return tokens.issue(claims, new Date(now.getTime() + KIT_LIFETIME + 1));
    },

    read(provider, token, visitor, now) {
      const reading = tokens.read(token, now);
      if (!reading.ok && reading.refusal !== 'expired') return refuse(reading.refusal);
      const { p, k, t, v, a, i, x } = reading.claims;
      if (p !== provider) return refuse('malformed');
      const age = now.getTime() - i;
      const kit: Kit = { id: k, provider, age, extra: x };
      const reasons: FraudReason[] = [];
      if (!reading.ok || age < -CLOCK_SKEW) reasons.push('expired');
      if (!transaction.matches(visitor.transactionId, t)) reasons.push('foreign_transaction');
      if (!visit.matches(visitor.visitorId, v)) reasons.push('foreign_visitor');
      if (!agent.matches(visitor.userAgent, a)) reasons.push('agent_mismatch');
      // A stranger who has got a token does not use up the kit of its visitor.
      return reasons.includes('foreign_visitor') ? { kit: undefined, reasons } : { kit, reasons };
    },
  };
}

function refuse(reason: FraudReason): ReadKit {
  return { kit: undefined, reasons: [reason] };
}

/** Parses untrusted JSON; `undefined` when it is malformed. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
