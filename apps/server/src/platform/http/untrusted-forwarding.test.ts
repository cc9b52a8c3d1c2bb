// Issue 8 section 5 (4): behind a proxy that is not trusted all people share the limits of one
// address.
import { describe, expect, it } from 'vitest';
import { createLogger } from '../logger.ts';
import { createHttpApp } from './http-app.ts';
import { watchForwarding } from './untrusted-forwarding.ts';

async function setUp(trustProxy: string[]) {
  const lines: string[] = [];
  const seen = { requests: 0 };
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  const app = await createHttpApp({ logger, trustProxy });
  watchForwarding(app, { logger, onRequest: () => void seen.requests++ });
  app.get('/', async () => 'ok');
  const ask = (headers: Record<string, string>, remoteAddress = '10.0.0.1') =>
    app.inject({ url: '/', headers, remoteAddress });
  return { ask, seen, lines };
}

describe('a proxy that is not trusted', () => {
  it('is told once, by name, and each of its requests is counted', async () => {
    const { ask, seen, lines } = await setUp([]);
    for (let one = 0; one < 60; one++) await ask({ 'x-forwarded-for': `196.0.0.${one}` });
    expect(seen.requests).toBe(60);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('TRUST_PROXY');
    expect(lines[0]).toContain('10.0.0.1');
  });

  it('is noticed by the standard header, too, and where another one is trusted', async () => {
    const { ask, seen } = await setUp(['10.9.0.0/16']);
    await ask({ forwarded: 'for=196.0.0.1' });
    expect(seen.requests).toBe(1);
  });

  it('is not seen where it is trusted, where nothing was forwarded, or where one visitor makes it up', async () => {
    const trusted = await setUp(['10.0.0.1']);
    for (let one = 0; one < 60; one++) await trusted.ask({ 'x-forwarded-for': `196.0.0.${one}` });
    expect([trusted.seen.requests, trusted.lines]).toEqual([0, []]);
    const { ask, lines } = await setUp([]);
    for (let one = 0; one < 60; one++) await ask({});
    for (let one = 0; one < 60; one++)
      await ask({ 'x-forwarded-for': '1.1.1.1' }, `196.0.0.${one}`);
    expect(lines).toEqual([]);
  });
});
