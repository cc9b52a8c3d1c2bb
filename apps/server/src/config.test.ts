// The configuration by zod, with one clear line for each bad variable; interfaces 'Start and stop'.

import { ConfigError } from '@bonisa/kit/config-error';
import { noticesUrlOf } from '@bonisa/kit/database/database.config';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const problems = (variables: Record<string, string>): readonly string[] => {
  try {
    readConfig(variables);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

const PRODUCTION = {
  MODE: 'production',
  PUBLIC_URL: 'https://watch.example',
  DATABASE_URL: 'postgres://db/bonisa',
  CARRIER_URL: 'https://api.carrier.example',
  CARRIER_TOKEN_URL: 'https://api.carrier.example/token',
  CARRIER_CLIENT_ID: 'us',
  CARRIER_KEY: '{}',
  CARRIER_INBOUND_TOKEN: 'x'.repeat(32),
  SERVICE_KEY_DAILY: 'd',
  SERVICE_KEY_WEEKLY: 'w',
  SERVICE_KEY_MONTHLY: 'm',
  BRAND_NAME: 'Brand',
  BRAND_SUPPORT_NUMBER: '0800 000 000',
  SECRET_KEY: 'x'.repeat(32),
  TRUST_PROXY: '10.0.0.0/8',
};

describe('the configuration', () => {
  it('takes further rates of VAT from their days on, and refuses an overlap by name', () => {
    const [first, second] = ['2027-04-01', '2028-04-01'].map((from) => ({ from, percent: 15.55 }));
    expect(readConfig({ VAT_RATES: JSON.stringify([first, second]) }).vatRates).toEqual([
      { from: new Date('2027-03-31T22:00:00Z'), rate: 1555 },
      { from: new Date('2028-03-31T22:00:00Z'), rate: 1555 },
    ]);
    expect(problems({ VAT_RATES: JSON.stringify([second, first]) })).toEqual([
      'VAT_RATES: overlaps: the rate from 2027-04-01 must begin after the one before it',
    ]);
  });

  it('sells in production only what has a service key, and needs none to start', () => {
    const { SERVICE_KEY_DAILY: _daily, SERVICE_KEY_MONTHLY: _monthly, ...weekly } = PRODUCTION;
    expect(readConfig(weekly).serviceKeys).toEqual({ 'p-grtv-weekly-c-01': 'w' });
    expect(readConfig({ ...weekly, SERVICE_KEY_WEEKLY: '' }).serviceKeys).toEqual({});
    expect(readConfig({ ...weekly, SERVICE_KEY_WEEKLY: 'demo-daily' }).serviceKeys).toEqual({
      'p-grtv-weekly-c-01': 'demo-daily',
    });
    expect(problems({ ...PRODUCTION, SERVICE_KEY_WEEKLY: 'd' })).toEqual([
      'SERVICE_KEY_WEEKLY: must differ from SERVICE_KEY_DAILY',
    ]);
  });

  it("requires in production the proxy's address, or the statement that there is none", () => {
    expect(readConfig({ ...PRODUCTION, TRUST_PROXY: 'none' }).trustProxy).toEqual([]);
    expect(readConfig(PRODUCTION).trustProxy).toEqual(['10.0.0.0/8']);
    expect(problems({ ...PRODUCTION, TRUST_PROXY: '' })).toEqual([
      expect.stringMatching(/^TRUST_PROXY: must be set in production/),
    ]);
    expect(readConfig({}).trustProxy).toEqual([]);
  });

  it('refuses a list of hosts, which the driver does not know', () => {
    expect(problems({ DATABASE_URL: 'postgres://one,two/x' })).toEqual([
      expect.stringMatching(/^DATABASE_URL: must name one host/),
    ]);
    expect(problems({ DATABASE_URL: 'postgres://one:5432,two:5432/x' })).toEqual([
      expect.stringMatching(/^DATABASE_URL: must be the address of one server/),
    ]);
  });

  it('takes a pooler by transaction, and beside it the server itself', () => {
    const pooled = { DATABASE_URL: 'postgres://pooler/x', DATABASE_POOLER: 'transaction' };
    const direct = { DATABASE_DIRECT_URL: 'postgres://server/x' };
    expect(readConfig({ ...pooled, ...direct })).toMatchObject({
      databasePooled: true,
      databaseDirectUrl: 'postgres://server/x',
    });
    expect(noticesUrlOf(readConfig({ ...pooled, ...direct }))).toBe('postgres://server/x');
    expect(noticesUrlOf(readConfig(pooled))).toBeUndefined();
    expect(noticesUrlOf(readConfig({ DATABASE_URL: 'postgres://x/x' }))).toBe('postgres://x/x');
    expect(problems({ DATABASE_POOLER: 'transaction' })).toEqual([
      'DATABASE_POOLER: only with DATABASE_URL',
    ]);
    expect(problems(direct)).toEqual([
      'DATABASE_DIRECT_URL: only with DATABASE_POOLER=transaction',
    ]);
  });

  it('uses the default for each omitted limit', () => {
    expect(readConfig({ DATABASE_LIMITS: '{"statement":2}' }).databaseLimits).toMatchObject({
      statement: 2,
      connect: 5,
    });
  });

  it('takes an origin for each app of devices, over https alone in production', () => {
    const clients = 'television=https://tv.example.org:8443,mobile-app,set=http://localhost:5173';
    expect(readConfig({ DEVICE_CLIENTS: clients }).deviceClients).toEqual([
      { id: 'television', origin: 'https://tv.example.org:8443' },
      { id: 'mobile-app', origin: undefined },
      { id: 'set', origin: 'http://localhost:5173' },
    ]);
    expect(readConfig({ DEVICE_CLIENTS: 'off' }).deviceClients).toEqual([]);
    expect(problems({ ...PRODUCTION, DEVICE_CLIENTS: clients })).toEqual([
      'DEVICE_CLIENTS: must have https origins in production',
    ]);
  });

  it('has the documented defaults', () => {
    expect(readConfig({ PORT: '' })).toMatchObject({
      mode: 'demo',
      port: 3000,
      opsPort: 3001,
      studio: { host: '127.0.0.1', port: 3002, url: 'http://localhost:3002' },
      publicUrl: 'http://localhost:3000',
      dataDir: './var',
      uploadsDir: 'var/uploads',
      limits: true,
      testClock: false,
      role: 'all',
      simulator: { port: 3900 },
      pace: { perSecond: null, inFlight: 32 },
      contentUrl: 'http://localhost:3000/content/v1',
      content2Url: 'http://localhost:3000/content/v2',
      fraud: { mode: 'enforce', provider: 'guard' },
      serviceKeys: {
        'p-grtv-daily-c-01': 'demo-daily',
        'p-grtv-weekly-c-01': 'demo-weekly',
        'p-grtv-monthly-c-01': 'demo-monthly',
      },
    });
    expect(readConfig({ PUBLIC_URL: 'https://Watch.Example/' })).toMatchObject({
      publicUrl: 'https://watch.example',
      secureCookies: true,
    });
  });

  it.each([
    ['MODE', 'live'],
    ['PORT', 'http'],
    ['PORT', '0'],
    ['PORT', '70000'],
    ['PORT', '0x50'],
    ['CARRIER_MOBILE_RANGES', '082'],
    ['CARRIER_LANDLINE_RANGES', '2711,'],
    ['PORT', '3e3'],
    ['PUBLIC_URL', 'watch.example'],
    ['PUBLIC_URL', 'ftp://watch.example'],
    ['PUBLIC_URL', 'https://watch.example/app'],
    ['PUBLIC_URL', 'https://user:pass@watch.example'],
    ['TRUST_PROXY', 'the proxy'],
    ['SECRET_KEY_FALLBACKS', 'short'],
    ['SECRET_KEY_FALLBACKS', `${'a'.repeat(32)},lost`],
    ['DATABASE_LIMITS', '15'],
    ['DATABASE_LIMITS', '{"statement":0}'],
    ['DATABASE_LIMITS', '{"statment":15}'],
    ['TRUST_PROXY', '10.0.0.0/99'],
    ['ENRICHMENT_FROM', 'localhost'],
    ['ENRICHMENT_SECRET', 'short'],
    ['ROLE', 'web'],
    ['ROLE', 'api'],
    ['DATABASE_URL', 'mysql://x/y'],
    ['CARRIER_SIM_PORT', '-1'],
    ['CARRIER_SIM_PORT', '3001'],
    ['CARRIER_SIM_PORT', '2999'],
    ['OPS_PORT', '3000'],
    ['STUDIO_PORT', '3001'],
    ['STUDIO_PORT', '0'],
    ['STUDIO_HOST', '0.0.0.0'],
    ['STUDIO_OIDC_ISSUER', 'company'],
    ['STUDIO_OIDC_TRUST_EMAIL', 'yes'],
    ['STUDIO_OIDC_TRUST_EMAIL', '1'],
    ['STUDIO_URL', 'https://example.org/studio'],
    ['STUDIO_URL', 'http://localhost:3000'],
    ['FRAUD_MODE', 'on'],
    ['FRAUD_PROVIDER', 'other'],
    ['LOUDNESS_LUFS', '-5'],
    ['UPLOAD_MAX_GB', '0'],
    ['LIMITS', 'maybe'],
    ['TEST_CLOCK', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['SECRET_KEY', 'short'],
    ['DEVICE_CLIENTS', 'Television'],
    ['DEVICE_CLIENTS', 'television,,mobile-app'],
    ['DEVICE_CLIENTS', 'television,television=https://tv.example.org'],
    ['DEVICE_CLIENTS', 'my-otp-app'],
    ['DEVICE_CLIENTS', 'television=null'],
    ['DEVICE_CLIENTS', 'television=*'],
    ['DEVICE_CLIENTS', 'television=https://*.example.org'],
    ['DEVICE_CLIENTS', 'television=https://tv.example.org/app'],
    ['DEVICE_CLIENTS', 'television=https://TV.example.org'],
    ['DEVICE_CLIENTS', 'television=https://user@tv.example.org'],
    ['DEVICE_CLIENTS', 'television=http://tv.example.org'],
    ['DEVICE_CLIENTS', 'television=file://'],
    ['DEVICE_CLIENTS', 'television=http://localhost:3000'],
    ['BRAND_NAME', 'x'.repeat(21)],
    ['BRAND_NAME', 'OTP TV'],
    ['BRAND_NAME', 'TV 2026'],
    ['BRAND_CARRIER', 'Otp Mobile'],
    ['BRAND_SUPPORT_EMAIL', 'nobody'],
    ['SERVICE_KEY_WEEKLY', 'demo-daily'],
    ['DEMO_CATALOGUE', 'some'],
    ['DEMO_CLIPS', '0'],
    ['CACHE_MB', 'much'],
    ['UPLOADS_DIR', './var'],
    ['UPLOADS_DIR', '.'],
    ['UPLOADS_DIR', '/'],
    ['CARRIER_SHARE_PERCENT', '100.01'],
    ['CARRIER_SHARE_PERCENT', '-1'],
    ['CARRIER_SHARE_PERCENT', '30%'],
    ['VAT_RATES', '16'],
    ['VAT_RATES', '[{"from":"2027-04-01","percent":101}]'],
    ['VAT_RATES', '[{"from":"2027-04-31","percent":16}]'],
    ['VAT_RATES', '[{"from":"2018-04-01","percent":16}]'],
    ['RETRY_SCHEDULE', 'often'],
    ['RETRY_SCHEDULE', '{"graceDays":-1}'],
    ['RETRY_SCHEDULE', '{"graceHours":[3]}'],
    ['RETRY_SCHEDULE', '{"fromHour":9,"untilHour":8}'],
    ['RETRY_SCHEDULE', '{"tries":3}'],
    ['RETRY_SCHEDULE', '{"parkedDays":59}'],
    ['RETRY_SCHEDULE', '{"graceDays":14,"parkedDays":90}'],
    ['RETRY_SCHEDULE', '{"graceDays":0,"parkedDays":0}'],
    ['CARRIER_CALLS_PER_SECOND', '0'],
    ['CARRIER_CALLS_PER_SECOND', '0.000'],
    ['CARRIER_CALLS_PER_SECOND', '-5'],
    ['CARRIER_CALLS_PER_SECOND', '1e3'],
    ['CARRIER_CALLS_PER_SECOND', 'unlimited'],
    ['CARRIER_IN_FLIGHT', '0'],
    ['CARRIER_IN_FLIGHT', '1001'],
    ['CARRIER_IN_FLIGHT', '2.5'],
  ])('%s=%s is refused in one line that names it and not its value', (name, value) => {
    const lines = problems({ [name]: value });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^${name}: [^\\n]+$`));
    if (value.length > 6) expect(lines[0]).not.toContain(value);
  });

  // A recycled number's new owner is never charged for the former owner's debt, and no subscription
  // ends without a try.
  it('names what is wrong with a retry schedule, and accepts the longest and the shortest', () => {
    expect(problems({ RETRY_SCHEDULE: '{"graceDays":2,"parkedDays":59}' })[0]).toContain(
      'at most 60 days of graceDays and parkedDays together',
    );
    expect(problems({ RETRY_SCHEDULE: '{"graceDays":0,"parkedDays":0}' })[0]).toContain(
      'at least one day',
    );
    for (const [graceDays, parkedDays] of [
      [2, 58],
      [0, 1],
      [1, 0],
    ]) {
      expect(
        readConfig({ RETRY_SCHEDULE: JSON.stringify({ graceDays, parkedDays }) }).retrySchedule,
      ).toMatchObject({ graceDays, parkedDays });
    }
  });

  it("accepts the carrier's pace with decimals", () => {
    expect(
      readConfig({ RETRY_SCHEDULE: '{"graceDays":0,"firstDayHours":[2]}' }).retrySchedule,
    ).toMatchObject({
      graceDays: 0,
      firstDayHours: [2],
      parkedDays: 30,
    });
    expect(readConfig({ CARRIER_CALLS_PER_SECOND: '2.5', CARRIER_IN_FLIGHT: '1000' }).pace).toEqual(
      { perSecond: 2.5, inFlight: 1000 },
    );
  });

  it('names every wrong variable at once', () => {
    expect(
      problems({ MODE: 'x', PORT: 'x', LIMITS: 'x' }).map((line) => line.split(':')[0]),
    ).toEqual(['MODE', 'PORT', 'LIMITS']);
  });

  // Each API may have its own version and address.
  it('accepts settings for single APIs of the carrier, and refuses unknown ones by name', () => {
    const given = {
      'carrier-billing': {
        root: 'https://pay.example/',
        version: 'v0.6',
        legs: 3,
        perPage: 50,
        merchant: 'm-1',
      },
    };
    const { carrierApis } = readConfig({ CARRIER_APIS: JSON.stringify(given) });
    expect(carrierApis).toEqual({
      'carrier-billing': { ...given['carrier-billing'], root: 'https://pay.example' },
    });
    expect(readConfig({}).carrierApis).toEqual({});
  });

  it.each([
    ['nonsense', /^CARRIER_APIS: must be JSON such as/],
    ['[]', /^CARRIER_APIS: must be JSON such as/],
    [
      '{"carrier-bling":{}}',
      /"carrier-bling" is no API of ours; there are one-time-password-sms, /,
    ],
    ['{"carrier-billing":{"legs":4}}', /carrier-billing: legs must be 2 or 3/],
    [
      '{"one-time-password-sms":{"legs":3}}',
      /one-time-password-sms: legs can only be set for kyc-age-verification/,
    ],
    ['{"carrier-billing":{"perPage":0}}', /carrier-billing: perPage must be 1 to 1000/],
    ['{"messages":{"perPage":10}}', /messages: perPage can only be set for carrier-billing/],
    ['{"messages":{"merchant":"x"}}', /messages: merchant can only be set for carrier-billing/],
    ['{"messages":{"version":"latest"}}', /messages: version must be a version such as v0.5/],
    ['{"messages":{"root":"ftp://x"}}', /messages: root must be an http or https address/],
    ['{"messages":{"roots":"x"}}', /messages: "roots" cannot be set/],
    ['{"messages":7}', /messages: /],
  ])('refuses CARRIER_APIS=%s', (text, problem) => {
    const [line, ...more] = problems({ CARRIER_APIS: text });
    expect(line).toMatch(problem);
    expect(more).toEqual([]);
  });

  it('requires in production everything that the demo would generate, https, limits and the real time', () => {
    expect(problems(PRODUCTION)).toEqual([]);
    const isNeeded = (name: string) => name !== 'MODE' && !name.startsWith('SERVICE_KEY');
    for (const name of Object.keys(PRODUCTION).filter(isNeeded)) {
      const { [name as keyof typeof PRODUCTION]: _left, ...rest } = PRODUCTION;
      expect(problems(rest).some((line) => line.startsWith(`${name}: must be set`))).toBe(true);
    }
    expect(problems({ ...PRODUCTION, PUBLIC_URL: 'http://watch.example' })).toEqual([
      'PUBLIC_URL: must be an https address in production',
    ]);
    // These addresses carry numbers, keys and money.
    const apis = '{"messages":{"root":"http://sms.example"}}';
    const plain = {
      CARRIER_URL: 'http://api.carrier.example',
      CARRIER_TOKEN_URL: 'http://carrier.example/token',
      CARRIER_APIS: apis,
    };
    expect(problems({ ...PRODUCTION, ...plain })).toEqual([
      'CARRIER_URL: must be an https address in production',
      'CARRIER_TOKEN_URL: must be an https address in production',
      'CARRIER_APIS: messages: root must be an https address in production',
    ]);
    expect(problems({ ...PRODUCTION, LIMITS: 'off' })).toEqual([
      'LIMITS: can only be off in demo mode',
    ]);
    expect(problems({ ...PRODUCTION, TEST_CLOCK: '1' })).toEqual(['TEST_CLOCK: only in demo mode']);
  });

  it('accepts further keys only beside SECRET_KEY, each once', () => {
    const [a, b] = ['a', 'b'].map((letter) => letter.repeat(32));
    const ring = (SECRET_KEY_FALLBACKS: string, more = {}) =>
      problems({ SECRET_KEY_FALLBACKS, ...more });
    expect(ring(`${b}`, { SECRET_KEY: a })).toEqual([]);
    expect(ring('lost')).toEqual([]);
    expect(ring(`${b}`)).toEqual(['SECRET_KEY_FALLBACKS: only with SECRET_KEY']);
    for (const repeated of [`${a}`, `${b}, ${a}`, `${b},${b}`])
      expect(ring(repeated, { SECRET_KEY: a })).toEqual([
        'SECRET_KEY_FALLBACKS: must be other keys than SECRET_KEY, each once',
      ]);
  });

  it('refuses several processes that would each simulate carriers', () => {
    const several = { DATABASE_URL: 'postgres://db/x', ROLE: 'api' };
    expect(problems(several)[0]).toMatch(/^ROLE: .* each process would simulate carriers/);
    expect(problems({ ...several, ROLE: 'all' })).toEqual([]);
  });

  it("accepts a carrier's settings only complete, and Evina only with its credentials", () => {
    expect(problems({ CARRIER_URL: 'http://carrier.example' })).toEqual([
      'CARRIER_TOKEN_URL: must be set together with CARRIER_URL',
      'CARRIER_CLIENT_ID: must be set together with CARRIER_URL',
      'CARRIER_KEY: must be set together with CARRIER_URL',
    ]);
    expect(problems({ FRAUD_PROVIDER: 'evina' }).map((line) => line.split(':')[0])).toEqual(
      expect.arrayContaining(['EVINA_USERNAME', 'EVINA_SECRET']),
    );
  });
});
