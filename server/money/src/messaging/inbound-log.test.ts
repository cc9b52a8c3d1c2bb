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
    ['stop\nplease\u0007', 'stop please\u2407'],
    ['STOP\0', 'STOP\u2400'],
    ['STOP\x7f\x85', 'STOP\u2421\ufffd'],
    ['STOP \ud83d', 'STOP \ufffd'],
    ['🛑', '🛑'],
    ['', ''],
  ])('of %j are %j', (text, kept) => {
    expect(storedText(text)).toBe(kept);
  });

  it('are at most 1,600 units that a database can store, without digits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 4000 }), (text) => {
        const kept = storedText(text);
        expect(kept.length).toBeLessThanOrEqual(1600);
        expect(kept).not.toMatch(/[\p{Nd}\p{Cc}]/u);
        expect(kept.isWellFormed()).toBe(true);
      }),
    );
  });

  it('have the end of a long text, too', () => {
    const kept = storedText(`Hello ${'please '.repeat(1000)}STOP`);
    expect([kept.slice(0, 6), kept.slice(-5)]).toEqual(['Hello ', ' STOP']);
  });
});
