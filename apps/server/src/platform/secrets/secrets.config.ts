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
};

interface SecretVariables {
  readonly SECRET_KEY?: string | undefined;
  readonly SECRET_KEY_NEXT?: string | undefined;
  readonly SECRET_KEY_BEFORE: readonly string[];
  readonly SECRET_KEY_PREVIOUS?: string | undefined;
}

/** What does not fit together among these variables: a line for each. */
export function secretProblems(env: SecretVariables): string[] {
  const { SECRET_KEY: key, SECRET_KEY_BEFORE: before, SECRET_KEY_PREVIOUS: previous } = env;
  const problems: string[] = [];
  if (before.length > 0 && !before.includes('lost') && !key)
    problems.push('SECRET_KEY_BEFORE: only with SECRET_KEY');
  if (previous && (!before.includes(previous) || previous === key))
    problems.push('SECRET_KEY_PREVIOUS: must be one of the keys in SECRET_KEY_BEFORE');
  return [...problems, ...nextProblems(env)];
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

/** The secret with its earlier and coming keys, as the product uses them. */
export function secretKeysOf(env: SecretVariables) {
  return {
    secretKey: env.SECRET_KEY,
    /** A coming key, whose signatures are already valid. */
    secretKeyNext: env.SECRET_KEY_NEXT,
    secretKeysBefore: env.SECRET_KEY_BEFORE.filter((one) => one !== 'lost'),
    /** An earlier key whose signatures are still valid. */
    secretKeyPrevious: env.SECRET_KEY_PREVIOUS,
    /** Nobody has the earlier key any more. */
    secretKeyLost: env.SECRET_KEY_BEFORE.includes('lost'),
  };
}
