import { existsSync, readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** A file of variables that cannot be used: one line that names `ENV_FILE`. */
export class EnvFileError extends Error {}

/** What was read from a file of variables. */
export interface EnvFile {
  /** The file's path; undefined where there is none. */
  readonly path: string | undefined;
  /** The names in it. */
  readonly names: readonly string[];
  /** What is unsafe about it: one line each, without values. */
  readonly warnings: readonly string[];
}

const NONE: EnvFile = { path: undefined, names: [], warnings: [] };
const HOLDS_SECRETS = /(?:SECRET|_KEY|TOKEN|PASSWORD)(?:$|_)/;
/** An address with a password in it, as in `postgres://user:password@host`. */
const HAS_PASSWORD = /^[a-z]+:\/\/[^/@\s]*:[^/@\s]+@/;

/**
 * Adds the variables of `.env` in the working folder to `environment`, in Node's own format. A
 * variable that the environment has, also an empty one, wins over the file. `ENV_FILE` names
 * another file, or `none`. Throws an {@link EnvFileError} for a named file that cannot be read.
 */
export function readEnvFile(environment: NodeJS.ProcessEnv = process.env): EnvFile {
  const named = environment.ENV_FILE;
  if (named === 'none') return NONE;
  const path = named || '.env';
  if (!named && !existsSync(path)) return NONE;
  const variables = parseEnv(textOf(path));
  for (const [name, value] of Object.entries(variables)) environment[name] ??= value;
  return { path, names: Object.keys(variables).sort(), warnings: warningsAbout(path, variables) };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new EnvFileError(`ENV_FILE: ${path} cannot be read (${code})`, { cause: error });
  }
}

function warningsAbout(path: string, variables: NodeJS.Dict<string>): string[] {
  const secret = Object.entries(variables).some(
    ([name, value = '']) => value !== '' && (HOLDS_SECRETS.test(name) || HAS_PASSWORD.test(value)),
  );
  const isOpen = (statSync(path).mode & 0o077) !== 0;
  return secret && isOpen
    ? [`ENV_FILE: ${path} holds secrets, and other users of this machine may read it: chmod 600`]
    : [];
}
