import { z } from 'zod';
import { carrierApis } from './apis.config.ts';
import { carriersFile } from './carriers-file.ts';
import { rechargeCode, rechargeUrl } from './recharge.ts';

const callsPerSecond = z
  .string()
  .regex(/^[0-9]{1,6}(\.[0-9]{1,6})?$/, {
    error: 'must be a number of calls above 0, for example 50 or 0.5',
  })
  .transform(Number)
  .pipe(z.number().positive({ error: 'must be above 0; leave it out for no limit' }));
const IN_FLIGHT_PROBLEM = 'must be a whole number of calls from 1 to 1000';
const callsInFlight = z
  .string()
  .regex(/^[0-9]{1,4}$/, { error: IN_FLIGHT_PROBLEM })
  .transform(Number)
  .pipe(z.number().min(1, { error: IN_FLIGHT_PROBLEM }).max(1000, { error: IN_FLIGHT_PROBLEM }));
/** How numbers of the simulated carriers begin; they have ranges of their own where it is unset. */
const numberRanges = z.string().regex(/^27[0-9]{0,9}(,27[0-9]{0,9})*$/, {
  error: 'must be beginnings of numbers such as 2782, separated by commas',
});
/** A part of money, read as hundredths of a percent. */
const percent = z
  .string()
  .regex(/^[0-9]{1,3}(?:\.[0-9]{1,2})?$/, {
    error: 'must be a percentage from 0 to 100, as in 30 or 32.5',
  })
  .transform((text) => Math.round(Number(text) * 100))
  .pipe(z.number().max(10_000, { error: 'must be a percentage from 0 to 100' }));
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((value) => new URL(value).href.replace(/\/+$/, ''));
const serviceKey = z.string().min(1).max(128).optional();

/** The variables about carriers: `CARRIERS` for several, the others for one. */
export const carrierConfigShape = {
  CARRIERS: carriersFile.optional(),
  CARRIER_URL: httpUrl.optional(),
  CARRIER_TOKEN_URL: httpUrl.optional(),
  CARRIER_APIS: carrierApis,
  CARRIER_CLIENT_ID: z.string().min(1).optional(),
  CARRIER_KEY: z.string().min(1).optional(),
  CARRIER_INBOUND_TOKEN: z
    .string()
    .min(32, { error: 'must have at least 32 characters' })
    .optional(),
  CARRIER_SHARE_PERCENT: percent.default(3000),
  CARRIER_CALLS_PER_SECOND: callsPerSecond.optional(),
  CARRIER_IN_FLIGHT: callsInFlight.default(32),
  CARRIER_RECHARGE_CODE: rechargeCode.optional(),
  CARRIER_RECHARGE_URL: rechargeUrl.optional(),
  CONTENT_LOCK: z.enum(['ask', 'skip']).default('ask'),
  CARRIER_MOBILE_RANGES: numberRanges.optional(),
  CARRIER_LANDLINE_RANGES: numberRanges.optional(),
  SERVICE_KEY_DAILY: serviceKey,
  SERVICE_KEY_WEEKLY: serviceKey,
  SERVICE_KEY_MONTHLY: serviceKey,
};

const shape = z.object(carrierConfigShape);
type CarrierVariables = z.output<typeof shape> & {
  readonly MODE: string;
  readonly ROLE: string;
  readonly DATABASE_URL?: string | undefined;
};

/** A carrier is configured whole or not at all. */
const GROUP = ['CARRIER_URL', 'CARRIER_TOKEN_URL', 'CARRIER_CLIENT_ID', 'CARRIER_KEY'] as const;

/** What stands in the file for each carrier, and so must not be set beside it. */
const OF_ONE_CARRIER = [
  ...GROUP,
  'CARRIER_APIS',
  'CARRIER_INBOUND_TOKEN',
  'CARRIER_INBOUND_TOKEN_NEXT',
  'CARRIER_SHARE_PERCENT',
  'CARRIER_CALLS_PER_SECOND',
  'CARRIER_IN_FLIGHT',
  'CARRIER_RECHARGE_CODE',
  'CARRIER_RECHARGE_URL',
  'CONTENT_LOCK',
  'ENRICHMENT_SECRET',
  'ENRICHMENT_SECRET_NEXT',
  'ENRICHMENT_FROM',
  'SERVICE_KEY_DAILY',
  'SERVICE_KEY_WEEKLY',
  'SERVICE_KEY_MONTHLY',
] as const;

const DEMO_SERVICE_KEYS = {
  SERVICE_KEY_DAILY: 'demo-daily',
  SERVICE_KEY_WEEKLY: 'demo-weekly',
  SERVICE_KEY_MONTHLY: 'demo-monthly',
} as const;

/**
 * What does not fit together among the variables about carriers: a line for each.
 * @param variablesSet the variables that are set.
 */
export function carrierProblems(
  env: CarrierVariables,
  variablesSet: ReadonlySet<string>,
): string[] {
  if (env.CARRIERS)
    return OF_ONE_CARRIER.filter((name) => variablesSet.has(name)).map(
      (name) => `${name}: must not be set together with CARRIERS, whose file says it`,
    );
  const set = GROUP.filter((name) => env[name] !== undefined);
  const incomplete = set.length > 0 && set.length < GROUP.length;
  const missing = incomplete
    ? GROUP.filter((name) => env[name] === undefined).map(
        (name) => `${name}: must be set together with ${set[0]}`,
      )
    : [];
  return [...missing, ...serviceKeyProblems(env), ...simulatedProblems(env)];
}

/** Airtime, messages and payments of one simulated carrier are unknown to another one. */
function simulatedProblems(env: CarrierVariables): string[] {
  const isAlone = env.ROLE === 'all' || env.MODE !== 'demo' || !env.DATABASE_URL;
  if (isAlone || env.CARRIER_URL) return [];
  return [
    'ROLE: other than all only with CARRIER_URL or CARRIERS: each process would simulate carriers of its own',
  ];
}

interface ServiceKeys {
  readonly daily?: string | undefined;
  readonly weekly?: string | undefined;
  readonly monthly?: string | undefined;
}

export type CarriersConfig = ReturnType<typeof carriersConfigOf>;

/** The configuration of the carriers: of a file, of the variables of one, or of the simulator. */
export function carriersConfigOf(env: CarrierVariables & { readonly CARRIER_SIM_PORT: number }) {
  return {
    /** Several carriers from a file; otherwise one, or none if simulated carriers are used. */
    carriers: env.CARRIERS,
    carrier: carrierOf(env),
    simulatesCarriers: env.CARRIERS === undefined && env.CARRIER_URL === undefined,
    carrierApis: env.CARRIER_APIS,
    simulator: {
      port: env.CARRIER_SIM_PORT,
      mobileRanges: env.CARRIER_MOBILE_RANGES,
      landlineRanges: env.CARRIER_LANDLINE_RANGES,
    },
    /** The carrier's share of the net, in hundredths of a percent. */
    carrierShare: env.CARRIER_SHARE_PERCENT,
    /** Whether to ask the carrier if the owner of a number has blocked content services. */
    contentLock: env.CONTENT_LOCK,
    /** How airtime is bought at the carrier. */
    recharge: { code: env.CARRIER_RECHARGE_CODE, url: env.CARRIER_RECHARGE_URL },
    /** How many charges and refunds all processes together may send to the carrier in a second. */
    pace: { perSecond: env.CARRIER_CALLS_PER_SECOND ?? null, inFlight: env.CARRIER_IN_FLIGHT },
    serviceKeys: serviceKeysOf(env),
  };
}

function carrierOf(env: CarrierVariables) {
  if (!env.CARRIER_URL || !env.CARRIER_TOKEN_URL || !env.CARRIER_CLIENT_ID || !env.CARRIER_KEY)
    return undefined;
  return {
    apiUrl: env.CARRIER_URL,
    tokenUrl: env.CARRIER_TOKEN_URL,
    clientId: env.CARRIER_CLIENT_ID,
    key: env.CARRIER_KEY,
  };
}

/**
 * The carrier's keys of the packages that an installation begins with. In production those that
 * are set, because a package without a key is not sold.
 */
function serviceKeysOf(env: CarrierVariables): Readonly<Record<string, string>> {
  const { SERVICE_KEY_DAILY, SERVICE_KEY_WEEKLY, SERVICE_KEY_MONTHLY } = serviceKeyVariables(env);
  return serviceKeysById({
    daily: SERVICE_KEY_DAILY,
    weekly: SERVICE_KEY_WEEKLY,
    monthly: SERVICE_KEY_MONTHLY,
  });
}

/** By the packages' ids. */
export function serviceKeysById({ daily, weekly, monthly }: ServiceKeys) {
  return {
    ...(daily === undefined ? {} : { 'p-grtv-daily-c-01': daily }),
    ...(weekly === undefined ? {} : { 'p-grtv-weekly-c-01': weekly }),
    ...(monthly === undefined ? {} : { 'p-grtv-monthly-c-01': monthly }),
  };
}

type ServiceKeyVariables = { readonly [Name in keyof typeof DEMO_SERVICE_KEYS]?: string };

function serviceKeyVariables(env: CarrierVariables): ServiceKeyVariables {
  const names = Object.keys(DEMO_SERVICE_KEYS) as (keyof typeof DEMO_SERVICE_KEYS)[];
  const usual: ServiceKeyVariables = env.MODE === 'demo' ? DEMO_SERVICE_KEYS : {};
  const keys = names.map((name) => [name, env[name] ?? usual[name]] as const);
  return Object.fromEntries(keys.filter(([, key]) => key !== undefined));
}

/** One key for two packages would have the one charged where the other was chosen. */
function serviceKeyProblems(env: CarrierVariables): string[] {
  const holders = new Map<string, string>();
  return Object.entries(serviceKeyVariables(env)).flatMap(([name, key]) => {
    const holder = holders.get(key);
    holders.set(key, name);
    return holder ? [`${name}: must differ from ${holder}`] : [];
  });
}

/** The addresses over which numbers, money and keys go without being encrypted. */
export function plainCarrierAddresses({
  CARRIER_URL,
  CARRIER_TOKEN_URL,
  CARRIER_APIS,
  CARRIERS,
}: CarrierVariables): string[] {
  const isPlain = (address: string | undefined): boolean =>
    address !== undefined && !address.startsWith('https://');
  const variables = Object.entries({ CARRIER_URL, CARRIER_TOKEN_URL })
    .filter(([, address]) => isPlain(address))
    .map(([name]) => name);
  const roots = Object.entries(CARRIER_APIS)
    .filter(([, { root }]) => isPlain(root))
    .map(([name]) => `CARRIER_APIS: ${name}: root`);
  const inFile = (CARRIERS?.carriers ?? []).flatMap(({ id, url, tokenUrl, apis }) => [
    ...(isPlain(url) ? [`CARRIERS: ${id}: url`] : []),
    ...(isPlain(tokenUrl) ? [`CARRIERS: ${id}: tokenUrl`] : []),
    ...Object.entries(apis)
      .filter(([, choice]) => isPlain(choice?.root))
      .map(([name]) => `CARRIERS: ${id}: apis: ${name}: root`),
  ]);
  const lookup = isPlain(CARRIERS?.lookup?.url) ? ['CARRIERS: lookup: url'] : [];
  return [...variables, ...roots, ...inFile, ...lookup];
}
