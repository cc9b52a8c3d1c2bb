import { execFileSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { tryConfig } from '../config.ts';
import {
  type Answers,
  composeInstallation,
  type Installation,
  unitsInstallation,
} from './installation.ts';

const DEPLOY = join(import.meta.dirname, '../../../../deploy');
const template = (name: string) => readFileSync(join(DEPLOY, name), 'utf8');
const ANSWERS: Answers = {
  name: 'Karoo Play',
  site: 'watch.karoo.example',
  studio: 'studio.karoo.example',
  database: 'postgres://bonisa:a%26$&b@127.0.0.1/bonisa',
  files: 'file:///srv/bonisa-files',
  carrier: 'https://carrier.example/',
};
const textOf = ({ files }: Installation, path: string): string =>
  files.find((file) => file.path === path)?.text ?? '';

describe('an installation for systemd', () => {
  const made = unitsInstallation(ANSWERS, '/etc/bonisa', template);
  const variables = parseEnv(textOf(made, 'production.env'));

  it('lacks only what nobody was asked for', () => {
    const { BRAND_DIR, ...all } = variables;
    expect(BRAND_DIR).toBe('/etc/bonisa/brand');
    const names = tryConfig({ ...all, DATA_DIR: '/nowhere' }).problems.map(
      (problem) => problem.split(':')[0],
    );
    expect([...new Set(names)].sort()).toEqual([
      'BRAND_NAME',
      'BRAND_SUPPORT_NUMBER',
      'CARRIER_CLIENT_ID',
    ]);
    expect(variables.DATABASE_URL).toBe(ANSWERS.database);
    expect(variables.CARRIER_TOKEN_URL).toBe('https://carrier.example/oauth2/token');
  });

  it('has a key whose public half the carrier is given', () => {
    const { d, ...half } = JSON.parse(variables.CARRIER_KEY ?? '') as Record<string, string>;
    expect(d).toMatch(/^[\w-]{43}$/);
    expect(JSON.parse(made.publicKey)).toEqual(half);
    expect(createPublicKey({ key: half, format: 'jwk' }).asymmetricKeyType).toBe('ec');
  });

  it('has other secrets each time, in files that only their owner reads', () => {
    const again = parseEnv(textOf(unitsInstallation(ANSWERS, '/x', template), 'production.env'));
    for (const name of ['SECRET_KEY', 'OPS_TOKEN', 'CARRIER_KEY', 'CARRIER_INBOUND_TOKEN']) {
      expect(variables[name]?.length, name).toBeGreaterThan(40);
      expect(variables[name], name).not.toBe(again[name]);
    }
    const open = made.files.filter(({ isSecret }) => !isSecret).map(({ path }) => path);
    expect(open.sort()).toEqual([
      'brand/brand.json',
      'carrier-public-key.json',
      'files.conf',
      'nginx.conf',
    ]);
  });

  it('leads nginx to ports that its units have, and to the folder of files', () => {
    const nginx = textOf(made, 'nginx.conf');
    const ports = new Set(nginx.match(/(?<=server 127\.0\.0\.1:)\d+/g));
    const own = made.files.flatMap(({ path, text }) =>
      path.endsWith('.env') ? Object.entries(parseEnv(text)) : [],
    );
    // `pages` and `api` have the ports of the product for what no file names.
    const taken = own.filter(([name]) => /^(?:STUDIO_)?PORT$/.test(name)).map(([, port]) => port);
    expect([...taken, '3000', '3002']).toEqual(expect.arrayContaining([...ports]));
    expect(nginx).toContain('root /srv/bonisa-files;');
    expect(nginx).toContain('server_name studio.karoo.example;');
    expect(nginx).not.toMatch(/example\.org|resolve|@bonisa|pages:3000/);
  });

  it('with an S3 store lets nginx send no files', () => {
    const remote = unitsInstallation({ ...ANSWERS, files: 's3://media' }, '/etc/bonisa', template);
    expect(textOf(remote, 'nginx.conf')).not.toContain('/media/check');
    expect(textOf(remote, 'files.conf')).toBe('');
  });
});

describe('an installation for Compose', () => {
  const made = composeInstallation(ANSWERS, template);

  it('gives the store and the product one key, and each file its place beside compose.yaml', () => {
    const own = parseEnv(textOf(made, 'compose.env'));
    const keys = JSON.parse(textOf(made, 's3.json'));
    expect(keys.identities[0].credentials).toEqual([
      { accessKey: own.STORE_KEY, secretKey: own.STORE_SECRET },
    ]);
    expect(own.POSTGRES_PASSWORD).toMatch(/^[0-9a-f]{48}$/);
    for (const { path } of made.files)
      expect(execFileSync('git', ['ls-files', path], { cwd: DEPLOY, encoding: 'utf8' })).toBe('');
  });

  it('leaves to compose.yaml what it sets', () => {
    const variables = parseEnv(textOf(made, 'production.env'));
    expect(variables).toMatchObject({ DATABASE_URL: '', FILE_STORE: '', TRUST_PROXY: '' });
    expect(variables.BRAND_NAME).toBe('Karoo Play');
    expect(textOf(made, 'proxy.conf')).toContain('server_name watch.karoo.example;');
  });
});
