import { join } from 'node:path';
import { careConfigOf, careConfigShape } from '@bonisa/backoffice/care/care.config';
import {
  studioConfigOf,
  studioConfigShape,
  studioProblems,
} from '@bonisa/backoffice/staff/studio.config';
import { webhooksConfigShape, webhooksProblems } from '@bonisa/backoffice/webhooks/webhooks.config';
import {
  carrierConfigShape,
  carrierProblems,
  carriersConfigOf,
  plainCarrierAddresses,
} from '@bonisa/carriers/carrier.config';
import { problemLines } from '@bonisa/contract/problem-words';
import {
  brandConfigOf,
  brandConfigShape,
  brandProblems,
  missingOfBrand,
} from '@bonisa/kit/brand/brand.config';
import { ConfigError } from '@bonisa/kit/config-error';
import {
  databaseConfigOf,
  databaseConfigShape,
  databaseProblems,
} from '@bonisa/kit/database/database.config';
import { drainConfigShape, drainMsOf } from '@bonisa/kit/drain.config';
import {
  fileStoreOf,
  fileStoreProblems,
  filesConfigShape,
  keepsTerminationJournalOf,
} from '@bonisa/kit/files/file-store.config';
import { foldersHolding } from '@bonisa/kit/files/folder-problems';
import { loggerConfigOf, loggerConfigShape } from '@bonisa/kit/logger.config';
import {
  operationsConfigOf,
  operationsConfigShape,
  operationsProblems,
} from '@bonisa/kit/operations.config';
import { portVariable } from '@bonisa/kit/port.config';
import { LOOPBACK } from '@bonisa/kit/public-address';
import {
  secretKeysOf,
  secretProblems,
  secretsConfigShape,
} from '@bonisa/kit/secrets/secrets.config';
import { tableLimitsConfigShape, tableLimitsOf } from '@bonisa/kit/table-limits.config';
import { tracingConfigOf, tracingConfigShape } from '@bonisa/kit/tracing/tracing.config';
import { ingestConfigOf, ingestConfigShape } from '@bonisa/media/ingest/ingest.config';
import { retrySchedule } from '@bonisa/money/billing/renewals/retry-schedule.config';
import { vatRatesVariable } from '@bonisa/money/packages/vat-rates.config';
import {
  databaseLeaseConfigShape,
  needsDatabaseLease,
} from '@bonisa/money/recovery/active-database-lease/active-database-lease.config';
import { fraudConfigShape } from '@bonisa/people/fraud/fraud.config';
import {
  deviceConfigShape,
  deviceProblems,
} from '@bonisa/people/identity/devices/device-clients.config';
import { devicePlacesOf, devicePlacesShape } from '@bonisa/viewers/viewer/device-places.config';
import { z } from 'zod';

const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((value) => new URL(value).href.replace(/\/+$/, ''));
/** The site needs its own host: the product's paths begin at its root. */
const siteUrl = httpUrl.refine((value) => new URL(value).origin === value, {
  error: 'must be an address without path, query or user, for example https://example.org',
});
const SENDS_PROBLEM = 'must be a whole number of codes from 1 to 10000000';
const sendsPerHour = z
  .string()
  .regex(/^[0-9]{1,8}$/, { error: SENDS_PROBLEM })
  .transform(Number)
  .pipe(z.number().min(1, { error: SENDS_PROBLEM }).max(10_000_000, { error: SENDS_PROBLEM }));
const switchOn = z.enum(['0', '1']).transform((value) => value === '1');
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== ''),
);
const ADDRESSES_PROBLEM = 'must be addresses or networks, separated by commas';
const addresses = list.refine(
  (all) =>
    all.every(
      (one) => z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).safeParse(one).success,
    ),
  { error: ADDRESSES_PROBLEM },
);
const environment = z.object({
  MODE: z.enum(['demo', 'production']).default('demo'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: portVariable.default(3000),
  PUBLIC_URL: siteUrl.optional(),
  TRUST_PROXY: z
    .union([z.literal('none').transform((): string[] => []), addresses], {
      error: ADDRESSES_PROBLEM,
    })
    .optional(),
  ROLE: z.enum(['all', 'pages', 'api', 'jobs']).default('all'),
  ...drainConfigShape,
  DATA_DIR: z.string().min(1).default('./var'),
  UPLOADS_DIR: z.string().min(1).optional(),
  ...filesConfigShape,
  ...databaseLeaseConfigShape,
  ...ingestConfigShape,
  ...databaseConfigShape,
  CONTENT_URL: httpUrl.optional(),
  CONTENT2_URL: httpUrl.optional(),
  ...carrierConfigShape,
  RETRY_SCHEDULE: retrySchedule,
  VAT_RATES: vatRatesVariable,
  ENRICHMENT_SECRET: z.string().min(16).optional(),
  ENRICHMENT_FROM: addresses.default([]),
  CARRIER_SIM_PORT: portVariable.default(3900),
  FRAUD_MODE: z.enum(['off', 'observe', 'enforce']).default('enforce'),
  FRAUD_PROVIDER: z.enum(['guard', 'evina']).default('guard'),
  PLAIN_SIGN_UP: z.enum(['on', 'off']).optional(),
  ...operationsConfigShape,
  ...tableLimitsConfigShape,
  ...studioConfigShape,
  ...webhooksConfigShape,
  WEBHOOK_NETWORKS: addresses.default([]),
  ...careConfigShape,
  ...brandConfigShape,
  DEMO_CATALOGUE: z.enum(['on', 'off']).default('on'),
  DEMO_CLIPS: z
    .string()
    .regex(/^[1-8]$/, { error: 'must be a number from 1 to 8' })
    .transform(Number)
    .default(8),
  CACHE_MB: z
    .string()
    .regex(/^[0-9]{1,5}$/, { error: 'must be a whole number of megabytes, 0 for none' })
    .transform(Number)
    .default(96),
  ...devicePlacesShape,
  ...deviceConfigShape,
  LIMITS: z.enum(['on', 'off']).default('on'),
  OTP_SENDS_PER_HOUR: sendsPerHour.default(10_000),
  TEST_CLOCK: switchOn.default(false),
  ...tracingConfigShape,
  ...loggerConfigShape,
  ...secretsConfigShape,
  ...fraudConfigShape,
});

type Environment = z.output<typeof environment>;

/** The names of all variables that are read. */
export const VARIABLES: readonly string[] = Object.keys(environment.shape);

/** The settings that production requires, because the demo would generate them. */
const NEEDED_IN_PRODUCTION = [
  'PUBLIC_URL',
  'DATABASE_URL',
  'SECRET_KEY',
] as const satisfies readonly (keyof Environment)[];

/** The same for a single carrier, configured without a file. */
const NEEDED_OF_A_CARRIER = [
  'CARRIER_URL',
  'CARRIER_TOKEN_URL',
  'CARRIER_CLIENT_ID',
  'CARRIER_KEY',
  'CARRIER_INBOUND_TOKEN',
] as const satisfies readonly (keyof Environment)[];

export type Config = ReturnType<typeof toConfig>;

/**
 * Reads the environment once: strings -> checked values -> a typed tree. An empty variable counts
 * as unset. Throws {@link ConfigError} with a line for each wrong or missing variable; a line never
 * contains the value, which may be a secret.
 */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const { config, problems } = tryConfig(variables);
  if (!config || problems.length > 0) throw new ConfigError(problems);
  return config;
}

/**
 * Reads the environment with its problems. Where every value can be read there is a configuration,
 * though values may be missing or not fit together: for checks, never to run with.
 */
export function tryConfig(variables: Readonly<Record<string, string | undefined>>): {
  readonly config?: Config;
  readonly problems: readonly string[];
} {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const { data, error } = environment.safeParse(given);
  if (error) return { problems: problemLines(error) };
  return { config: toConfig(data), problems: crossChecks(data, new Set(Object.keys(given))) };
}

function crossChecks(env: Environment, given: ReadonlySet<string>): string[] {
  return [
    ...productionProblems(env),
    ...carrierProblems(env, given),
    ...portProblems(env),
    ...folderProblems(env),
    ...modeProblems(env),
    ...databaseProblems(env),
    ...fileStoreProblems(env),
    ...secretProblems(env),
    ...fraudProblems(env),
    ...studioProblems(env),
    ...webhooksProblems(env),
    ...operationsProblems(env),
    ...deviceProblems(env),
    ...brandProblems(env),
  ];
}

function productionProblems(env: Environment): string[] {
  if (env.MODE !== 'production') return [];
  const needed = env.CARRIERS
    ? NEEDED_IN_PRODUCTION
    : [...NEEDED_IN_PRODUCTION, ...NEEDED_OF_A_CARRIER];
  const missing = [
    ...needed.filter((name) => env[name] === undefined),
    ...missingOfBrand(env).map(({ variable }) => variable),
  ].map((name) => `${name}: must be set in production`);
  // The process speaks http, so a proxy in front of it speaks https; without its address all
  // clients would count as one.
  const proxy = env.TRUST_PROXY
    ? []
    : [
        'TRUST_PROXY: must be set in production: the addresses of the proxy that speaks https for us, or none',
      ];
  return [...missing, ...proxy, ...insecureProblems(env)];
}

/** All of these carry numbers, money and keys. */
function insecureProblems(env: Environment): string[] {
  const own = (['PUBLIC_URL', 'MEDIA_URL', 'MEDIA_BACKUP_URL'] as const).filter(
    (name) => env[name]?.startsWith('https://') === false,
  );
  return [...own, ...plainCarrierAddresses(env)].map(
    (name) => `${name}${name.includes(' ') ? '' : ':'} must be an https address in production`,
  );
}

function uploadsDirOf(env: Environment): string {
  return env.UPLOADS_DIR ?? join(env.DATA_DIR, 'uploads');
}

function folderProblems(env: Environment): string[] {
  const store = fileStoreOf(env);
  return foldersHolding(env.DATA_DIR, [
    ['UPLOADS_DIR', uploadsDirOf(env)],
    ...(store.kind === 'folder' ? [['FILE_STORE', store.folder] as const] : []),
  ]);
}

function portProblems(env: Environment): string[] {
  const taken = new Map<number, string>([[env.PORT, 'PORT']]);
  const others: [string, number][] = [['OPS_PORT', env.OPS_PORT]];
  if (!env.CARRIER_URL && !env.CARRIERS)
    others.push(
      ['CARRIER_SIM_PORT', env.CARRIER_SIM_PORT],
      ['CARRIER_SIM_PORT', env.CARRIER_SIM_PORT + 1],
    );
  return others.flatMap(([name, number]) => {
    const holder = taken.get(number);
    taken.set(number, name);
    return holder ? [`${name}: uses the same port as ${holder}`] : [];
  });
}

function modeProblems(env: Environment): string[] {
  const problems: string[] = [];
  if (env.MODE === 'production' && env.LIMITS === 'off')
    problems.push('LIMITS: can only be off in demo mode');
  if (env.MODE === 'production' && env.TEST_CLOCK) problems.push('TEST_CLOCK: only in demo mode');
  if (env.TEST_CLOCK && env.ROLE !== 'all')
    problems.push('TEST_CLOCK: only with ROLE=all, since one process must own the clock');
  return problems;
}

function fraudProblems(env: Environment): string[] {
  if (env.FRAUD_PROVIDER !== 'evina') return [];
  return (['EVINA_URL', 'EVINA_USERNAME', 'EVINA_SECRET'] as const)
    .filter((name) => !env[name])
    .map((name) => `${name}: must be set with FRAUD_PROVIDER=evina`);
}

function toConfig(env: Environment) {
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  return {
    mode: env.MODE,
    host: env.HOST,
    port: env.PORT,
    opsPort: env.OPS_PORT,
    operations: operationsConfigOf(env),
    studio: studioConfigOf(env),
    care: careConfigOf(env),
    tableLimits: tableLimitsOf(env),
    webhookNetworks: [...env.WEBHOOK_NETWORKS, ...(env.WEBHOOKS_TO_LOOPBACK ? LOOPBACK : [])],
    publicUrl,
    secureCookies: publicUrl.startsWith('https://'),
    trustProxy: env.TRUST_PROXY ?? [],
    role: env.ROLE,
    drainMs: drainMsOf(env),
    /**
     * Memory for responses that are the same for everybody, in bytes: two thirds for pages, one
     * third for the content APIs.
     */
    cacheBytes: env.CACHE_MB * 1_000_000,
    dataDir: env.DATA_DIR,
    /** Operators put source files here; ingest reads no other folder. */
    uploadsDir: uploadsDirOf(env),
    /** Where media, pictures and uploads are stored. */
    fileStore: fileStoreOf(env),
    keepsTerminationJournal: keepsTerminationJournalOf(env),
    needsDatabaseLease: needsDatabaseLease(env),
    ingest: ingestConfigOf(env, env.MODE),
    /** The address under which viewers get media and pictures; undefined: the site's own. */
    mediaUrl: env.MEDIA_URL,
    /** A second address of the same files, which stands in for the first. */
    mediaBackupUrl: env.MEDIA_BACKUP_URL,
    /** Whether players say in their requests for files how the playback is doing. */
    cmcd: env.CMCD === 'on',
    ...databaseConfigOf(env),
    contentUrl: env.CONTENT_URL ?? `${publicUrl}/content/v1`,
    content2Url: env.CONTENT2_URL ?? `${publicUrl}/content/v2`,
    ...loggerConfigOf(env, env.MODE),
    tracing: tracingConfigOf(env, env.MODE),
    /** How many reels of the demo are painted. */
    demoClips: env.DEMO_CLIPS,
    demoCatalogue: env.MODE === 'demo' && env.DEMO_CATALOGUE === 'on',
    limits: env.LIMITS === 'on',
    /** How many devices may play one subscription at once. */
    devicePlaces: devicePlacesOf(env),
    /** The apps that may sign in by code. */
    deviceClients: env.DEVICE_CLIENTS,
    /** How many codes all strangers together may request; owners are not limited by it. */
    otpSendsPerHour: env.OTP_SENDS_PER_HOUR,
    testClock: env.TEST_CLOCK,
    ...carriersConfigOf(env),
    /** When a denied charge is tried again. */
    retrySchedule: env.RETRY_SCHEDULE,
    /** Changes of the law of VAT since this version was made. */
    vatRates: env.VAT_RATES,
    brand: brandConfigOf(env),
    /** Whether a browser without scripts can subscribe. */
    plainSignUp: (env.PLAIN_SIGN_UP ?? (env.MODE === 'demo' ? 'on' : 'off')) === 'on',
    fraud: {
      mode: env.FRAUD_MODE,
      provider: env.FRAUD_PROVIDER,
      evina: {
        url: env.EVINA_URL,
        username: env.EVINA_USERNAME,
        secret: env.EVINA_SECRET,
        onTimeout: env.EVINA_ON_TIMEOUT,
      },
    },
    ...secretKeysOf(env),
  };
}
