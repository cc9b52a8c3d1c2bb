// Interfaces 'The site': a field without a value may be absent, null or ''; NUL and over-long text
// are rejected.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ADDRESSES } from './addresses.ts';
import { absent, clearable, flag, text } from './call.ts';
import { HTTP_STATUS } from './errors.ts';
import * as subscription from './subscription.calls.ts';

describe('fields', () => {
  it('reads absent, null and the empty text as no value', () => {
    for (const value of [undefined, null, '']) expect(absent(text(3)).parse(value)).toBeUndefined();
    expect(absent(text(3)).parse('abc')).toBe('abc');
    for (const bad of ['abcd', 7, [], {}, 'a\u0000', true])
      expect(absent(text(3)).safeParse(bad).success).toBe(false);
  });

  it('keeps the empty text of a field that it clears', () => {
    for (const value of [undefined, null]) expect(clearable(text(3)).parse(value)).toBeUndefined();
    for (const value of ['', 'abc']) expect(clearable(text(3)).parse(value)).toBe(value);
    expect(clearable(text(3)).safeParse('abcd').success).toBe(false);
  });

  it('accepts a text unchanged or rejects it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (value) => {
        const read = text(20).safeParse(value);
        expect(read.success).toBe(value.length <= 20 && !value.includes('\u0000'));
        if (read.success) expect(read.data).toBe(value);
      }),
    );
  });

  it.each([
    [true, true],
    ['yes', true],
    ['true', true],
    ['1', true],
    [false, false],
    ['no', false],
    ['false', false],
    ['0', false],
  ])('reads %j as the flag %s', (written, read) => {
    expect(flag.parse(written)).toBe(read);
  });

  it.each([1, 0, 'YES', 'on', 'si', [], {}])('rejects %j as a flag', (written) => {
    expect(flag.safeParse(written).success).toBe(false);
  });
});

describe('the subscription calls', () => {
  it('declare only errors that have a status, and reject unknown fields', () => {
    for (const call of [
      subscription.statusCheck,
      subscription.subscribe,
      subscription.unsubscribe,
    ]) {
      for (const code of call.errors) expect(HTTP_STATUS[code]).toBeGreaterThanOrEqual(400);
      expect(call.body.safeParse({ extra: 1 }).success).toBe(false);
      expect(Object.values(ADDRESSES)).toContainEqual({ method: call.method, path: call.path });
    }
  });
});
