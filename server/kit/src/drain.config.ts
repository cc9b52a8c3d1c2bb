import { z } from 'zod';

/** The environment variables about the end of a process. */
export const drainConfigShape = {
  DRAIN_SECONDS: z
    .string()
    .regex(/^(?:[0-9]|[1-5][0-9]|60)$/, { error: 'must be a whole number of seconds from 0 to 60' })
    .transform(Number)
    .optional(),
};

/** Long enough for a proxy that checks readiness every two seconds, twice. */
const IN_PRODUCTION = 5;

/**
 * How long a process still answers after it was asked to stop, in milliseconds. Nobody sends
 * viewers to a process that runs only jobs, and a demo has no proxy that must notice.
 */
export function drainMsOf(env: {
  readonly MODE: 'demo' | 'production';
  readonly ROLE: string;
  readonly DRAIN_SECONDS?: number | undefined;
}): number {
  if (env.ROLE === 'jobs') return 0;
  return (env.DRAIN_SECONDS ?? (env.MODE === 'production' ? IN_PRODUCTION : 0)) * 1000;
}
