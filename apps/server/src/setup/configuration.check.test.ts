// Interfaces 'Start and stop': all that is wrong, each by its variable's name, never by its value.
import { describe, expect, it } from 'vitest';
import { readConfig, VARIABLES } from '../config.ts';
import { inspectVariables, misspelt } from './configuration.check.ts';
import { serviceKeyFindings } from './service-keys.check.ts';
import { unsafeSettings } from './unsafe-settings.check.ts';

const RANDOM = 'kT4vNqZ8sW1xYp7LrB3mHc9DfJ6gQaUe';
const PRODUCTION = {
  MODE: 'production',
  PUBLIC_URL: 'https://watch.example',
  STUDIO_URL: 'https://studio.example',
  DATABASE_URL: 'postgres://db/bonisa',
  CARRIER_URL: 'https://api.carrier.example',
  CARRIER_TOKEN_URL: 'https://api.carrier.example/token',
  CARRIER_CLIENT_ID: 'us',
  CARRIER_KEY: '{}',
  CARRIER_INBOUND_TOKEN: `inbound-${RANDOM}`,
  SERVICE_KEY_DAILY: 'd',
  SERVICE_KEY_WEEKLY: 'w',
  SERVICE_KEY_MONTHLY: 'm',
  BRAND_NAME: 'Brand',
  BRAND_SUPPORT_NUMBER: '0800 000 000',
  SECRET_KEY: RANDOM,
  TRUST_PROXY: '10.0.0.0/8',
};

const names = (found: readonly { name: string }[]) => found.map(({ name }) => name);

describe('the variables', () => {
  it('are without a finding where they are right', () => {
    expect(inspectVariables(PRODUCTION).findings).toEqual([]);
    expect(unsafeSettings(readConfig(PRODUCTION), PRODUCTION)).toEqual([]);
  });

  it('warn of a company whose addresses are trusted unproven', () => {
    const oidc = {
      ...PRODUCTION,
      STUDIO_URL: 'https://studio.example',
      STUDIO_OIDC_ISSUER: 'https://company.example',
      STUDIO_OIDC_CLIENT_ID: 'studio',
      STUDIO_OIDC_CLIENT_SECRET: RANDOM,
    };
    expect(unsafeSettings(readConfig(oidc), oidc)).toEqual([]);
    const trusting = { ...oidc, STUDIO_OIDC_TRUST_EMAIL: '1' };
    const found = unsafeSettings(readConfig(trusting), trusting);
    expect(found).toMatchObject([{ level: 'warning', name: 'STUDIO_OIDC_TRUST_EMAIL' }]);
  });

  it('are all named at once: what cannot be read, what is missing, what does not fit', () => {
    const { SECRET_KEY: _left, ...rest } = PRODUCTION;
    const { findings, config, refused } = inspectVariables({
      ...rest,
      PORT: 'x',
      PUBLIC_URL: 'http://watch.example',
      TEST_CLOCK: '1',
      FRAUD_PROVIDER: 'evina',
    });
    expect(names(findings)).toEqual(
      expect.arrayContaining(['PORT', 'SECRET_KEY', 'PUBLIC_URL', 'TEST_CLOCK', 'EVINA_URL']),
    );
    expect(findings.every(({ level, remedy }) => level === 'error' && remedy)).toBe(true);
    // The rest can still be tried.
    expect(config?.databaseUrl).toBe('postgres://db/bonisa');
    expect(refused.has('PORT')).toBe(true);
  });

  it('are judged for the mode that is meant, though what it requires is missing', () => {
    const { SECRET_KEY: _left, CARRIER_KEY: _gone, ...rest } = PRODUCTION;
    const variables = { ...rest, LOG_LEVEL: 'trace' };
    const { config, refused } = inspectVariables(variables);
    expect(refused).toEqual(new Set(['SECRET_KEY', 'CARRIER_KEY']));
    expect(config).toMatchObject({ mode: 'production', simulatesCarriers: false });
    expect(config && names(unsafeSettings(config, variables))).toEqual(['LOG_LEVEL']);
  });

  it('are not said to be missing because their value was refused', () => {
    const { findings } = inspectVariables({
      ...PRODUCTION,
      ROLE: 'api',
      FILE_STORE: 's3://media',
      DATABASE_URL: 'mysql://x',
    });
    expect(names(findings)).toEqual(['DATABASE_URL']);
  });

  it.each([
    ['CARRIER_CLIENTID', 'CARRIER_CLIENT_ID'],
    ['SECRETKEY', 'SECRET_KEY'],
    ['TRUST_PROXYS', 'TRUST_PROXY'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['PUBLIC-URL', 'PUBLIC_URL'],
  ])('%s is recognised as %s', (given, meant) => {
    expect(misspelt({ [given]: 'x' }, VARIABLES)).toEqual([
      expect.objectContaining({ level: 'warning', name: given, remedy: `write ${meant}` }),
    ]);
  });

  it('of the system and our own are not taken for mistakes', () => {
    const usual = { PATH: '/', HOME: '/', HOSTNAME: 'x', LANG: 'C', PORT: '1', EVINA_URL: 'x' };
    expect(misspelt(usual, VARIABLES)).toEqual([]);
  });
});

describe('unsafe settings', () => {
  it.each([
    ['SECRET_KEY', { SECRET_KEY: 'a'.repeat(32) }],
    ['CARRIER_INBOUND_TOKEN', { CARRIER_INBOUND_TOKEN: RANDOM }],
    ['TRUST_PROXY', { TRUST_PROXY: '0.0.0.0/0' }],
    ['HOST', { TRUST_PROXY: 'none', HOST: '0.0.0.0' }],
    ['FRAUD_MODE', { FRAUD_MODE: 'observe' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'trace' }],
    ['FILE_STORE', { ROLE: 'api', FILE_STORE: 'file:///srv/files' }],
    ['FILE_STORE', { FILE_STORE: 's3://media?endpoint=http://store.example' }],
    ['CONTENT_URL', { CONTENT_URL: 'http://content.example' }],
    ['LIVE_INGEST_HOST', { LIVE_INGEST_PORT: '1935', LIVE_INGEST_HOST: '0.0.0.0' }],
    ['MODE', { MODE: 'demo' }],
    ['STUDIO_URL', { STUDIO_URL: '' }],
  ])('%s is warned about for %j, without its value', (name, more) => {
    const variables = { ...PRODUCTION, ...more };
    const found = unsafeSettings(readConfig(variables), variables);
    expect(found).toEqual([expect.objectContaining({ name, level: 'warning' })]);
    expect(JSON.stringify(found)).not.toContain(RANDOM);
  });
});

describe('the service keys', () => {
  it('are refused where one names different packages at two carriers', () => {
    const found = serviceKeyFindings([
      { id: 'karoo', serviceKeys: { 'p-grtv-daily-c-01': 'k1', 'p-grtv-weekly-c-01': 'k2' } },
      { id: 'vula', serviceKeys: { 'p-grtv-daily-c-01': 'k1', 'p-grtv-monthly-c-01': 'k2' } },
    ]);
    const errors = found.filter(({ level }) => level === 'error');
    expect(errors.map(({ says }) => says)).toEqual([
      expect.stringContaining('SERVICE_KEY_WEEKLY'),
      expect.stringContaining('SERVICE_KEY_MONTHLY'),
    ]);
  });

  it('say what is not sold at which carrier', () => {
    const [daily, weekly, monthly] = [
      { 'p-grtv-daily-c-01': 'd' },
      { 'p-grtv-weekly-c-01': 'w' },
      { 'p-grtv-monthly-c-01': 'm' },
    ];
    const found = serviceKeyFindings([
      { id: 'karoo', serviceKeys: { ...daily, ...weekly, ...monthly } },
      { id: 'vula', serviceKeys: { ...weekly } },
      { id: 'kalahari', serviceKeys: {} },
    ]);
    expect(found.map(({ level }) => level)).toEqual(['ok', 'ok', 'warning']);
    expect(found.map(({ says }) => says)).toEqual([
      'has a key for each package of the installation',
      'has no key for Daily and Monthly: not sold there',
      expect.stringContaining('nothing is sold there'),
    ]);
  });
});
