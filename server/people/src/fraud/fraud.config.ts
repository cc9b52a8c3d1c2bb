import { z } from 'zod';

/**
 * The environment variables of the provider Evina; `config.ts` merges them into its schema.
 * `FRAUD_PROVIDER=evina` requires the first three; the vendor supplies their values.
 * - `EVINA_URL`: the base address, `https://api.dcbprotect.com` or the vendor's address for the
 *   country.
 * - `EVINA_USERNAME`: the account; it is part of each address.
 * - `EVINA_SECRET`: signs each call.
 * - `EVINA_ON_TIMEOUT`: the policy without an answer within 300 ms. `open` lets the visitor through
 *   and records `provider_unavailable`; `closed` refuses.
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
