// The tokens of sinks, which the carrier gets for its notifications, expire.

import { createStillClock } from '@bonisa/server/app.test-kit';
import { describe, expect, it } from 'vitest';
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

describe('the token of a sink', () => {
  it('names its charge for a day', () => {
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

  it('of a refund names no charge', () => {
    const { sinks } = made();
    const { token } = sinks.refundSinkFor('refund-1');
    expect([sinks.chargeOf(token), sinks.refundOf(token)]).toEqual([undefined, 'refund-1']);
  });

  it('is refused with a later end, another subject or a changed signature', () => {
    const { sinks } = made();
    const { token, expires } = sinks.sinkFor('charge-1');
    const [version = '', , signature = ''] = token.split('.');
    const payload = (until: number, id: string) =>
      Buffer.from(JSON.stringify([until, id])).toString('base64url');
    const untouched = [version, payload(expires.getTime(), 'charge-1'), signature].join('.');
    expect(untouched).toBe(token);
    const others = [
      [version, payload(expires.getTime() + DAY * 1000, 'charge-1'), signature],
      [version, payload(expires.getTime(), 'charge-2'), signature],
      [version, payload(expires.getTime(), 'charge-1'), `${signature}x`],
      [version, payload(expires.getTime(), 'charge-1')],
      ['charge-1', signature],
    ];
    for (const parts of others)
      expect([sinks.chargeOf(parts.join('.')), sinks.refundOf(parts.join('.'))]).toEqual([
        undefined,
        undefined,
      ]);
  });
});
