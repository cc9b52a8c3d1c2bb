import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '@bonisa/kit/config-error';
import type { Secrets } from '@bonisa/kit/secrets/secrets';
import { readConfig } from '@bonisa/server/config';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configuredCarriers, numberRegister } from './configured-carriers.ts';

const folder = mkdtempSync(join(tmpdir(), 'bonisa-carriers-'));
const file = join(folder, 'carriers.json');
let key: object;
beforeAll(async () => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  key = await exportJWK(privateKey);
});
afterAll(() => rmSync(folder, { recursive: true }));

const carrier = (id: string, more: object = {}) => ({
  id,
  name: `The ${id}`,
  url: `https://${id}.example/`,
  tokenUrl: `https://${id}.example/token`,
  clientId: 'us',
  key,
  inboundToken: `the-token-by-which-we-know-${id}-again`,
  serviceKeys: { daily: 'd', weekly: 'w', monthly: 'm' },
  sharePercent: 32.5,
  ...more,
});
function read(content: unknown, variables: Record<string, string> = {}) {
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readConfig({ CARRIERS: file, ...variables });
}
function problemsOf(content: unknown, variables: Record<string, string> = {}): readonly string[] {
  try {
    read(content, variables);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('CARRIERS', () => {
  it('configures several carriers, each with terms of its own', () => {
    const config = read({
      carriers: [
        carrier('one', { callsPerSecond: 50, numbers: ['2782'] }),
        carrier('two', {
          contentLock: 'skip',
          recharge: { code: '*136#', url: 'https://two.example/airtime' },
          enrichment: { secret: 'shared', from: ['10.0.0.1'] },
        }),
      ],
      lookup: { url: 'https://ported.example/numbers/' },
    });
    const [one, two] = configuredCarriers(config, {} as Secrets);
    expect(one).toMatchObject({
      id: 'one',
      apiUrl: 'https://one.example',
      share: 3_250,
      pace: { perSecond: 50, inFlight: 32 },
      prefixes: ['2782'],
      contentLock: 'ask',
    });
    expect(two).toMatchObject({
      id: 'two',
      pace: { perSecond: null, inFlight: 32 },
      enrichment: { secret: 'shared', from: ['10.0.0.1'] },
      serviceKeys: { 'p-grtv-daily-c-01': 'd' },
      contentLock: 'skip',
      recharge: { code: '*136#', url: 'https://two.example/airtime' },
    });
    expect(one.recharge).toEqual({});
    expect(numberRegister(config)).toEqual({ url: 'https://ported.example/numbers' });
    expect(config.simulatesCarriers).toBe(false);
  });

  it('takes the list alone, and secrets from variables and files', () => {
    const secret = join(folder, 'secret');
    writeFileSync(secret, `${JSON.stringify(key)}\n`);
    process.env.TOKEN_OF_ONE = 'a-token-that-stands-in-a-variable-of-its-own';
    const config = read([
      carrier('one', { key: { file: secret }, inboundToken: { env: 'TOKEN_OF_ONE' } }),
    ]);
    delete process.env.TOKEN_OF_ONE;
    const [one] = configuredCarriers(config, {} as Secrets);
    expect([one.key, one.inboundToken]).toEqual([
      key,
      'a-token-that-stands-in-a-variable-of-its-own',
    ]);
  });

  it.each([
    ['a file that is not JSON', () => '{', /^CARRIERS: names a file that is not JSON$/],
    ['no carrier', () => [], /^CARRIERS: carriers: must name a carrier$/],
    [
      'a share above all',
      () => [carrier('one', { sharePercent: 101 })],
      /^CARRIERS: carriers\.0\.sharePercent: must be a percentage from 0 to 100$/,
    ],
    ['an unknown field', () => [carrier('one', { shares: 1 })], /^CARRIERS: carriers\.0: .*shares/],
    [
      'two carriers of one id',
      () => [carrier('one'), carrier('one', { inboundToken: 'x'.repeat(32) })],
      /^CARRIERS: carriers\.1\.id: must differ from that of one$/,
    ],
    [
      'two carriers with one token',
      () => [carrier('one'), carrier('two', { inboundToken: carrier('one').inboundToken })],
      /^CARRIERS: carriers\.1\.inboundToken: must differ from that of one$/,
    ],
    [
      'one range for two carriers',
      () => [carrier('one', { numbers: ['2782'] }), carrier('two', { numbers: ['2782'] })],
      /^CARRIERS: carriers\.1\.numbers: must differ from that of one$/,
    ],
    [
      'a secret of a variable that is not set',
      () => [carrier('one', { inboundToken: { env: 'NOT_SET_ANYWHERE' } })],
      /^CARRIERS: carriers\.0\.inboundToken: names a variable or a file that holds nothing$/,
    ],
  ])('refuses %s with one line that names the field', (_what, content, line) => {
    expect(problemsOf(content())).toEqual([expect.stringMatching(line)]);
  });

  it('is refused together with the variables of one carrier', () => {
    expect(problemsOf([carrier('one')], { CARRIER_SHARE_PERCENT: '20' })).toEqual([
      'CARRIER_SHARE_PERCENT: must not be set together with CARRIERS, whose file says it',
    ]);
  });

  it('names a file that must be there', () => {
    expect(() => readConfig({ CARRIERS: join(folder, 'missing.json') })).toThrow(
      'CARRIERS: names a file that cannot be read',
    );
  });
});
