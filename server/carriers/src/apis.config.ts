import { problemsIn } from '@bonisa/contract/problem-words';
import { z } from 'zod';
import {
  API_NAMES,
  APIS_WITH_LEGS,
  APIS_WITH_LISTS,
  type ApiChoices,
  type ApiName,
} from './camara.apis.ts';

const VERSION = /^v[0-9]{1,3}(?:\.[0-9]{1,3})?(?:(?:alpha|rc)[0-9]{1,2})?$/;
const includes = (names: readonly string[], name: string): boolean => names.includes(name);

/** The settings of an API; each error text says what a field must be. */
const settings = z
  .strictObject({
    root: z
      .url({ protocol: /^https?$/, error: 'root must be an http or https address' })
      .transform((value) => new URL(value).href.replace(/\/+$/, '')),
    version: z.string().regex(VERSION, { error: 'version must be a version such as v0.5' }),
    legs: z.union([z.literal(2), z.literal(3)], { error: 'legs must be 2 or 3' }),
    perPage: z
      .int({ error: 'perPage must be 1 to 1000' })
      .min(1, { error: 'perPage must be 1 to 1000' })
      .max(1000, { error: 'perPage must be 1 to 1000' }),
    merchant: z.string().min(1).max(128),
  })
  .partial();

/**
 * `CARRIER_APIS`: what differs from the defaults for single CAMARA APIs, as JSON by the API's name:
 * `{"carrier-billing": {"root": "https://…", "version": "v0.6", "legs": 3, "perPage": 50,
 * "merchant": "…"}}`.
 */
export const carrierApis = z
  .string()
  .transform((text, context) => {
    const read = readApiChoices(parsed(text));
    if (!('problem' in read)) return read.choices;
    context.addIssue({ code: 'custom', message: read.problem });
    return z.NEVER;
  })
  .default({});

type Read = { readonly choices: ApiChoices } | { readonly problem: string };

/**
 * Reads the settings that differ from the defaults for single APIs, or returns what is wrong with
 * them.
 */
export function readApiChoices(value: unknown): Read {
  const given = z.record(z.string(), z.unknown()).safeParse(value);
  if (!given.success)
    return {
      problem: 'must be JSON such as {"carrier-billing":{"version":"v0.5","legs":2,"perPage":100}}',
    };
  const choices: Partial<Record<ApiName, ApiChoices[ApiName]>> = {};
  for (const [name, value] of Object.entries(given.data)) {
    if (!isApi(name))
      return { problem: `${shown(name)} is no API of ours; there are ${API_NAMES.join(', ')}` };
    const problem = problemOf(name, value);
    if (problem !== undefined) return { problem: `${name}: ${problem}` };
    choices[name] = settings.parse(value) as ApiChoices[ApiName];
  }
  return { choices };
}

function problemOf(name: ApiName, value: unknown): string | undefined {
  const read = settings.safeParse(value);
  if (!read.success) {
    const issue = read.error.issues[0];
    if (issue?.code === 'unrecognized_keys')
      return `${issue.keys.map(shown).join(', ')} cannot be set; root, version, legs, perPage and merchant can`;
    return problemsIn(read.error)[0]?.problem ?? 'is not of the right shape';
  }
  const { legs, perPage, merchant } = read.data;
  if (legs !== undefined && !includes(APIS_WITH_LEGS, name))
    return `legs can only be set for ${APIS_WITH_LEGS.join(', ')}`;
  if (perPage !== undefined && !includes(APIS_WITH_LISTS, name))
    return `perPage can only be set for ${APIS_WITH_LISTS.join(', ')}`;
  if (merchant !== undefined && name !== 'carrier-billing')
    return 'merchant can only be set for carrier-billing';
  return undefined;
}

function isApi(name: string): name is ApiName {
  return includes(API_NAMES, name);
}

/** A given name, shortened to fit one line. */
function shown(name: string): string {
  return JSON.stringify(name.slice(0, 40));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Text that is no JSON fails the schema too, and is refused by the same line.
    return undefined;
  }
}
