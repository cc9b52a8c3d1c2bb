// The whole check: every group is tried, and one fault does not hide another.
import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { checkConfig } from './check-config.ts';
import { checkMachine } from './machine.check.ts';

const folder = mkdtempSync(join(tmpdir(), 'bonisa-check-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const RANDOM = 'kT4vNqZ8sW1xYp7LrB3mHc9DfJ6gQaUe';
const CARRIER = {
  CARRIER_URL: 'http://127.0.0.1:9',
  CARRIER_TOKEN_URL: 'http://127.0.0.1:9/token',
  CARRIER_CLIENT_ID: 'us',
  CARRIER_KEY: JSON.stringify(privateKey.export({ format: 'jwk' })),
};

async function errorsOf(variables: Record<string, string>): Promise<string[]> {
  const found = await checkConfig({ DATA_DIR: join(folder, 'data'), ...variables });
  return found
    .filter(({ level }) => level === 'error')
    .map(({ group, name }) => `${group} ${name}`);
}

/** The findings of some groups, as `level name`. */
async function foundIn(groups: readonly string[], variables: Record<string, string>) {
  const found = await checkConfig({ DATA_DIR: join(folder, 'data'), ...variables });
  return found
    .filter(({ group }) => groups.includes(group))
    .map(({ level, name }) => `${level} ${name}`);
}

/** Runs the program in an empty folder with these variables only. */
async function run(args: readonly string[], variables: Record<string, string>) {
  const program = join(import.meta.dirname, 'check-config.process.ts');
  const hook = join(import.meta.dirname, '../../../../scripts/drizzle-imports.mjs');
  return await new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(
      process.execPath,
      ['--import', hook, program, ...args],
      { env: { PATH: process.env.PATH, ...variables }, cwd: folder },
      (error, out, err) => resolve({ code: error?.code ?? 0, out, err }),
    );
  });
}

describe('the check of a configuration', () => {
  it('has no error for the demo', async () => {
    expect(await errorsOf({})).toEqual([]);
  });

  it('tries database, file store and carrier, and names all that fail at once', async () => {
    expect(
      await errorsOf({
        ...CARRIER,
        PORT: 'x',
        DATABASE_URL: 'postgres://us:pass@127.0.0.1:9/x',
        FILE_STORE: 's3://media?endpoint=http://127.0.0.1:9',
        AWS_ACCESS_KEY_ID: 'x',
      }),
    ).toEqual([
      'configuration PORT',
      'database DATABASE_URL',
      'file store FILE_STORE',
      'carriers carrier carrier',
    ]);
  });

  it('names an address that is none of this machine, and a password that cannot be read', async () => {
    const variables = { OPS_HOST: '192.0.2.1', OPS_TOKEN: RANDOM, HOST: 'no.such.name.invalid' };
    const DATABASE_URL = 'postgres://us:50%off@127.0.0.1:9/x';
    expect(await errorsOf({ ...variables, DATABASE_URL })).toEqual([
      'configuration DATABASE_URL',
      'machine HOST',
      'machine OPS_HOST',
    ]);
    const told = await run(['--json'], { DATA_DIR: folder, DATABASE_URL });
    expect(told.code).toBe(1);
    expect(told.out + told.err).not.toContain('off@');
  });

  it('does not try what a refused variable configures', async () => {
    expect(await errorsOf({ ...CARRIER, DATABASE_URL: 'mysql://x', CARRIER_URL: 'x' })).toEqual([
      'configuration DATABASE_URL',
      'configuration CARRIER_URL',
    ]);
  });

  it('says of the demo what holds of enrichment and of the clock', async () => {
    expect(await foundIn(['enrichment', 'clock'], {})).toEqual([
      'ok database',
      'ok simulated carriers',
    ]);
  });

  it('judges enrichment and service keys though the key at the carrier is missing', async () => {
    const { CARRIER_KEY: _missing, ...carrier } = CARRIER;
    const variables = {
      ...carrier,
      MODE: 'production',
      TRUST_PROXY: '10.0.0.0/8',
      ENRICHMENT_FROM: '10.0.0.4',
    };
    const found = await foundIn(['carriers', 'enrichment'], variables);
    expect(found).toEqual(['warning SERVICE_KEY_…', 'error ENRICHMENT_SECRET, ENRICHMENT_FROM']);
    const unread = await foundIn(['enrichment'], { ...variables, ENRICHMENT_FROM: 'x' });
    expect(unread).toEqual([]);
  });

  it('judges the enrichment of each carrier of a file, whatever else is refused', async () => {
    const file = join(folder, 'carriers.json');
    const key = privateKey.export({ format: 'jwk' });
    const carrierOf = (id: string, from: string[]) => ({
      ...{ id, name: id, clientId: id, key, sharePercent: 30, inboundToken: `${RANDOM}${id}` },
      ...{ url: 'http://127.0.0.1:9', tokenUrl: 'http://127.0.0.1:9/token', enrichment: { from } },
    });
    writeFileSync(file, JSON.stringify([carrierOf('karoo', []), carrierOf('vula', ['10.0.0.4'])]));
    const variables = { MODE: 'production', CARRIERS: file, TRUST_PROXY: '10.0.0.0/8' };
    // In production these addresses are refused, because they are not https.
    expect(await foundIn(['enrichment'], variables)).toEqual([
      'ok carrier karoo',
      'error carrier vula',
    ]);
  });

  it('says that no clock was compared where nothing could be asked', async () => {
    const database = { DATABASE_URL: 'postgres://us:pass@127.0.0.1:9/x' };
    expect(await foundIn(['clock'], { ...CARRIER, ...database })).toEqual(['warning clock']);
  });

  it('names a key that is none', async () => {
    expect(await errorsOf({ ...CARRIER, CARRIER_KEY: '{"kty":"RSA"}' })).toEqual([
      'carriers CARRIER_KEY',
    ]);
  });

  it('finds secrets that others may read', async () => {
    const data = join(folder, 'open');
    mkdirSync(data);
    writeFileSync(join(data, 'secrets.json'), '{}');
    chmodSync(join(data, 'secrets.json'), 0o644);
    const found = await checkMachine(readConfig({ DATA_DIR: data }), '20.1.0');
    const told = found.map(({ level, name }) => `${level} ${name}`);
    expect(told).toEqual(['error node', 'ok DATA_DIR', 'error DATA_DIR']);
  });

  it('as a program ends with 1 on errors, prints JSON, and never a secret', async () => {
    const database = 'postgres://us:database-password@127.0.0.1:9/x';
    writeFileSync(join(folder, '.env'), `SECRET_KEY=${RANDOM}\nPORT=x\nCARIER_URL=x\n`);
    const { code, out, err } = await run(['--json'], {
      MODE: 'production',
      DATABASE_URL: database,
    });
    expect(code).toBe(1);
    const report = JSON.parse(out) as { errors: number; findings: { name: string }[] };
    const named = report.findings.map(({ name }) => name);
    for (const name of [
      'PORT',
      'PUBLIC_URL',
      'CARRIER_KEY',
      'DATABASE_URL',
      'CARIER_URL',
      'ENV_FILE',
    ])
      expect(named).toContain(name);
    expect(named).not.toContain('SECRET_KEY');
    expect(out + err).not.toMatch(/kT4vNqZ8|database-password/);
    expect(err).toMatch(/^check-config: ENV_FILE: \.env holds secrets/);
  });

  it('as a program ends with 0 on warnings alone, and with 2 on arguments that it does not know', async () => {
    const warned = await run([], { DATA_DIR: join(folder, 'data'), ENV_FILE: 'none' });
    expect(warned).toMatchObject({ code: 0, err: '' });
    expect(warned.out).toMatch(/0 errors, 1 warning\n$/);
    expect(await run(['--jsn'], {})).toMatchObject({
      code: 2,
      err: expect.stringContaining("check-config: Unknown option '--jsn'"),
    });
    expect((await run(['--help'], {})).out).toContain('usage: npm run check-config');
  });
});
