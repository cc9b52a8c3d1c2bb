import { z } from 'zod';

const PROBLEM = 'must be a port number from 1 to 65533';

/** A variable that is a port. The two above it may be used too, so the highest is 65533. */
export const portVariable = z
  .string()
  .regex(/^[0-9]{1,5}$/, { error: PROBLEM })
  .transform(Number)
  .pipe(z.number().min(1, { error: PROBLEM }).max(65_533, { error: PROBLEM }));
