// The stub carrier of `bench/renewals`.
import { type ChildProcess, fork } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createCamaraCarrier } from '@bonisa/carriers/camara.adapter';
import type { Carrier } from '@bonisa/carriers/carrier.port';
import { parseMsisdn } from '@bonisa/domain/numbers/msisdn';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCallCounter } from './call-counter.ts';
import { endChild } from './child.ts';

const MSISDN = parseMsisdn('27821234567');
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
let child: ChildProcess;
let url: string;
let carrier: Carrier;

beforeAll(async () => {
  child = fork(join(import.meta.dirname, 'carrier-stub.process.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  [{ url }] = (await once(child, 'message')) as [{ url: string }];
  carrier = createCamaraCarrier({
    apiUrl: url,
    tokenUrl: `${url}/oauth2/token`,
    clientId: 'us',
    privateJwk: privateKey.export({ format: 'jwk' }) as Parameters<
      typeof createCamaraCarrier
    >[0]['privateJwk'],
    now: () => new Date(),
  });
});
afterAll(async () => {
  await carrier.close();
  await endChild(child, { signal: 'SIGTERM', withinMs: 5000 });
});

const charge = (reference: string) => {
  if (!MSISDN) throw new Error('no number');
  return carrier.charge({
    msisdn: MSISDN,
    amountCents: 500,
    vatCents: 65,
    reference,
    correlator: reference,
    description: 'Bonisa Daily, «é»',
    serviceId: 'demo-daily',
    productId: 'p',
  });
};

describe('the stub carrier', () => {
  it('accepts each payment of our adapter at once and counts it', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, index) => charge(`r-${index}`)),
    );
    expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(['succeeded']));
    const stats = (await (await fetch(`${url}/stats`)).json()) as {
      calls: number;
      maxInSecond: number;
    };
    expect(stats).toMatchObject({ calls: 200 });
    expect(stats.maxInSecond).toBeGreaterThan(0);
    await fetch(`${url}/stats`, { method: 'DELETE' });
    expect(await (await fetch(`${url}/stats`)).json()).toMatchObject({ calls: 0 });
  });

  it('accepts messages, and rejects any other request', async () => {
    if (!MSISDN) throw new Error('no number');
    expect(
      await carrier.sendMessage({ msisdn: MSISDN, text: 'Hello', reference: 'm' }),
    ).toMatchObject({ outcome: 'accepted' });
    expect((await fetch(`${url}/elsewhere`)).status).toBe(404);
  });
});

describe('the call counter', () => {
  it('finds the fullest window, as a count of all windows does', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(400), { maxLength: 60 }), (gaps) => {
        const counter = createCallCounter();
        const instants: number[] = [];
        for (const gap of gaps) instants.push((instants.at(-1) ?? 5) + gap);
        for (const at of instants) counter.add(at);
        const most = (ms: number) =>
          Math.max(
            0,
            ...instants.map((end) => instants.filter((at) => at <= end && end - at < ms).length),
          );
        // Windows that end at the same instant are counted when the last call has come.
        expect(counter.stats()).toMatchObject({
          calls: instants.length,
          maxInSecond: most(1000),
          maxIn100Ms: most(100),
        });
      }),
    );
  });
});
