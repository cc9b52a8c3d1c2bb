// The tokens that we hand the carrier for its notifications expire.
import { describe, expect, it } from 'vitest';
import { createStillClock } from '../app.test-kit.ts';
import { createSinks } from './sinks.ts';

const DAY = 86_400;
const made = () => {
  const clock = createStillClock();
  return {
    clock,
    sinks: createSinks({
      key: Buffer.alloc(32, 1),
      url: 'https://site.example/carrier/events',
      clock,
    }),
  };
};

describe('a sink’s token', () => {
  it('names what it is about, for a day', () => {
    const { clock, sinks } = made();
    const { token, expires, url } = sinks.sinkFor('charge-1');
    expect(url).toBe('https://site.example/carrier/events');
    expect(expires.getTime() - clock.now().getTime()).toBe(DAY * 1000);
    expect([sinks.chargeOf(token), sinks.refundOf(token)]).toEqual(['charge-1', undefined]);
    clock.by(DAY - 1);
    expect(sinks.chargeOf(token)).toBe('charge-1');
    clock.by(1);
    expect(sinks.chargeOf(token)).toBeUndefined();
  });

  it('of a refund is none of a charge', () => {
    const { sinks } = made();
    const { token } = sinks.refundSinkFor('refund-1');
    expect([sinks.chargeOf(token), sinks.refundOf(token)]).toEqual([undefined, 'refund-1']);
  });

  it('cannot be made longer, turned to something else or made up', () => {
    const { sinks } = made();
    const [kind = '', id = '', until = '', mac = ''] = sinks.sinkFor('charge-1').token.split('.');
    const others = [
      [kind, id, String(Number(until) + DAY), mac],
      ['refund', id, until, mac],
      [kind, 'charge-2', until, mac],
      [kind, id, until, `${mac}x`],
      [kind, id, until],
      [kind, id, until, mac, 'x'],
      [id, mac],
    ];
    for (const parts of others)
      expect([sinks.chargeOf(parts.join('.')), sinks.refundOf(parts.join('.'))]).toEqual([
        undefined,
        undefined,
      ]);
  });
});
