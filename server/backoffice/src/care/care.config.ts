import { parseRand } from '@bonisa/domain/money/rand';
import { z } from 'zod';

/** The environment variables of care. */
export const careConfigShape = {
  REFUND_APPROVAL_ABOVE: z
    .string()
    .transform((text, context) => {
      const cents = parseRand(text);
      if (cents !== undefined) return cents;
      context.addIssue({ code: 'custom', message: 'must be an amount of rand such as 20.00' });
      return z.NEVER;
    })
    .default(2000),
  CARE_LOOKS_PER_HOUR: z
    .string()
    .regex(/^[1-9][0-9]{0,3}$/, { error: 'must be a whole number from 1 to 9999' })
    .transform(Number)
    .default(60),
};

/** Limits on what one person of care may do. */
export interface CareConfig {
  /** Above this sum, in cents, a second person decides a refund. */
  readonly refundLimit: number;
  /** How many numbers a person or key may look at in an hour. */
  readonly looksAnHour: number;
}

/** Care's part of the configuration. */
export function careConfigOf(env: z.output<z.ZodObject<typeof careConfigShape>>): CareConfig {
  return { refundLimit: env.REFUND_APPROVAL_ABOVE, looksAnHour: env.CARE_LOOKS_PER_HOUR };
}
