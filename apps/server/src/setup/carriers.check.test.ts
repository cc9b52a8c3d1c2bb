// Carrier checks: a token and a list that is only read; nothing is charged or sent.
import { generateKeyPairSync } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { json, type StandIn, startStandIn } from '../carriers/carrier-stand-in.test-support.ts';
import type { CarrierTerms } from '../carriers/registry.ts';
import { checkCarrier } from './carriers.check.ts';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const key = privateKey.export({ format: 'jwk' }) as CarrierTerms['key'];
let carrier: StandIn;
afterEach(async () => await carrier.close());

async function check(arrange: (carrier: StandIn) => void) {
  carrier = await startStandIn();
  arrange(carrier);
  const terms = {
    id: 'karoo',
    apiUrl: carrier.url,
    tokenUrl: `${carrier.url}/oauth2/token`,
    apis: {},
    clientId: 'us',
    key,
  } as CarrierTerms;
  return (await checkCarrier(terms)).map(({ level, name, says }) => `${level} ${name}: ${says}`);
}

describe('a carrier', () => {
  it('is right where it gives a token and lists payments', async () => {
    const found = await check((one) => one.answer(json(200, [])));
    expect(found).toEqual([
      'ok carrier karoo: accepts our key',
      'ok carrier karoo: lists our payments',
      expect.stringMatching(/^ok carrier karoo: differs by \d/),
    ]);
    expect(carrier.calls.map(({ method }) => method)).toEqual(['GET']);
  });

  it('that refuses our key is an error with its own word', async () => {
    const found = await check((one) => one.answerTokens(json(401, { error: 'invalid_client' })));
    expect(found[0]).toBe('error carrier karoo: refuses our key (invalid_client)');
    expect(carrier.calls).toEqual([]);
  });

  it('without a token endpoint is an error', async () => {
    const found = await check((one) => one.answerTokens(json(503, {})));
    expect(found[0]).toMatch(/^error carrier karoo: gives no token/);
  });

  it('without a list is warned about', async () => {
    const found = await check((one) => one.answer(json(404, { code: 'NOT_FOUND' })));
    expect(found[1]).toMatch(/^warning carrier karoo: does not list our payments/);
  });

  it('whose clock differs from ours is warned about', async () => {
    const date = new Date(Date.now() - 300_000).toUTCString();
    const token = { access_token: 't', token_type: 'Bearer', expires_in: 60 };
    const found = await check((one) => {
      one.answerTokens(json(200, token, { date }));
      one.answer(json(200, []));
    });
    expect(found.at(-1)).toMatch(
      /^warning carrier karoo: this machine's clock is 30[0-9] seconds ahead/,
    );
  });
});
