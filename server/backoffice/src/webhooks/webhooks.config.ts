import { z } from 'zod';

/** The environment variables of webhooks. */
export const webhooksConfigShape = {
  /** `1`: webhooks may go to this machine, over http. */
  WEBHOOKS_TO_LOOPBACK: z
    .enum(['0', '1'])
    .transform((value) => value === '1')
    .default(false),
};

export function webhooksProblems(env: {
  readonly MODE: 'demo' | 'production';
  readonly WEBHOOKS_TO_LOOPBACK: boolean;
}): string[] {
  return env.MODE === 'production' && env.WEBHOOKS_TO_LOOPBACK
    ? ['WEBHOOKS_TO_LOOPBACK: in demo mode only']
    : [];
}
