import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../scripts/free-ports.ts';
import { assertion, CLIENT_ID, call, payment, tokenRequest } from './carrier-sim.test-kit.ts';

const MSISDN = '27881234567';
let folder: string;
let port: number;
let pair: CryptoKeyPair;
let child: ChildProcess | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carrier-sim-'));
  pair = await generateKeyPair('ES256', { extractable: true });
  port = await freePort();
});
afterEach(async () => {
  if (child && child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});
afterAll(() => rm(folder, { recursive: true }));

async function environment() {
  return {
    PATH: process.env.PATH ?? '',
    CARRIER_SIM_PORT: String(port),
    DATA_DIR: folder,
    SITE_URL: 'http://127.0.0.1:9',
    PUBLIC_URL: 'http://localhost:9',
    ENRICHMENT_SECRET: 'secret',
    CARRIER_CLIENT_ID: CLIENT_ID,
    CARRIER_CLIENT_JWK: JSON.stringify(await exportJWK(pair.publicKey)),
    TEST_CLOCK: '1',
  };
}

async function start(
  changes: Record<string, string> = {},
): Promise<{ process: ChildProcess; output: () => string }> {
  const started = spawn(process.execPath, [new URL('./main.ts', import.meta.url).pathname], {
    env: {
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...(await environment()),
      ...changes,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child = started;
  let output = '';
  started.stdout?.on('data', (chunk) => (output += chunk));
  started.stderr?.on('data', (chunk) => (output += chunk));
  return { process: started, output: () => output };
}

const url = () => `http://127.0.0.1:${port}`;
const sim = (method: string, path: string, request?: object) =>
  call(`${url()}${path}`, method, request);

describe('the process', () => {
  test('keeps handsets, airtime, messages, payments, keys and clock after kill -9', async () => {
    const first = await start();
    expect(await once(first.process, 'message')).toEqual([{ ready: true }, undefined]);
    const { access_token: token } = (await tokenRequest({ url: url(), key: pair.privateKey })).body;
    await sim('PUT', `/sim/handsets/${MSISDN}`, {
      body: { airtime: '20.00', content_blocked: true },
    });
    await sim('PUT', '/sim/network', { body: { msisdn: MSISDN } });
    await sim('POST', '/test/clock', { body: { now: '2031-05-05T10:00:00Z' } });
    const paid = await sim('POST', '/carrier-billing/v0.5/payments', {
      token,
      body: payment({ phoneNumber: `+${MSISDN}` }),
    });
    await sim('POST', '/messages/v1/messages', {
      token,
      body: { to: `+${MSISDN}`, text: 'Hello', clientReference: '1' },
    });
    const recycled = await sim('POST', '/sim/handsets/27881234568/recycle');
    await sim('POST', '/sim/faults', { body: { operation: 'charge', kind: 'late-notification' } });
    const late = await sim('POST', '/carrier-billing/v0.5/payments', {
      token,
      body: payment({ phoneNumber: '+27881234569' }),
    });
    expect(late.body.paymentStatus).toBe('processing');
    first.process.kill('SIGKILL');
    await once(first.process, 'exit');

    const second = await start();
    await once(second.process, 'message');
    expect((await sim('GET', `/sim/handsets/${MSISDN}`)).body).toEqual({
      msisdn: MSISDN,
      airtime: '15.00',
      content_blocked: true,
    });
    expect((await sim('GET', '/sim/network')).body).toEqual({ msisdn: MSISDN });
    expect((await sim('GET', `/sim/handsets/${MSISDN}/messages`)).body).toMatchObject([
      { text: 'Hello', at: expect.stringMatching(/^2031-05-05T10:0/) },
    ]);
    expect((await sim('GET', `/sim/charges?msisdn=${MSISDN}`)).body).toMatchObject([
      { id: paid.body.paymentId, status: 'succeeded' },
    ]);
    expect((await sim('GET', '/sim/handsets/27881234568')).body).toEqual(recycled.body);
    await sim('POST', '/test/clock', { body: { now: '2031-05-05T10:01:00Z' } });
    expect((await sim('GET', '/sim/charges?msisdn=27881234569')).body).toMatchObject([
      { id: late.body.paymentId, status: 'succeeded' },
    ]);
    expect(
      await sim('GET', `/carrier-billing/v0.5/payments/${paid.body.paymentId}`, { token }),
    ).toMatchObject({ status: 200 });
    expect((await sim('GET', '/sim/desk')).body.now).toMatch(/^2031-05-05T10:0/);
    expect(second.output()).not.toContain(MSISDN.slice(2));
  });

  test('exits with code 0 when its parent is gone and on SIGTERM, and leaves Ctrl-C to its parent', async () => {
    const orphan = await start();
    await once(orphan.process, 'message');
    orphan.process.kill('SIGINT');
    expect((await sim('GET', '/sim/network')).status).toBe(200);
    orphan.process.disconnect();
    expect(await once(orphan.process, 'exit')).toEqual([0, null]);
    const terminated = await start();
    await once(terminated.process, 'message');
    terminated.process.kill('SIGTERM');
    expect(await once(terminated.process, 'exit')).toEqual([0, null]);
  });

  test('waits for a port that becomes free', async () => {
    const holder = createServer().listen(port, '127.0.0.1');
    await once(holder, 'listening');
    const waiting = await start();
    const ready = once(waiting.process, 'message');
    holder.close();
    expect(await ready).toEqual([{ ready: true }, undefined]);
  });

  test('says in its log why it refuses a client, which is told less', async () => {
    const started = await start();
    await once(started.process, 'message');
    const audience = 'https://carrier.example/oauth2/token';
    const signed = await assertion(pair.privateKey, url(), { audience });
    const form = { client_assertion: signed };
    const reply = await tokenRequest({ url: url(), key: pair.privateKey }, { form });
    expect(reply).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    started.process.kill('SIGTERM');
    await once(started.process, 'close');
    expect(started.output()).toContain(
      'unexpected \\"aud\\" claim value, which must be one of http://localhost:',
    );
  });

  test('names an invalid variable and does not start', async () => {
    const wrong = await start({ CARRIER_SIM_PORT: 'many', CARRIER_CLIENT_JWK: '{}' });
    // What it wrote last may arrive after its end.
    expect(await once(wrong.process, 'close')).toEqual([1, null]);
    expect(wrong.output()).toMatch(/CARRIER_SIM_PORT.*CARRIER_CLIENT_JWK/);
  });
});
