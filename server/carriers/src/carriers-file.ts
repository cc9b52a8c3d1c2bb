import { readFileSync } from 'node:fs';
import { problemLines } from '@bonisa/contract/problem-words';
import type { JWK } from 'jose';
import { z } from 'zod';
import { readApiChoices } from './apis.config.ts';
import { rechargeCode, rechargeUrl } from './recharge.ts';

/**
 * `CARRIERS`: the path of a JSON file with several carriers, in their order. The first one has the
 * numbers that are in no range. Secrets need not stand in the file: `{"env": "NAME"}` names a
 * variable that holds one, `{"file": "/path"}` a file.
 */

const ID = /^[a-z][a-z0-9-]{0,31}$/;
const url = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((value) => new URL(value).href.replace(/\/+$/, ''));

/** A secret as it stands in the file, or where it is to be found. */
const secret = z
  .union([
    z.string().min(1),
    z.strictObject({ env: z.string().min(1) }),
    z.strictObject({ file: z.string().min(1) }),
  ])
  .transform((given, context) => {
    const found = resolved(given);
    if (found !== undefined && found !== '') return found;
    context.addIssue({ code: 'custom', message: 'names a variable or a file that holds nothing' });
    return z.NEVER;
  });

const longSecret = secret.refine((text) => text.length >= 32, 'must have at least 32 characters');

/** A private key: as a JWK, or as its JSON in a secret. */
const key = z
  .union([z.looseObject({ kty: z.string() }), secret])
  .transform((given, context): JWK => {
    const jwk = typeof given === 'string' ? parsed(given) : given;
    if (isPrivateKey(jwk)) return jwk;
    context.addIssue({ code: 'custom', message: 'must be a private EC P-256 key as a JWK' });
    return z.NEVER;
  });

const percent = z
  .number('must be a percentage from 0 to 100')
  .min(0, 'must be a percentage from 0 to 100')
  .max(100, 'must be a percentage from 0 to 100')
  .transform((value) => Math.round(value * 100));

const serviceKey = z.string().min(1).max(128);
const address = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'must be an address or a network',
});

const carrier = z.strictObject({
  id: z.string().regex(ID, 'must be lower case letters, digits and dashes, such as karoo'),
  name: z.string().trim().min(1).max(40),
  url,
  tokenUrl: url,
  apis: z
    .unknown()
    .transform((value, context) => {
      const read = readApiChoices(value ?? {});
      if (!('problem' in read)) return read.choices;
      context.addIssue({ code: 'custom', message: read.problem });
      return z.NEVER;
    })
    .default({}),
  clientId: z.string().min(1),
  key,
  inboundToken: longSecret,
  inboundTokenNext: longSecret.optional(),
  enrichment: z
    .strictObject({
      secret: secret.optional(),
      secretNext: secret.optional(),
      from: z.array(address).default([]),
    })
    .refine(({ secret: now, secretNext }) => !secretNext || now, {
      error: 'secretNext can only be set with secret',
    })
    .default({ from: [] }),
  /** Of the packages that it sells; those that were made in the studio have theirs there. */
  serviceKeys: z
    .strictObject({
      daily: serviceKey.optional(),
      weekly: serviceKey.optional(),
      monthly: serviceKey.optional(),
    })
    .default({}),
  sharePercent: percent,
  callsPerSecond: z.number().positive('must be above 0').nullable().default(null),
  inFlight: z.int('must be 1 to 1000').min(1, 'must be 1 to 1000').max(1000).default(32),
  contentLock: z.enum(['ask', 'skip']).default('ask'),
  /** How airtime is bought there. */
  recharge: z
    .strictObject({ code: rechargeCode.optional(), url: rechargeUrl.optional() })
    .default({}),
  acceptsSignups: z.boolean('must be true or false').default(true),
  numbers: z
    .array(z.string().regex(/^27\d{0,9}$/, 'must be the beginning of a number, such as 2782'))
    .default([]),
});

const content = z
  .strictObject({
    carriers: z.array(carrier).min(1, 'must name a carrier'),
    /** The register of ported numbers: `GET url/27821234567` answers `{"carrier": "<id>"}`. */
    lookup: z.strictObject({ url, token: secret.optional() }).optional(),
  })
  .superRefine(({ carriers }, context) => {
    for (const [field, valuesOf] of Object.entries(MUST_DIFFER)) {
      const holders = new Map<string, string>();
      for (const [index, one] of carriers.entries()) {
        for (const value of valuesOf(one)) {
          const holder = holders.get(value);
          if (holder !== undefined)
            context.addIssue({
              code: 'custom',
              path: ['carriers', index, field],
              message: `must differ from that of ${holder}`,
            });
          holders.set(value, one.id);
        }
      }
    }
  });

type FileCarrier = z.output<typeof carrier>;

/** What no two carriers may share, and (service keys) no two packages of one. */
const MUST_DIFFER: Record<string, (one: FileCarrier) => string[]> = {
  id: ({ id }) => [id],
  inboundToken: ({ inboundToken, inboundTokenNext }) =>
    [inboundToken, inboundTokenNext].filter((one) => one !== undefined),
  enrichment: ({ enrichment: { secret: now, secretNext } }) =>
    [now, secretNext].filter((one) => one !== undefined),
  numbers: ({ numbers }) => numbers,
  serviceKeys: ({ id, serviceKeys }) =>
    Object.values(serviceKeys).flatMap((value) => (value === undefined ? [] : [`${id} ${value}`])),
};

export type CarriersFile = z.output<typeof content>;

/** The variable: read with its file, or refused by one line that names the field. */
export const carriersFile = z.string().transform((path, context): CarriersFile => {
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  const text = textOf(path);
  if (text === undefined) return refuse('names a file that cannot be read');
  const json = parsed(text);
  if (json === undefined) return refuse('names a file that is not JSON');
  // A list alone is the carriers.
  const read = content.safeParse(Array.isArray(json) ? { carriers: json } : json);
  if (read.success) return read.data;
  return refuse(problemLines(read.error)[0] ?? 'names a file of another form');
});

function resolved(given: string | { env: string } | { file: string }): string | undefined {
  if (typeof given === 'string') return given;
  return 'env' in given ? process.env[given.env] : textOf(given.file)?.trim();
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // Whatever keeps it from being read, the start is refused with the name of the variable.
    return undefined;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isPrivateKey(value: unknown): value is JWK {
  const { kty, crv, d } = (value ?? {}) as JWK;
  return kty === 'EC' && crv === 'P-256' && typeof d === 'string';
}
