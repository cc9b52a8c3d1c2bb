import { z } from 'zod';
import { type DatabaseLimits, databaseLimits } from './database-limits.ts';

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ });

/** The environment variables about the database. */
export const databaseConfigShape = {
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_READ_URL: postgresUrl.optional(),
  DATABASE_LIMITS: databaseLimits,
};

interface DatabaseEnvironment {
  readonly ROLE: string;
  readonly DATABASE_URL?: string | undefined;
  readonly DATABASE_READ_URL?: string | undefined;
  readonly DATABASE_LIMITS: DatabaseLimits;
}

/** What is wrong with the variables of the database together, a line each. */
export function databaseProblems(env: DatabaseEnvironment): string[] {
  const { ROLE, DATABASE_URL, DATABASE_READ_URL } = env;
  const problems: string[] = [];
  if (ROLE !== 'all' && !DATABASE_URL) problems.push('ROLE: other than all only with DATABASE_URL');
  if (DATABASE_READ_URL && !DATABASE_URL)
    problems.push('DATABASE_READ_URL: only with DATABASE_URL');
  if (DATABASE_READ_URL && DATABASE_READ_URL === DATABASE_URL)
    problems.push('DATABASE_READ_URL: must be a replica, and is the same address as DATABASE_URL');
  return problems;
}

/** The database of the configuration; without `databaseUrl` it is the embedded one. */
export function databaseConfigOf(env: DatabaseEnvironment) {
  return {
    databaseUrl: env.DATABASE_URL,
    /** A replica for reads of pages, content, search and reports. */
    databaseReadUrl: env.DATABASE_READ_URL,
    databaseLimits: env.DATABASE_LIMITS,
  };
}
