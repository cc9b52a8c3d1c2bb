import { z } from 'zod';
import { type DatabaseLimits, databaseLimits } from './database-limits.ts';

/** The environment variables about the database. */
export const databaseConfigShape = {
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_LIMITS: databaseLimits,
};

interface DatabaseEnvironment {
  readonly ROLE: string;
  readonly DATABASE_URL?: string | undefined;
  readonly DATABASE_LIMITS: DatabaseLimits;
}

/** What is wrong with the variables of the database together, a line each. */
export function databaseProblems({ ROLE, DATABASE_URL }: DatabaseEnvironment): string[] {
  return ROLE !== 'all' && !DATABASE_URL ? ['ROLE: other than all only with DATABASE_URL'] : [];
}

/** The database of the configuration; without `databaseUrl` it is the embedded one. */
export function databaseConfigOf({ DATABASE_URL, DATABASE_LIMITS }: DatabaseEnvironment) {
  return { databaseUrl: DATABASE_URL, databaseLimits: DATABASE_LIMITS };
}
