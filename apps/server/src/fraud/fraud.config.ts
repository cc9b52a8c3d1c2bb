import { z } from 'zod';

/**
 * The variables of the provider Evina, to be merged into the environment's schema. The first three
 * are needed with `FRAUD_PROVIDER=evina`; the vendor gives them.
 *
 * - `EVINA_URL`: the base address, `https://api.dcbprotect.com` (or the one the vendor names for
 *   the country).
 * - `EVINA_USERNAME`: the account, a part of each address.
 * - `EVINA_SECRET`: signs each call.
 * - `EVINA_ON_TIMEOUT`: what happens when there is no answer within 300 ms: `open` lets the visitor
 *   through (recorded as
 *   `provider_unavailable`), `closed` refuses.
 */
export const fraudConfigShape = {
  EVINA_URL: z
    .url({ protocol: /^https?$/ })
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  EVINA_USERNAME: z.string().min(1).max(64).optional(),
  EVINA_SECRET: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
  EVINA_ON_TIMEOUT: z.enum(['open', 'closed']).default('closed'),
};
