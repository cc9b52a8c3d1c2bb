import { join } from 'node:path';
import { problemLines } from '@bonisa/contract/problem-words';
import { z } from 'zod';
import type { CarrierSimOptions } from './app.ts';
import { type CarrierProfile, KAROO, VULA } from './carriers/carrier-profile.ts';
import { DEFAULT_RANGES } from './store/numbers.ts';

/** Prefixes of numbers, such as `2782,2783`. */
const numberRanges = z
  .string()
  .transform((text) => text.split(',').map((prefix) => prefix.trim()))
  .refine(
    (prefixes) => prefixes.every((prefix) => /^27\d{0,9}$/.test(prefix)),
    'must be beginnings of numbers such as 2782, separated by commas',
  );

const calls = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'must be a whole number of calls a second')
  .transform(Number);

/**
 * The environment variables. `SECOND_…` is for the second carrier; client name, token and secret
 * default to those of the first one.
 */
const environment = z.object({
  CARRIER_SIM_PORT: z.coerce.number().int().min(1).max(65_534).default(3900),
  DATA_DIR: z.string().min(1).default('./var'),
  SITE_URL: z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:3000'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:3000'),
  PROXY_URL: z.url({ protocol: /^https$/ }).optional(),
  ENRICHMENT_SECRET: z.string().min(1),
  CARRIER_CLIENT_ID: z.string().min(1),
  CARRIER_CLIENT_JWK: z.string().transform(parseJwk),
  INBOUND_URL: z.url({ protocol: /^https?$/ }).optional(),
  INBOUND_TOKEN: z.string().min(1).optional(),
  SECOND_ENRICHMENT_SECRET: z.string().min(1).optional(),
  SECOND_CLIENT_ID: z.string().min(1).optional(),
  SECOND_INBOUND_TOKEN: z.string().min(1).optional(),
  SECOND_CALLS_PER_SECOND: calls.default(VULA.callsPerSecond),
  TEST_CLOCK: z.enum(['0', '1', '']).default('0'),
  CARRIER_SHORT_CODE: z
    .string()
    .regex(/^\d{3,8}$/)
    .default('45111'),
  CARRIER_MOBILE_RANGES: numberRanges.default([...DEFAULT_RANGES.mobile]),
  CARRIER_LANDLINE_RANGES: numberRanges.default([...DEFAULT_RANGES.landline]),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

type Environment = z.output<typeof environment>;

/**
 * Reads the environment.
 * @throws Error with one line for each invalid variable, naming it.
 */
export function readConfig(env: NodeJS.ProcessEnv): CarrierSimOptions {
  const read = environment.safeParse(withoutEmpty(env));
  if (!read.success) {
    const lines = problemLines(read.error).join('; ');
    throw new Error(`The carrier simulator cannot start. ${lines}`);
  }
  const config = read.data;
  return {
    port: config.CARRIER_SIM_PORT,
    networkPort: config.CARRIER_SIM_PORT + 1,
    dataFolder: join(config.DATA_DIR, 'carrier-sim'),
    siteUrl: config.SITE_URL,
    publicUrl: config.PUBLIC_URL,
    proxyUrl: config.PROXY_URL && new URL(config.PROXY_URL).origin,
    carriers: [first(config), second(config)],
    testClock: config.TEST_CLOCK === '1',
    shortCode: config.CARRIER_SHORT_CODE,
    logLevel: config.LOG_LEVEL,
  };
}

function first(config: Environment): CarrierProfile {
  return {
    ...KAROO,
    client: { id: config.CARRIER_CLIENT_ID, jwk: config.CARRIER_CLIENT_JWK },
    inbound: inboundWith(config, config.INBOUND_TOKEN),
    enrichmentSecret: config.ENRICHMENT_SECRET,
    ranges: { mobile: config.CARRIER_MOBILE_RANGES, landline: config.CARRIER_LANDLINE_RANGES },
  };
}

function second(config: Environment): CarrierProfile {
  return {
    ...VULA,
    client: {
      id: config.SECOND_CLIENT_ID ?? config.CARRIER_CLIENT_ID,
      jwk: config.CARRIER_CLIENT_JWK,
    },
    inbound: inboundWith(config, config.SECOND_INBOUND_TOKEN ?? config.INBOUND_TOKEN),
    enrichmentSecret: config.SECOND_ENRICHMENT_SECRET ?? config.ENRICHMENT_SECRET,
    callsPerSecond: config.SECOND_CALLS_PER_SECOND,
  };
}

function inboundWith({ INBOUND_URL: url }: Environment, token: string | undefined) {
  return url !== undefined && token !== undefined ? { url, token } : undefined;
}

function withoutEmpty(env: NodeJS.ProcessEnv): Record<string, string> {
  const set = Object.entries(env).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return Object.fromEntries(set);
}

const publicKey = z.looseObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
});

function parseJwk(text: string, context: z.RefinementCtx<string>) {
  try {
    return publicKey.parse(JSON.parse(text));
  } catch {
    context.addIssue({ code: 'custom', message: 'must be a public EC P-256 key as a JWK in JSON' });
    return z.NEVER;
  }
}
