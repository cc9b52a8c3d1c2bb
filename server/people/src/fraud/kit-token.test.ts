// A16: a token is bound to transaction, visitor, browser and time.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VISITOR } from './guard/guard.test-kit.ts';
import { CLOCK_SKEW, createKitTokens, KIT_LIFETIME } from './kit-token.ts';

const tokens = createKitTokens(Buffer.alloc(32, 1));
const issued = new Date('2026-11-20T08:00:00Z');
const token = tokens.issue('guard', 'kit-1', VISITOR, issued, 'extra');
const after = (ms: number) => new Date(issued.getTime() + ms);
const read = (text: string, visitor = VISITOR, at = after(1_000)) =>
  tokens.read('guard', text, visitor, at);

describe('the token of a kit', () => {
  it('is accepted from its own visitor', () => {
    expect(read(token)).toEqual({
      kit: { id: 'kit-1', provider: 'guard', age: 1_000, extra: 'extra' },
      reasons: [],
    });
  });

  it('reveals nothing of visitor, transaction or browser', () => {
    const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
    for (const secret of [VISITOR.visitorId, VISITOR.transactionId, VISITOR.address, 'Android'])
      expect(payload).not.toContain(secret);
  });

  it.each([
    ['foreign_transaction', { transactionId: 'run-2' }, 'kit-1'],
    ['foreign_visitor', { visitorId: 'visitor-2' }, undefined],
    ['agent_mismatch', { userAgent: 'curl/8' }, 'kit-1'],
  ] as const)('names %s', (reason, change, usedUp) => {
    const { kit, reasons } = read(token, { ...VISITOR, ...change });
    expect(reasons).toEqual([reason]);
    expect(kit?.id).toBe(usedUp);
  });

  it('is valid for thirty minutes', () => {
    expect(read(token, VISITOR, after(KIT_LIFETIME)).reasons).toEqual([]);
    expect(read(token, VISITOR, after(KIT_LIFETIME + 1)).reasons).toEqual(['expired']);
    expect(read(token, VISITOR, after(-CLOCK_SKEW)).reasons).toEqual([]);
    expect(read(token, VISITOR, after(-CLOCK_SKEW - 1)).reasons).toEqual(['expired']);
  });

  it('is bound to one provider and one secret', () => {
    expect(tokens.read('evina', token, VISITOR, issued)).toEqual({
      kit: undefined,
      reasons: ['malformed'],
    });
    expect(createKitTokens(Buffer.alloc(32, 2)).read('guard', token, VISITOR, issued)).toEqual({
      kit: undefined,
      reasons: ['unknown_key'],
    });
  });

  it('is valid in one spelling only: every changed token is refused without throwing', () => {
    const character = fc.constantFrom(...'ABCabc019-_=.+/ \u00e9\n');
    fc.assert(
      fc.property(
        fc.nat(token.length - 1),
        character,
        fc.constantFrom('replace', 'insert', 'cut'),
        (at, text, how) => {
          const changed =
            token.slice(0, at) +
            (how === 'cut' ? '' : text) +
            token.slice(how === 'insert' ? at : at + 1);
          fc.pre(changed !== token);
          const { kit, reasons } = read(changed);
          expect(kit).toBeUndefined();
          expect(reasons).not.toEqual([]);
        },
      ),
    );
  });

  it('refuses any other text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string().map((text) => `v1.${text}.${text}`),
        ),
        (text) => {
          expect(read(text).reasons).not.toEqual([]);
        },
      ),
    );
  });
});
