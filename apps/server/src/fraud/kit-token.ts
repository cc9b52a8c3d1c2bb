import { z } from 'zod';
import { createSignedTokens, createSigner } from '../platform/signed-token.ts';
import type { FraudProvider, FraudReason, FraudVisitor } from './fraud.port.ts';

/** How long a kit may wait for its press, in milliseconds. */
export const KIT_LIFETIME = 30 * 60_000;

/** How far the clocks of two of our processes may differ, in milliseconds. */
export const CLOCK_SKEW = 5_000;

/** Longer texts are refused unread. A token with evidence has about a thousand characters. */
export const MAX_TOKEN_LENGTH = 8_192;

/**
 * What a kit's token holds. The transaction, the visitor and the browser stand in it as keyed
 * hashes: a token tells nothing of them.
 */
const claimsSchema = z.strictObject({
  /** Provider. */
  p: z.enum(['guard', 'evina']),
  /** Kit id. */
  k: z.string().min(1).max(64),
  /** Transaction, visitor and browser. */
  t: z.string(),
  v: z.string(),
  a: z.string(),
  /** Issued at, milliseconds since 1970. */
  i: z.int(),
  /** What the provider needs again when it judges. */
  x: z.string().max(512).optional(),
});

type KitClaims = z.output<typeof claimsSchema>;

/** A kit whose token was found genuine, and this visitor's. */
export interface Kit {
  readonly id: string;
  readonly provider: FraudProvider;
  /** Milliseconds from its issue to now. */
  readonly age: number;
  readonly extra: string | undefined;
}

/**
 * Either the kit, or why the token counts for nothing. Where the kit is named along with the
 * reasons, it is used up.
 */
export type ReadKit =
  | { readonly kit: Kit; readonly reasons: readonly FraudReason[] }
  | { readonly kit: undefined; readonly reasons: readonly FraudReason[] };

export interface KitTokens {
  /** The token of a new kit. `extra` is readable by the page (signed, not hidden). */
  issue(
    provider: FraudProvider,
    kitId: string,
    visitor: FraudVisitor,
    now: Date,
    extra?: string,
  ): string;
  /**
   * Checks signature, provider, transaction, visitor, browser and age of a bare token (without
   * evidence). Never throws.
   */
  read(provider: FraudProvider, token: string, visitor: FraudVisitor, now: Date): ReadKit;
}

/** Makes the signed tokens of kits. `secret` is of this purpose only. */
export function createKitTokens(secret: Uint8Array): KitTokens {
  const tokens = createSignedTokens({ key: secret, purpose: 'fraud.kit', claims: claimsSchema });
  const hasher = (purpose: string) => {
    const signer = createSigner(secret, `fraud.${purpose}`);
    return (text: string) => signer.sign(text).slice(0, 22);
  };
  const [transaction, visit, agent] = ['transaction', 'visitor', 'agent'].map(hasher) as [
    (text: string) => string,
    (text: string) => string,
    (text: string) => string,
  ];

  return {
    issue(provider, kitId, visitor, now, extra) {
      const claims: KitClaims = {
        p: provider,
        k: kitId,
        t: transaction(visitor.transactionId),
        v: visit(visitor.visitorId),
        a: agent(visitor.userAgent),
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
      if (t !== transaction(visitor.transactionId)) reasons.push('foreign_transaction');
      if (v !== visit(visitor.visitorId)) reasons.push('foreign_visitor');
      if (a !== agent(visitor.userAgent)) reasons.push('agent_mismatch');
      // A stranger who has got a token does not use up the kit of its visitor.
      return reasons.includes('foreign_visitor') ? { kit: undefined, reasons } : { kit, reasons };
    },
  };
}

function refuse(reason: FraudReason): ReadKit {
  return { kit: undefined, reasons: [reason] };
}

/** JSON that came from outside; `undefined` where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
