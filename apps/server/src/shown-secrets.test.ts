// Decision 47: a secret that others show to us has two values while it is changed, and loses no
// call: the carrier's token, its enriching proxy's secret, the token of operations.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configuredCarriers } from '@bonisa/carriers/configured-carriers';
import { createOperations } from '@bonisa/kit/http/operations-listener';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import {
  createTestProduct,
  ENRICHMENT_SECRET,
  freshNumber,
  INBOUND_TOKEN,
  type TestProduct,
} from './app.test-kit.ts';
import { readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'bonisa-shown-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const [OPS, COMING] = ['kT4vNqZ8sW1xYp7LrB3mHc9DfJ6gQaUe', 'wM2bXs5nVt8yRk1jPz4hLd7fGc0qAeUi'];

let product: TestProduct | undefined;
afterEach(async () => {
  await product?.close();
  product = undefined;
});

/** The three rounds of a change, and one that shows neither value. */
async function answers(variables: Record<string, string>, shown: (value: string) => string) {
  const running = await createTestProduct({ LIMITS: 'off', ...variables });
  product = running;
  await running.app.files.check();
  const operations = await createOperations(running.app.operations);
  const message = async (token: string) =>
    (
      await running.site.inject({
        method: 'POST',
        url: '/carrier/messages',
        headers: { authorization: `Bearer ${token}` },
        payload: {
          id: `message-${token}`,
          at: running.clock.now().toISOString(),
          from: `+${freshNumber()}`,
          text: 'HELP',
        },
      })
    ).statusCode;
  const enriched = async (secret: string) => {
    const headers = { 'x-msisdn': freshNumber(), 'x-enrichment-secret': secret };
    return (await running.visitor().call('enrich', { transaction_id: 'x' }, headers)).status;
  };
  const metrics = async (token: string) => {
    const headers = { host: 'ops:3001', authorization: `Bearer ${token}` };
    const from = { remoteAddress: '10.0.0.9', url: '/metrics', headers };
    return (await operations.inject(from)).statusCode;
  };
  const of = async (value: string) => [
    await message(shown(value) === 'now' ? INBOUND_TOKEN : `${INBOUND_TOKEN}-${value}`),
    await enriched(shown(value) === 'now' ? ENRICHMENT_SECRET : `${ENRICHMENT_SECRET}-${value}`),
    await metrics(shown(value) === 'now' ? String(OPS) : `${COMING}-${value}`),
  ];
  try {
    return { now: await of('now'), next: await of('next'), other: await of('other') };
  } finally {
    await operations.close();
  }
}

const TAKEN = [204, 200, 200];
const REFUSED = [401, 204, 401];
const NOW = {
  CARRIER_INBOUND_TOKEN: INBOUND_TOKEN,
  ENRICHMENT_SECRET,
  OPS_HOST: '0.0.0.0',
  OPS_TOKEN: String(OPS),
};
const NEXT = {
  CARRIER_INBOUND_TOKEN_NEXT: `${INBOUND_TOKEN}-next`,
  ENRICHMENT_SECRET_NEXT: `${ENRICHMENT_SECRET}-next`,
  OPS_TOKEN_NEXT: `${COMING}-next`,
};

describe('a secret that others show to us', () => {
  it('counts with both values while it is changed, and with no other', async () => {
    expect(await answers({ ...NOW, ...NEXT }, (value) => value)).toEqual({
      now: TAKEN,
      next: TAKEN,
      other: REFUSED,
    });
  });

  it('counts with one value before and afterwards', async () => {
    expect(await answers(NOW, (value) => value)).toEqual({
      now: TAKEN,
      next: REFUSED,
      other: REFUSED,
    });
  });

  it('has a coming value only beside a present one, and another one', () => {
    for (const [name, value] of Object.entries(NEXT)) {
      expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}: only with `));
      const present = name.replace('_NEXT', '');
      expect(() => readConfig({ ...NOW, [present]: value, [name]: value })).toThrow(
        `${name}: must be another value than ${present}`,
      );
    }
  });

  it('has both in the file of several carriers, each of one carrier alone', () => {
    const file = join(folder, 'carriers.json');
    const key = {
      ...{ kty: 'EC', crv: 'P-256', d: 'VRSZ7Xiuf5Edmr-TfK8StLVLFfD1ppTQMqRWdU0Kt4A' },
      ...{
        x: 'ezdr5HcLhDLdOBxoWnkgjTE4WVeJfAsIOGrcBBBY6hc',
        y: 'QTy0k2W10W8lT7QGzmGfAUXa9xBwOKuHo7DBRPVOXuw',
      },
    };
    const one = (id: string, more: object = {}) => ({
      ...{ id, name: id, url: 'https://c.example', tokenUrl: 'https://c.example/token' },
      ...{ clientId: 'us', key, sharePercent: 30, inboundToken: `${id}-${INBOUND_TOKEN}` },
      serviceKeys: { daily: 'd', weekly: 'w', monthly: 'm' },
      ...more,
    });
    const read = (...carriers: object[]) => {
      writeFileSync(file, JSON.stringify(carriers));
      return readConfig({ CARRIERS: file, FRAUD_MODE: 'off' });
    };
    const next = { inboundTokenNext: `next-${INBOUND_TOKEN}` };
    const enrichment = { secret: ENRICHMENT_SECRET, secretNext: `${ENRICHMENT_SECRET}-next` };
    const [karoo] = configuredCarriers(read(one('karoo', { ...next, enrichment })), {} as never);
    expect(karoo).toMatchObject({ ...next, enrichment: { next: enrichment.secretNext } });
    expect(() => read(one('karoo', next), one('kalahari', next))).toThrow(
      /inboundToken: must differ from that of karoo/,
    );
    expect(() => read(one('karoo', { enrichment: { secretNext: ENRICHMENT_SECRET } }))).toThrow(
      /secretNext can only be set with secret/,
    );
  });
});
