import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { FraudProvider, FraudReason, FraudVisitor } from './fraud.port.ts';

/** How long a kit may wait for its press, in milliseconds. */
export const KIT_LIFETIME = 30 * 60_000;

/** How far the clocks of two of our processes may differ, in milliseconds. */
export const CLOCK_SKEW = 5_000;

/** Longer texts are not looked at. A sealed token has about a thousand characters. */
export const MAX_TOKEN_LENGTH = 8_192;

/**
 * What a kit's token holds. The transaction, the visitor and the browser stand in it as keyed
 * hashes: a token tells nothing of them.
 */
const payloadSchema = z.strictObject({
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

type KitPayload = z.output<typeof payloadSchema>;

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

/**
 * Signed tokens of kits: `v1.<payload>.<HMAC-SHA256>`, both base64url. `secret` is of this purpose
 * only.
 */
export function createKitTokens(secret: Uint8Array): KitTokens {
  const key = createSecretKey(secret);
  const mac = (purpose: string, text: string) =>
    createHmac('sha256', key).update(`fraud.${purpose}.`).update(text).digest('base64url');
  const hash = (purpose: string, text: string) => mac(purpose, text).slice(0, 22);

  return {
    issue(provider, kitId, visitor, now, extra) {
      const payload: KitPayload = {
        p: provider,
        k: kitId,
        t: hash('transaction', visitor.transactionId),
        v: hash('visitor', visitor.visitorId),
        a: hash('agent', visitor.userAgent),
        i: now.getTime(),
        ...(extra === undefined ? {} : { x: extra }),
      };
      const body = Buffer.from(JSON.stringify(payload)).toString('base64url');
      return `v1.${body}.${mac('kit', body)}`;
    },

    read(provider, token, visitor, now) {
      const [version, body, signature, ...rest] = token.split('.');
      if (version !== 'v1' || !body || !signature || rest.length > 0) return refuse('malformed');
      // The texts are compared, not the bytes: two spellings of the same bytes must not both count.
      if (!sameText(signature, mac('kit', body))) return refuse('forged');
      const payload = payloadSchema.safeParse(parseJson(Buffer.from(body, 'base64url').toString()));
      if (!payload.success || payload.data.p !== provider) return refuse('malformed');
      const { k, t, v, a, i, x } = payload.data;
      const age = now.getTime() - i;
      const kit: Kit = { id: k, provider, age, extra: x };
      const reasons: FraudReason[] = [];
      if (age > KIT_LIFETIME || age < -CLOCK_SKEW) reasons.push('expired');
      if (t !== hash('transaction', visitor.transactionId)) reasons.push('foreign_transaction');
      if (v !== hash('visitor', visitor.visitorId)) reasons.push('foreign_visitor');
      if (a !== hash('agent', visitor.userAgent)) reasons.push('agent_mismatch');
      // Somebody else's kit is not used up by whoever got hold of its token.
      return reasons.includes('foreign_visitor') ? { kit: undefined, reasons } : { kit, reasons };
    },
  };
}

function refuse(reason: FraudReason): ReadKit {
  return { kit: undefined, reasons: [reason] };
}

function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** JSON that came from outside; `undefined` where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
