import { z } from 'zod';
import type { FraudEvidence } from '../fraud.port.ts';
import { parseJson } from '../kit-token.ts';

const count = z.int().min(0).max(10_000_000);
const milliseconds = z.int().min(0);

/** The observations of the page's script (`guard.press.js`) about the latest press of Accept. */
const evidenceSchema = z.strictObject({
  /** The browser says that a person caused the event. */
  trusted: z.boolean(),
  /**
   * The last input in the second before the press. `none` is a press by assistive technology, or by
   * a program.
   */
  via: z.enum(['mouse', 'touch', 'pen', 'key', 'none']),
  /** The share of nine points of the button that other elements cover, 0 to 1. */
  covered: z.number().min(0).max(1),
  /** Another element was painted at the point of the press. */
  hit: z.boolean(),
  /** The pointer was pressed elsewhere, as on a label that activates the button. */
  away: z.boolean(),
  /** The document or the button was invisible. */
  hidden: z.boolean(),
  framed: z.boolean(),
  /** Milliseconds from the start of the script, and of the page, to the press. */
  since: milliseconds,
  page: milliseconds,
  /** Trusted inputs since the script started. */
  moves: count,
  downs: count,
  keys: count,
  webdriver: z.boolean(),
  /** An app has added an object of its own to the page. */
  bridge: z.boolean(),
  /** {@link checksum} of `navigator.userAgent`. */
  agent: z.string().length(16),
  /** `navigator.userAgentData`, in browsers that have it. */
  platform: z
    .string()
    .max(64)
    .transform((value) => (/^[A-Za-z ]{0,32}$/.test(value) ? value : 'other'))
    .nullable(),
  mobile: z.boolean().nullable(),
});

export type AttemptEvidence = z.output<typeof evidenceSchema>;

/**
 * The text after the kit's token: nothing (the button was not pressed), evidence, or text that the
 * script did not write.
 */
export type ReadEvidence =
  | { readonly outcome: 'none' | 'malformed' | 'forged' }
  | { readonly outcome: 'sealed'; readonly evidence: AttemptEvidence };

/** Splits a token into the kit's token and the sealed evidence of the press. Never throws. */
export function openSeal(token: string): {
  readonly kitToken: string;
  readonly press: ReadEvidence;
} {
  const parts = token.split('.');
  const kitToken = parts.slice(0, 3).join('.');
  if (parts.length === 3) return { kitToken, press: { outcome: 'none' } };
  const [body, seal] = parts.slice(3);
  if (parts.length !== 5 || !body || !seal) return { kitToken, press: { outcome: 'malformed' } };
  if (checksum(`${kitToken}.${body}`) !== seal) return { kitToken, press: { outcome: 'forged' } };
  const read = evidenceSchema.safeParse(parseJson(Buffer.from(body, 'base64url').toString()));
  return {
    kitToken,
    press: read.success ? { outcome: 'sealed', evidence: read.data } : { outcome: 'malformed' },
  };
}

/**
 * A 64-bit checksum of a text, the same as `sum` in `guard.press.js` (the mixing of cyrb53, over
 * UTF-16 code units).
 * It is a checksum and not a signature: every reader of the script can compute it. It binds
 * evidence to one kit, so that evidence cannot simply be moved to another, and it detects a token
 * that changed on its way. No evidence from a browser is proof against its owner; the server itself
 * guarantees the kit's signature, binding and single use.
 */
export function checksum(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35);
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

/**
 * The part of the evidence to store: everything that decided the verdict, without the checksum of
 * the user agent.
 */
export function summarise({ agent: _, ...stored }: AttemptEvidence): FraudEvidence {
  return stored;
}
