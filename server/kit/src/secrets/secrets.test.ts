// Interfaces 'Start and stop': generated secrets are stored in DATA_DIR, readable by their owner
// only; keys by purpose.
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@bonisa/server/config';
import { afterAll, describe, expect, it } from 'vitest';
import { DataDirLockedError, holderOf, lockDataDir } from '../database/data-dir-lock.ts';
import { loadSecrets } from './secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'bonisa-secrets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What production requires beside secrets. */
const PRODUCTION = {
  MODE: 'production',
  PUBLIC_URL: 'https://watch.example',
  DATABASE_URL: 'postgres://db/x',
  TRUST_PROXY: '10.0.0.1',
  CARRIER_URL: 'https://carrier.example',
  CARRIER_TOKEN_URL: 'https://carrier.example/token',
  CARRIER_CLIENT_ID: 'us',
  SERVICE_KEY_DAILY: 'daily',
  SERVICE_KEY_WEEKLY: 'weekly',
  SERVICE_KEY_MONTHLY: 'monthly',
  BRAND_NAME: 'Brand',
  BRAND_CARRIER: 'Carrier',
  BRAND_SUPPORT_NUMBER: '082 123 4567',
  BRAND_SUPPORT_EMAIL: 'help@watch.example',
  BRAND_COMPANY: 'Company',
  BRAND_ADDRESS: 'Street',
};

describe('secrets', () => {
  it('are generated once in the demo, stored, and readable by their owner only', async () => {
    const config = readConfig({ DATA_DIR: join(folder, 'made') });
    const first = await loadSecrets(config);
    const second = await loadSecrets(config);
    expect(second.key('csrf')).toEqual(first.key('csrf'));
    expect([second.inboundToken, second.enrichmentSecret, second.carrierKey]).toEqual([
      first.inboundToken,
      first.enrichmentSecret,
      first.carrierKey,
    ]);
    expect(first.inboundToken.length).toBeGreaterThanOrEqual(32);
    expect(statSync(join(folder, 'made/secrets.json')).mode & 0o777).toBe(0o600);
    const purposes = ['csrf', 'visitor', 'bearer', 'media', 'fraud', 'otp', 'sink'] as const;
    expect(new Set(purposes.map((purpose) => first.key(purpose).toString('hex'))).size).toBe(
      purposes.length,
    );
    expect(first.key('otp')).toHaveLength(32);
  });

  it('are never generated in production, where each is required by name', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const given: Record<string, string> = {
      ...PRODUCTION,
      DATA_DIR: join(folder, 'production'),
      SECRET_KEY: 's'.repeat(40),
      CARRIER_INBOUND_TOKEN: 'i'.repeat(40),
      CARRIER_KEY: JSON.stringify(privateKey.export({ format: 'jwk' })),
    };
    const { enrichmentSecret, source } = await loadSecrets(readConfig(given));
    // Without its secret enrichment is off; it is not made up.
    expect([enrichmentSecret, source]).toEqual([undefined, 'SECRET_KEY']);
    expect(existsSync(join(folder, 'production'))).toBe(false);
    for (const name of ['SECRET_KEY', 'CARRIER_INBOUND_TOKEN', 'CARRIER_KEY'])
      expect(() => readConfig({ ...given, [name]: '' })).toThrow(`${name}: must be set`);
    for (const more of [
      { OPS_HOST: '0.0.0.0' },
      { FRAUD_PROVIDER: 'evina', EVINA_URL: 'https://evina.example', EVINA_USERNAME: 'us' },
      { STUDIO_OIDC_ISSUER: 'https://company.example', STUDIO_OIDC_CLIENT_ID: 'us' },
    ])
      expect(() => readConfig({ ...given, ...more })).toThrow(
        /^(OPS_TOKEN|OPS_HOST|EVINA_SECRET|STUDIO_OIDC)/m,
      );
  });

  it('of the configuration override generated ones', async () => {
    const config = readConfig({
      DATA_DIR: join(folder, 'made'),
      SECRET_KEY: 's'.repeat(40),
      ENRICHMENT_SECRET: 'e'.repeat(20),
      CARRIER_INBOUND_TOKEN: 'i'.repeat(40),
    });
    const { enrichmentSecret, inboundToken } = await loadSecrets(config);
    expect([enrichmentSecret, inboundToken]).toEqual(['e'.repeat(20), 'i'.repeat(40)]);
  });

  it.each(['', 'x', '{}', '{"secretKey":"short"}', 'null'])(
    'that were damaged (%j) are named and never replaced silently',
    async (text) => {
      writeFileSync(join(folder, 'secrets.json'), text);
      await expect(loadSecrets(readConfig({ DATA_DIR: folder }))).rejects.toThrow(
        /^DATA_DIR: secrets\.json/,
      );
    },
  );

  it.each(['', '{', '{"kty":"RSA"}', '{"kty":"EC","crv":"P-256","x":"a","y":"b"}'])(
    'with the carrier key %j are refused by name',
    async (key) => {
      const carrier = {
        CARRIER_URL: 'http://c',
        CARRIER_TOKEN_URL: 'http://c/t',
        CARRIER_CLIENT_ID: 'us',
        CARRIER_KEY: key || ' ',
      };
      await expect(
        loadSecrets(readConfig({ DATA_DIR: join(folder, 'made'), ...carrier })),
      ).rejects.toThrow(/^CARRIER_KEY: /);
    },
  );
});

describe('the lock on DATA_DIR', () => {
  it('has one holder, names it to others, and is free after its release', () => {
    const at = join(folder, 'locked');
    const lock = lockDataDir(at, 0);
    expect(() => lockDataDir(at, 0)).toThrow(DataDirLockedError);
    expect(() => lockDataDir(at, 0)).toThrow(`in use by another process (process ${process.pid})`);
    lock.release();
    lockDataDir(at, 0).release();
    // Nobody has died: the folder was given back each time.
    const next = lockDataDir(at, 0);
    expect(next.died).toBe('');
    next.release();
    expect(existsSync(join(at, 'lock.holder'))).toBe(false);
  });

  it('names a killed process to the next one that takes it', () => {
    const at = join(folder, 'crashed');
    lockDataDir(at, 0).release();
    writeFileSync(join(at, 'lock.holder'), 'process 4711');
    const next = lockDataDir(at, 0);
    expect(next.died).toBe('4711');
    expect(holderOf(at)).toBe(String(process.pid));
    next.release();
    expect(lockDataDir(at, 0).died).toBe('');
  });

  it('describes a folder that is a file', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => lockDataDir(join(folder, 'file'), 0)).toThrow(/^DATA_DIR: .* cannot be used: /);
  });
});
