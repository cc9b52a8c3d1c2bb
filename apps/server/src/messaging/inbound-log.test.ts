// The part of a short message from a handset that is stored.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storedText } from './inbound-log.ts';

describe("the stored words of a handset's message", () => {
  it.each([
    ['Stop', 'Stop'],
    ['STOP 0821234567', 'STOP ##########'],
    ['my code is 1234', 'my code is ####'],
    ['٣٤ stop', '## stop'],
    ['stop\nplease\u0007', 'stop please '],
  ])('of %j are %j', (text, kept) => {
    expect(storedText(text)).toBe(kept);
  });

  it('are at most 160 characters that a database can store, without digits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const kept = storedText(text);
        expect([...kept].length).toBeLessThanOrEqual(160);
        expect(kept).not.toMatch(/[\p{Nd}\p{Cc}]/u);
        expect(kept.isWellFormed()).toBe(true);
      }),
    );
  });
});
