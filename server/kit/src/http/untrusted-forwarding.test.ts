// All people behind a proxy that is not trusted share the limits of one address.
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../logger.ts';
import { createForwardingWatch } from './untrusted-forwarding.ts';

function setUp(trustProxy: string[]) {
  const lines: string[] = [];
  const seen = { requests: 0 };
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  const watch = createForwardingWatch({
    logger,
    trustProxy,
    onRequest: () => void seen.requests++,
  });
  const request = (headers: Record<string, string>, remoteAddress = '10.0.0.1') =>
    watch({ headers, socket: { remoteAddress } } as unknown as IncomingMessage);
  return { request, seen, lines };
}

describe('a proxy that is not trusted', () => {
  it('is logged once by its address, and each of its requests is counted', () => {
    const { request, seen, lines } = setUp([]);
    for (let one = 0; one < 60; one++) request({ 'x-forwarded-for': `196.0.0.${one}` });
    expect(seen.requests).toBe(60);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('TRUST_PROXY');
    expect(lines[0]).toContain('10.0.0.1');
  });

  it('is detected by the standard header too, and beside a trusted proxy', () => {
    const { request, seen } = setUp(['10.9.0.0/16']);
    request({ forwarded: 'for=196.0.0.1' });
    expect(seen.requests).toBe(1);
  });

  it('is not reported when it is trusted, without forwarding, or for the made-up headers of one visitor', () => {
    const { request, seen, lines } = setUp(['10.0.0.1']);
    for (let one = 0; one < 60; one++) request({ 'x-forwarded-for': `196.0.0.${one}` });
    expect([seen.requests, lines]).toEqual([0, []]);
  });

  it('logs nothing for direct requests, nor for one header from each of many addresses', () => {
    const { request, lines } = setUp([]);
    for (let one = 0; one < 60; one++) request({});
    for (let one = 0; one < 60; one++) request({ 'x-forwarded-for': '1.1.1.1' }, `196.0.0.${one}`);
    expect(lines).toEqual([]);
  });
});
