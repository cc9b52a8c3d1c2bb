import { z } from 'zod';

const secret = z.string().min(32, { error: 'must have at least 32 characters' });
/** The other keys that are accepted; `lost` if nobody has the earlier one any more. */
const fallbacks = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  )
  .refine((all) => all.join() === 'lost' || all.every((one) => one.length >= 32), {
    error: 'must be keys of at least 32 characters, separated by commas; or the word lost',
  });

/** The environment variables of the secret that all keys are derived from. */
export const secretsConfigShape = {
  SECRET_KEY: secret.optional(),
  SECRET_KEY_FALLBACKS: fallbacks.default([]),
  /** Others show these to us; while one is changed, its coming value is accepted as well. */
  CARRIER_INBOUND_TOKEN_NEXT: secret.optional(),
  ENRICHMENT_SECRET_NEXT: z.string().min(16).optional(),
  OPS_TOKEN_NEXT: secret.optional(),
};

interface SecretVariables {
  readonly SECRET_KEY?: string | undefined;
  readonly SECRET_KEY_FALLBACKS: readonly string[];
  readonly CARRIER_INBOUND_TOKEN?: string | undefined;
  readonly CARRIER_INBOUND_TOKEN_NEXT?: string | undefined;
  readonly ENRICHMENT_SECRET?: string | undefined;
  readonly ENRICHMENT_SECRET_NEXT?: string | undefined;
  readonly OPS_TOKEN?: string | undefined;
  readonly OPS_TOKEN_NEXT?: string | undefined;
}

/** What does not fit together among these variables: a line for each. */
export function secretProblems(env: SecretVariables): string[] {
  return [...ringProblems(env), ...shownProblems(env)];
}

function ringProblems({ SECRET_KEY: key, SECRET_KEY_FALLBACKS: others }: SecretVariables) {
  const name = 'SECRET_KEY_FALLBACKS';
  if (others.length === 0 || others.includes('lost')) return [];
  if (!key) return [`${name}: only with SECRET_KEY`];
  const isRepeated = new Set([key, ...others]).size <= others.length;
  return isRepeated ? [`${name}: must be other keys than SECRET_KEY, each once`] : [];
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

export type SecretKeys = ReturnType<typeof secretKeysOf>;

/** The secrets of the variables, with earlier and coming ones, as the product uses them. */
export function secretKeysOf(env: SecretVariables & { readonly ENRICHMENT_FROM: string[] }) {
  const { ENRICHMENT_SECRET: secret, ENRICHMENT_SECRET_NEXT: next, ENRICHMENT_FROM: from } = env;
  return {
    secretKey: env.SECRET_KEY,
    /** The other keys, whose signatures are accepted: a coming one, or earlier ones. */
    secretKeyFallbacks: env.SECRET_KEY_FALLBACKS.filter((one) => one !== 'lost'),
    /** Nobody has the earlier key any more. */
    secretKeyLost: env.SECRET_KEY_FALLBACKS.includes('lost'),
    inboundToken: env.CARRIER_INBOUND_TOKEN,
    inboundTokenNext: env.CARRIER_INBOUND_TOKEN_NEXT,
    enrichment: { secret, next, from },
  };
}
