// Interfaces 'Start and stop': all that is wrong at once, each by its variable, never by its value.
import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json, type StandIn, startStandIn } from '@bonisa/carriers/carrier-stand-in.test-support';
import { afterAll, describe, expect, it } from 'vitest';
import { checkConfig } from './check-config.ts';

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
/** Right, but for addresses where nothing answers. */
const PRODUCTION = {
  MODE: 'production',
  PUBLIC_URL: 'https://watch.example',
  STUDIO_URL: 'https://studio.example',
  DATABASE_URL: 'postgres://127.0.0.1:9/bonisa',
  CARRIER_URL: 'https://127.0.0.1:9',
  CARRIER_TOKEN_URL: 'https://127.0.0.1:9/token',
  CARRIER_CLIENT_ID: 'us',
  CARRIER_KEY: CARRIER.CARRIER_KEY,
  CARRIER_INBOUND_TOKEN: `inbound-${RANDOM}`,
  SERVICE_KEY_DAILY: 'd',
  BRAND_NAME: 'Brand',
  BRAND_SUPPORT_NUMBER: '0800 000 000',
  SECRET_KEY: RANDOM,
  TRUST_PROXY: '10.0.0.0/8',
};
type Variables = Record<string, string | undefined>;

/** The rows of some checks, as `result name: says`. */
async function rowsOf(checks: readonly string[], variables: Variables, inFile?: string[]) {
  const { rows } = await checkConfig({ DATA_DIR: join(folder, 'data'), ...variables }, inFile);
  return rows
    .filter(({ check }) => checks.includes(check))
    .map(({ result, name, says }) => `${result} ${name ?? ''}: ${says}`);
}

async function errorsOf(variables: Variables): Promise<string[]> {
  const { rows } = await checkConfig({ DATA_DIR: join(folder, 'data'), ...variables });
  return rows.flatMap(({ check, result, name }) => (result === 'error' ? `${check} ${name}` : []));
}

/** Runs the program in an empty folder with these variables only. */
async function run(args: readonly string[], variables: Variables) {
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
  it('has no error for the demo, and says what there is nothing to try of', async () => {
    const { errors, rows } = await checkConfig({ DATA_DIR: join(folder, 'data') });
    expect(errors).toBe(0);
    expect(rows.map(({ check, result }) => `${check}: ${result}`)).toEqual([
      'variables: ok',
      'settings: warning',
      'data folder: ok',
      'database: not tried',
      'file store: ok',
      'carriers: not tried',
      'enrichment: not tried',
    ]);
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
      'variables PORT',
      'database DATABASE_URL',
      'file store FILE_STORE',
      'carriers carrier carrier',
    ]);
  });

  it('does not try what a refused variable configures, and says so', async () => {
    const variables = { ...CARRIER, DATABASE_URL: 'mysql://x', CARRIER_URL: 'x' };
    expect(await errorsOf(variables)).toEqual(['variables DATABASE_URL', 'variables CARRIER_URL']);
    expect(await rowsOf(['database', 'carriers'], variables)).toEqual([
      'not tried : DATABASE_URL is refused',
      'not tried : CARRIER_URL is refused',
    ]);
  });

  it('names a key that is none as the start does', async () => {
    expect(await rowsOf(['carriers'], { ...CARRIER, CARRIER_KEY: '{"kty":"RSA"}' })).toEqual([
      'error CARRIER_KEY: must be a private EC P-256 key as a JWK (JSON)',
    ]);
  });

  it('finds a data folder that cannot be written, and secrets that others may read', async () => {
    const data = join(folder, 'open');
    mkdirSync(data);
    writeFileSync(join(data, 'secrets.json'), '{}');
    chmodSync(join(data, 'secrets.json'), 0o644);
    const FILE_STORE = `file://${folder}/files`;
    expect(await rowsOf(['data folder'], { DATA_DIR: data, FILE_STORE })).toEqual([
      expect.stringMatching(/^error DATA_DIR: other users may read secrets.json/),
    ]);
    writeFileSync(join(folder, 'file'), '');
    const DATA_DIR = join(folder, 'file', 'data');
    expect(await rowsOf(['data folder'], { DATA_DIR, FILE_STORE })).toEqual([
      expect.stringMatching(/^error DATA_DIR: nothing can be written in it \(ENOTDIR\)/),
    ]);
  });

  it('never holds a secret or a number, whatever an error of others says', async () => {
    const found = await checkConfig({
      ...PRODUCTION,
      DATABASE_URL: 'postgres://us:p%C3%A4ssword@27821234567:9/x',
      OPS_TOKEN: RANDOM,
      'OPS-TOKEN': 'x',
    });
    const text = JSON.stringify(found);
    for (const secret of [RANDOM, 'pässword', 'p%C3%A4ssword', '27821234567'])
      expect(text).not.toContain(secret);
    expect(text).toContain('the server cannot be used');
  });
});

describe('the variables', () => {
  const checked = (variables: Variables, inFile?: string[]) =>
    rowsOf(['variables', 'settings'], { ...PRODUCTION, ...variables }, inFile);
  const names = (rows: readonly string[]) => rows.map((row) => row.split(/[ :]/)[1]);

  it('are without a problem where they are right', async () => {
    expect(await checked({})).toEqual([expect.stringMatching(/^ok/), expect.stringMatching(/^ok/)]);
  });

  it('are all named at once: what cannot be read, what is missing, what does not fit', async () => {
    const wrong = { PORT: 'x', PUBLIC_URL: 'http://watch.example', TEST_CLOCK: '1' };
    const found = names(await checked({ ...wrong, SECRET_KEY: '', FRAUD_PROVIDER: 'evina' }));
    for (const name of ['PORT', 'SECRET_KEY', 'PUBLIC_URL', 'TEST_CLOCK', 'EVINA_URL'])
      expect(found).toContain(name);
  });

  it('are not missing because their value was refused', async () => {
    const variables = { ROLE: 'api', FILE_STORE: 's3://media', DATABASE_URL: 'mysql://x' };
    expect(names(await checked(variables))).toEqual(['DATABASE_URL', '']);
  });

  it.each([
    ['CARRIER_CLIENTID', 'CARRIER_CLIENT_ID'],
    ['SECRETKEY', 'SECRET_KEY'],
    ['TRUST_PROXYS', 'TRUST_PROXY'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['PUBLIC-URL', 'PUBLIC_URL'],
  ])('without an effect are recognised: %s for %s', async (given, meant) => {
    const [row] = await checked({ [given]: 'x' });
    expect(row).toBe(`warning ${given}: has no effect; write ${meant}`);
  });

  it('of the system are no mistakes, and unknown ones of the file are', async () => {
    const usual = { PATH: '/', HOSTNAME: 'x', LANG: 'C', AWS_REGION: 'x', OTHER_THING: 'x' };
    expect(names(await checked(usual))).toEqual(['', '']);
    expect(names(await checked(usual, ['AWS_REGION', 'OTHER_THING']))).toEqual(['OTHER_THING', '']);
  });

  it.each([
    ['SECRET_KEY', { SECRET_KEY: 'a'.repeat(32) }],
    ['CARRIER_INBOUND_TOKEN', { CARRIER_INBOUND_TOKEN: RANDOM }],
    ['TRUST_PROXY', { TRUST_PROXY: '0.0.0.0/0' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'none', HOST: '0.0.0.0' }],
    ['FRAUD_MODE', { FRAUD_MODE: 'observe' }],
    ['FILE_STORE', { FILE_STORE: 's3://media?endpoint=http://store.invalid' }],
    ['CONTENT_URL', { CONTENT_URL: 'http://content.example' }],
    ['LIVE_INGEST_HOST', { LIVE_INGEST_PORT: '1935', LIVE_INGEST_HOST: '0.0.0.0' }],
    ['MODE', { MODE: 'demo' }],
    ['STUDIO_URL', { STUDIO_URL: '' }],
    [
      'STUDIO_OIDC_TRUST_EMAIL',
      {
        STUDIO_OIDC_ISSUER: 'https://company.example',
        STUDIO_OIDC_CLIENT_ID: 'studio',
        STUDIO_OIDC_CLIENT_SECRET: `oidc-${RANDOM}`,
        STUDIO_OIDC_TRUST_EMAIL: '1',
      },
    ],
  ])('are warned about where they are unsafe: %s in %j', async (name, more) => {
    const found = await checked(more);
    expect(found.slice(1)).toEqual([expect.stringMatching(new RegExp(`^warning ${name}: `))]);
  });
});

describe('header enrichment', () => {
  const judged = async (
    ENRICHMENT_SECRET: string,
    ENRICHMENT_FROM: string,
    TRUST_PROXY = 'none',
  ) => {
    const variables = { ...PRODUCTION, ENRICHMENT_SECRET, ENRICHMENT_FROM, TRUST_PROXY };
    return (await rowsOf(['enrichment'], variables)).map((row) => row.split(' ')[0]).join();
  };

  it('is an error where everybody behind our own proxy would be believed', async () => {
    expect(await judged('', '10.0.0.4', '10.0.0.0/8')).toBe('error');
    expect(await judged('', '10.0.0.0/8', '10.0.0.4')).toBe('error');
    expect(await judged('', 'fd00::/8', 'fd00::1')).toBe('error');
    expect(await judged('', '0.0.0.0/0')).toBe('error');
  });

  it('is warned about with half a proof, and with addresses behind a proxy', async () => {
    expect(await judged('', '196.1.1.1', '10.0.0.4')).toBe('warning');
    expect(await judged(RANDOM, '196.1.1.1', '10.0.0.4')).toBe('warning');
    expect(await judged('sixteen letters!', '')).toBe('warning');
  });

  it('is judged in production though the carrier is not configured yet', async () => {
    const { CARRIER_URL: _url, ...rest } = PRODUCTION;
    const rows = await rowsOf(['enrichment'], { ...rest, ENRICHMENT_FROM: '10.0.0.4' });
    expect(rows).toEqual([expect.stringMatching(/^error .*: anybody could claim any number/)]);
  });

  it('is right when it is off, and with a secret', async () => {
    expect(await judged('', '')).toBe('ok');
    expect(await judged(RANDOM, '', '10.0.0.4')).toBe('ok');
    expect(await judged(RANDOM, '196.1.1.1,fd00::/8')).toBe('ok');
  });

  it.each(['a secret of this länd', ' begins with a space', 'has a\ttab inside it'])(
    'is an error with a secret that no header carries whole: %j',
    async (secret) => {
      expect(await judged(secret, '')).toBe('error');
    },
  );

  it('is judged for each carrier of a file, whatever else is refused', async () => {
    const file = join(folder, 'carriers.json');
    const key = privateKey.export({ format: 'jwk' });
    const carrierOf = (id: string, from: string[]) => ({
      ...{ id, name: id, clientId: id, key, sharePercent: 30, inboundToken: `${RANDOM}${id}` },
      url: 'https://127.0.0.1:9',
      tokenUrl: 'https://127.0.0.1:9/token',
      enrichment: { from },
    });
    writeFileSync(file, JSON.stringify([carrierOf('karoo', []), carrierOf('vula', ['10.0.0.4'])]));
    const variables = { MODE: 'production', CARRIERS: file, TRUST_PROXY: '10.0.0.0/8' };
    expect(await rowsOf(['enrichment'], variables)).toEqual([
      expect.stringMatching(/^error carrier vula: no secret/),
    ]);
  });
});

describe('a carrier', () => {
  const check = async (arrange: (carrier: StandIn) => void, more: Variables = {}) => {
    const carrier = await startStandIn();
    arrange(carrier);
    const urls = { CARRIER_URL: carrier.url, CARRIER_TOKEN_URL: `${carrier.url}/oauth2/token` };
    const variables = { ...CARRIER, ...urls, SERVICE_KEY_DAILY: 'd', ...more };
    const found = await rowsOf(['carriers'], variables);
    await carrier.close();
    return { found, calls: carrier.calls.map(({ method }) => method) };
  };

  it('is right where it gives a token and lists payments; nothing is charged or sent', async () => {
    expect(await check((one) => one.answer(json(200, [])))).toEqual({
      found: ['ok : our key, the list of our payments, what is sold'],
      calls: ['GET'],
    });
  });

  it('that refuses our key is an error with its own word', async () => {
    const { found, calls } = await check((one) =>
      one.answerTokens(json(401, { error: 'invalid_client' })),
    );
    expect(found).toEqual([expect.stringMatching(/refuses our key \(invalid_client\)/)]);
    expect(calls).toEqual([]);
  });

  it('without a token endpoint is an error', async () => {
    const { found } = await check((one) => one.answerTokens(json(503, {})));
    expect(found).toEqual([expect.stringMatching(/^error carrier carrier: gives no token/)]);
  });

  it('without a list is warned about, and without any service key', async () => {
    const none = { MODE: 'demo', SERVICE_KEY_DAILY: '' };
    const { found } = await check((one) => one.answer(json(404, { code: 'NOT_FOUND' })), none);
    expect(found).toEqual([
      expect.stringMatching(/^warning carrier carrier: does not list our payments/),
    ]);
    const unsold = await rowsOf(['carriers'], { ...PRODUCTION, SERVICE_KEY_DAILY: '' });
    expect(unsold).toContainEqual(
      expect.stringMatching(/^warning carrier carrier: no package has a service key/),
    );
  });
});

describe('the program', () => {
  it('ends with 1 on errors, prints JSON, and never a secret', async () => {
    const database = 'postgres://us:50%off@127.0.0.1:9/x';
    writeFileSync(join(folder, '.env'), `SECRET_KEY=${RANDOM}\nPORT=x\nCARIER_URL=x\n`);
    const { code, out, err } = await run(['--json'], {
      MODE: 'production',
      DATABASE_URL: database,
    });
    expect(code).toBe(1);
    const report = JSON.parse(out) as { errors: number; rows: { name?: string }[] };
    const named = report.rows.map(({ name }) => name);
    for (const name of ['PORT', 'PUBLIC_URL', 'CARRIER_KEY', 'DATABASE_URL', 'CARIER_URL'])
      expect(named).toContain(name);
    expect(named).not.toContain('SECRET_KEY');
    expect(out + err).not.toMatch(/kT4vNqZ8|off@/);
    expect(err).toMatch(/^check-config: ENV_FILE: \.env holds secrets/);
  });

  it('ends with 0 on warnings alone, and with 2 on arguments that it does not know', async () => {
    const warned = await run([], { DATA_DIR: join(folder, 'data'), ENV_FILE: 'none' });
    expect(warned).toMatchObject({ code: 0, err: '' });
    expect(warned.out).toMatch(/^settings {5}warning {4}MODE: is demo/m);
    expect(warned.out).toMatch(/0 errors, 1 warning\n$/);
    expect(await run(['--jsn'], {})).toMatchObject({
      code: 2,
      err: expect.stringContaining("check-config: Unknown option '--jsn'"),
    });
    expect((await run(['--help'], {})).out).toContain('usage: npm run check-config');
  });
});
