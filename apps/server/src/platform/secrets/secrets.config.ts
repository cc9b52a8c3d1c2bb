import { z } from 'zod';

const secret = z.string().min(32, { error: 'must have at least 32 characters' });
/** The earlier keys, newest first; `lost` if nobody has the last one any more. */
const secretsBefore = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  )
  .refine((all) => all.join() === 'lost' || all.every((one) => one.length >= 32), {
    error:
      'must be keys of at least 32 characters, separated by commas, newest first; or the word lost',
  });

/** The environment variables of the secret that all keys are derived from. */
export const secretsConfigShape = {
  SECRET_KEY: secret.optional(),
  SECRET_KEY_NEXT: secret.optional(),
  SECRET_KEY_BEFORE: secretsBefore.default([]),
  SECRET_KEY_PREVIOUS: secret.optional(),
  /** Others show these to us; while one is changed, its coming value is accepted as well. */
  CARRIER_INBOUND_TOKEN_NEXT: secret.optional(),
  ENRICHMENT_SECRET_NEXT: z.string().min(16).optional(),
  OPS_TOKEN_NEXT: secret.optional(),
};

interface SecretVariables {
  readonly SECRET_KEY?: string | undefined;
  readonly SECRET_KEY_NEXT?: string | undefined;
  readonly SECRET_KEY_BEFORE: readonly string[];
  readonly SECRET_KEY_PREVIOUS?: string | undefined;
  readonly CARRIER_INBOUND_TOKEN?: string | undefined;
  readonly CARRIER_INBOUND_TOKEN_NEXT?: string | undefined;
  readonly ENRICHMENT_SECRET?: string | undefined;
  readonly ENRICHMENT_SECRET_NEXT?: string | undefined;
  readonly OPS_TOKEN?: string | undefined;
  readonly OPS_TOKEN_NEXT?: string | undefined;
}

/** What does not fit together among these variables: a line for each. */
export function secretProblems(env: SecretVariables): string[] {
  const { SECRET_KEY: key, SECRET_KEY_BEFORE: before, SECRET_KEY_PREVIOUS: previous } = env;
  const problems: string[] = [];
  if (before.length > 0 && !before.includes('lost') && !key)
    problems.push('SECRET_KEY_BEFORE: only with SECRET_KEY');
  if (previous && (!before.includes(previous) || previous === key))
    problems.push('SECRET_KEY_PREVIOUS: must be one of the keys in SECRET_KEY_BEFORE');
  return [...problems, ...nextProblems(env), ...shownProblems(env)];
}

function nextProblems(env: SecretVariables): string[] {
  const { SECRET_KEY_NEXT: next } = env;
  if (!next) return [];
  const name = 'SECRET_KEY_NEXT';
  if (!env.SECRET_KEY) return [`${name}: only with SECRET_KEY`];
  if (next === env.SECRET_KEY) return [`${name}: must be another key than SECRET_KEY`];
  if (env.SECRET_KEY_BEFORE.includes(next))
    return [`${name}: was in use before: make a new key (npm run rotate-key)`];
  if (env.SECRET_KEY_PREVIOUS)
    return [`${name}: the last change is not over: remove SECRET_KEY_PREVIOUS first`];
  return [];
}

/** The secrets that others show to us. */
const SHOWN = ['CARRIER_INBOUND_TOKEN', 'ENRICHMENT_SECRET', 'OPS_TOKEN'] as const;

function shownProblems(env: SecretVariables): string[] {
  return SHOWN.flatMap((name) => {
    const next = env[`${name}_NEXT`];
    if (next === undefined) return [];
    if (env[name] === undefined) return [`${name}_NEXT: only with ${name}`];
    return next === env[name] ? [`${name}_NEXT: must be another value than ${name}`] : [];
  });
}

/** The secrets of the variables, with earlier and coming ones, as the product uses them. */
export function secretKeysOf(env: SecretVariables & { readonly ENRICHMENT_FROM: string[] }) {
  const { ENRICHMENT_SECRET: secret, ENRICHMENT_SECRET_NEXT: next, ENRICHMENT_FROM: from } = env;
  return {
    secretKey: env.SECRET_KEY,
    /** A coming key, whose signatures are already valid. */
    secretKeyNext: env.SECRET_KEY_NEXT,
    secretKeysBefore: env.SECRET_KEY_BEFORE.filter((one) => one !== 'lost'),
    /** An earlier key whose signatures are still valid. */
    secretKeyPrevious: env.SECRET_KEY_PREVIOUS,
    /** Nobody has the earlier key any more. */
    secretKeyLost: env.SECRET_KEY_BEFORE.includes('lost'),
    inboundToken: env.CARRIER_INBOUND_TOKEN,
    inboundTokenNext: env.CARRIER_INBOUND_TOKEN_NEXT,
    enrichment: { secret, next, from },
  };
}
