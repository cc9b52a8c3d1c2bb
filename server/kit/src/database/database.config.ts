import { z } from 'zod';
import { type DatabaseLimits, databaseLimits } from './database-limits.ts';

const postgresUrl = z
  .url({
    protocol: /^postgres(ql)?$/,
    error: 'must be the address of one server, for example postgres://user@host/database',
  })
  // The driver would look for a host of this name.
  .refine((value) => URL.parse(value)?.hostname.includes(',') !== true, {
    error: 'must name one host: an address that moves with the primary (docs/operations.md)',
  })
  // The driver takes it, and pg_dump, which backs it up, would not.
  .refine((value) => !URL.canParse(value) || isEncoded(value), {
    error: 'has a % that begins no code: write % as %25, also in the password',
  });

/** Whether all of an address can be read: a `%` of a password must be written as `%25`. */
function isEncoded(value: string): boolean {
  try {
    const { username, password, pathname } = new URL(value);
    for (const part of [username, password, pathname]) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/** The environment variables about the database. */
export const databaseConfigShape = {
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_POOLER: z.enum(['none', 'transaction']).default('none'),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_LIMITS: databaseLimits,
};

interface DatabaseEnvironment {
  readonly ROLE: string;
  readonly DATABASE_URL?: string | undefined;
  readonly DATABASE_POOLER: 'none' | 'transaction';
  readonly DATABASE_DIRECT_URL?: string | undefined;
  readonly DATABASE_LIMITS: DatabaseLimits;
}

/** What is wrong with the variables of the database together, a line each. */
export function databaseProblems(env: DatabaseEnvironment): string[] {
  const { ROLE, DATABASE_URL } = env;
  const problems: string[] = [];
  if (ROLE !== 'all' && !DATABASE_URL) problems.push('ROLE: other than all only with DATABASE_URL');
  const isPooled = env.DATABASE_POOLER === 'transaction';
  if (isPooled && !DATABASE_URL) problems.push('DATABASE_POOLER: only with DATABASE_URL');
  if (env.DATABASE_DIRECT_URL && !isPooled)
    problems.push('DATABASE_DIRECT_URL: only with DATABASE_POOLER=transaction');
  return problems;
}

/** The database of the configuration; without `databaseUrl` it is the embedded one. */
export function databaseConfigOf(env: DatabaseEnvironment) {
  return {
    databaseUrl: env.DATABASE_URL,
    databaseLimits: env.DATABASE_LIMITS,
    /** Whether a pooler gives the connections of `databaseUrl` out by transaction. */
    databasePooled: env.DATABASE_POOLER === 'transaction',
    /** The server itself, behind the pooler. */
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
  };
}

type DatabaseSettings = ReturnType<typeof databaseConfigOf>;

/** The options by which any program opens the configured server. */
export function serverOptionsOf(config: DatabaseSettings) {
  return {
    limits: config.databaseLimits,
    pooled: config.databasePooled,
    directUrl: config.databaseDirectUrl,
  };
}

/**
 * Where notices of changes can be listened for: at the server, and never behind a pooler by
 * transaction. Undefined: nowhere.
 */
export function noticesUrlOf(config: DatabaseSettings): string | undefined {
  return config.databasePooled ? config.databaseDirectUrl : config.databaseUrl;
}
