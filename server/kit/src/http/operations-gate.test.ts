// Interfaces 'Operations': loopback only; elsewhere the token opens metrics and health alone.

import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import { readConfig } from '@bonisa/server/config';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOperations } from './operations-listener.ts';

const TOKEN = 'kT4vNqZ8sW1xYp7LrB3mHc9DfJ6gQaUe';
let product: TestProduct;
let operations: Awaited<ReturnType<typeof createOperations>>;
beforeAll(async () => {
  product = await createTestProduct({ OPS_HOST: '0.0.0.0', OPS_TOKEN: TOKEN });
  // As a start does: it makes the folder.
  await product.app.files.check();
  operations = await createOperations(product.app.operations);
});
afterAll(async () => {
  await operations.close();
  await product.close();
});

/** A request from another machine. */
async function elsewhere(url: string, headers: Record<string, string> = {}) {
  const { statusCode } = await operations.inject({
    url,
    remoteAddress: '10.0.0.9',
    headers: { host: 'ops.internal:3001', ...headers },
  });
  return statusCode;
}

describe('from another machine', () => {
  it('metrics and health need the token', async () => {
    for (const url of ['/metrics', '/healthz/ready', '/healthz/live']) {
      for (const authorization of [`Bearer ${TOKEN}`, `bearer ${TOKEN}`])
        expect(await elsewhere(url, { authorization })).toBe(200);
      for (const wrong of [undefined, 'Bearer ', TOKEN, `Bearer ${TOKEN}x`, `Basic ${TOKEN}`])
        expect(await elsewhere(url, wrong === undefined ? {} : { authorization: wrong })).toBe(401);
    }
  });

  it('nothing else is opened by it, and a page of another site never gets in', async () => {
    const authorization = `Bearer ${TOKEN}`;
    for (const url of ['/ops/ledger', '/ops/subscriptions/27821234567', '/nothing'])
      expect(await elsewhere(url, { authorization })).toBe(403);
    expect(await elsewhere('/metrics', { authorization, origin: 'https://evil.example' })).toBe(
      403,
    );
    expect(await elsewhere('/ops/ledger')).toBe(401);
    // The loopback name in the header does not make it this machine.
    expect(await elsewhere('/metrics', { host: '127.0.0.1:3001' })).toBe(401);
  });

  it('this machine needs no token, and its own name', async () => {
    const status = async (host: string) =>
      (await operations.inject({ url: '/ops/ledger', headers: { host } })).statusCode;
    expect(await status('127.0.0.1:3001')).toBe(200);
    expect(await status('rebound.example')).toBe(403);
  });

  it('a tunnel to this machine keeps its name, and needs the token', async () => {
    const scrape = async (host: string, token: string, more: Record<string, string> = {}) => {
      const headers = { host, authorization: `Bearer ${token}`, ...more };
      return (await operations.inject({ url: '/metrics', headers })).statusCode;
    };
    expect(await scrape('ops.example', TOKEN)).toBe(200);
    expect(await scrape('127.0.0.2:3001', TOKEN)).toBe(200);
    expect(await scrape('ops.example', TOKEN, { origin: 'https://evil.example' })).toBe(403);
    for (const host of ['ops.example', '127.0.0.1:3001'])
      expect(await scrape(host, `${TOKEN}x`)).toBe(401);
    // The token opens no more than it does from elsewhere.
    const headers = { host: 'ops.example', authorization: `Bearer ${TOKEN}` };
    expect((await operations.inject({ url: '/ops/ledger', headers })).statusCode).toBe(403);
  });
});

it.each(['0.0.0.0', '10.0.0.5', '::'])('OPS_HOST=%s without a token is refused', (OPS_HOST) => {
  expect(() => readConfig({ OPS_HOST })).toThrow(/^OPS_TOKEN: must be set where OPS_HOST/);
});

describe('readiness', () => {
  it('names the part for operators, and tells the world only that', async () => {
    const { readiness, open, drain } = product.app;
    const named = async () => (await operations.inject('/healthz/ready')).json();
    const site = async () => (await product.site.inject('/healthz/ready')).json();
    expect(await named()).toEqual({ status: 'ready', not_ready: [], degraded: [] });
    readiness.started(false);
    open.state.awaySince = new Date();
    expect(await named()).toMatchObject({ not_ready: ['start', 'database'] });
    expect(JSON.stringify(await site())).not.toMatch(/database|start/);
    readiness.started(true);
    open.state.awaySince = undefined;
    drain.begin();
    expect(await named()).toMatchObject({ status: 'not_ready', not_ready: ['draining'] });
  });
});
