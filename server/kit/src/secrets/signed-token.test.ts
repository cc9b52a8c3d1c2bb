import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type KeyRing, keyOfRing, kidOf } from './key-ring.ts';
import { createSignedTokens, createSigner } from './signed-token.ts';

const KEY = Buffer.alloc(32, 7);
const NOW = new Date('2026-11-22T12:00:00Z');
const LATER = new Date('2026-11-22T12:10:00Z');
const CLAIMS = z.strictObject({ id: z.string(), level: z.int() });

const tokensOf = (purpose: string, key: Uint8Array = KEY) =>
  createSignedTokens({ key, purpose, claims: CLAIMS });
const tokens = tokensOf('bearer');
const anyClaims = fc.record({ id: fc.string({ unit: 'grapheme' }), level: fc.integer() });
const ringOfAll = (...all: Buffer[]) =>
  keyOfRing(all.map((bytes) => ({ kid: kidOf(bytes), bytes })) as unknown as KeyRing);
const purpose = fc.string({ minLength: 1, maxLength: 20 });

describe('a signed token', () => {
  it('returns its claims and its end to the purpose that issued it', () => {
    fc.assert(
      fc.property(anyClaims, (claims) => {
        expect(tokens.read(tokens.issue(claims, LATER), NOW)).toEqual({
          ok: true,
          claims,
          until: LATER,
        });
      }),
    );
  });

  it('is accepted by a process with another key while both keys are valid, and not afterwards', () => {
    const [a, b] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const [old, young] = [ringOfAll(a, b), ringOfAll(b, a)];
    const claims = { id: 'one', level: 1 };
    for (const [issuer, reader] of [
      [old, young],
      [young, old],
    ] as const) {
      const token = tokensOf('bearer', issuer).issue(claims, LATER);
      expect(tokensOf('bearer', reader).read(token, NOW)).toMatchObject({ ok: true, claims });
      expect(tokensOf('csrf', reader).read(token, NOW)).toMatchObject({ refusal: 'forged' });
      expect(tokensOf('bearer', Buffer.alloc(32, 3)).read(token, NOW).ok).toBe(false);
    }
    const token = tokensOf('bearer', a).issue(claims, LATER);
    const dropped = { ok: false, refusal: 'unknown_key' };
    expect(tokensOf('bearer', b).read(token, NOW)).toEqual(dropped);
  });

  it('is forged where it names a key of the ring that did not sign it', () => {
    const [a, b] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const token = tokensOf('bearer', a).issue({ id: 'one', level: 1 }, LATER);
    const renamed = token.replace(`.${kidOf(a)}`, `.${kidOf(b)}`);
    expect(renamed).not.toBe(token);
    const both = tokensOf('bearer', ringOfAll(b, a));
    expect(both.read(renamed, NOW)).toEqual({ ok: false, refusal: 'forged' });
    expect(both.read(token, NOW).ok).toBe(true);
    // Nothing of the key stands in what it signs.
    expect(token).not.toContain(a.toString('base64url').slice(0, 8));
  });

  it('is refused by every other purpose and by every other key', () => {
    fc.assert(
      fc.property(purpose, purpose, anyClaims, (one, other, claims) => {
        fc.pre(one !== other);
        const token = tokensOf(one).issue(claims, LATER);
        const forged = { ok: false, refusal: 'forged' };
        expect(tokensOf(other).read(token, NOW)).toEqual(forged);
        const unknown = { ok: false, refusal: 'unknown_key' };
        expect(tokensOf(one, Buffer.alloc(32, 8)).read(token, NOW)).toEqual(unknown);
      }),
    );
  });

  it('is refused when any of its bits is flipped', () => {
    const bytes = Buffer.from(tokens.issue({ id: 'subscriber', level: 2 }, LATER));
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(tokens.read(changed.toString('latin1'), NOW).ok).toBe(false);
    }
  });

  it('is refused from its end on, and shows the claims that have expired', () => {
    const claims = { id: 'a', level: 1 };
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (after) => {
        const token = tokens.issue(claims, LATER);
        expect(tokens.read(token, new Date(LATER.getTime() + after))).toEqual({
          ok: false,
          refusal: 'expired',
          claims,
        });
        expect(tokens.read(token, new Date(LATER.getTime() - 1 - (after % 1000))).ok).toBe(true);
      }),
    );
  });

  it('is refused with another version, too many parts or claims of another shape', () => {
    const token = tokens.issue({ id: 'a', level: 1 }, LATER);
    const malformed = { ok: false, refusal: 'malformed' };
    expect(tokens.read(token.replace('v1.', 'v2.'), NOW)).toEqual(malformed);
    expect(tokens.read(`${token}.`, NOW)).toEqual(malformed);
    expect(tokens.read(`v1.${'a'.repeat(5000)}.b`, NOW)).toEqual(malformed);
    const older = createSignedTokens({
      key: KEY,
      purpose: 'bearer',
      claims: z.strictObject({ other: z.int() }),
    });
    expect(tokens.read(older.issue({ other: 1 }, LATER), NOW)).toEqual(malformed);
  });

  it('is never read from any other text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string().map((text) => `v1.${text}.${text}`),
        ),
        (text) => {
          expect(tokens.read(text, NOW).ok).toBe(false);
        },
      ),
    );
  });
});

it('a signer refuses a key of fewer than 32 bytes', () => {
  expect(() => createSigner(Buffer.alloc(31), 'media')).toThrow(RangeError);
});
