import { z } from 'zod';
import { absent, defineCall, transactionId } from './call.ts';

/**
 * The fraud script and token of one transaction (row A16). The page requests a new one after each
 * failed Accept or Resend. On a failure the page shows the description (row X7).
 */
export const fraudScript = defineCall('fraudScript', {
  tag: 'fraud',
  summary: 'The fraud protection script and token of a transaction',
  auth: 'anyone',
  body: z.strictObject({ transaction_id: absent(transactionId) }),
  reply: z.object({
    /** The script's text, to be run unchanged; '' where there is no script. */
    s: z.string(),
    transaction_id: z.string(),
    /**
     * The script's token. The page returns it as `evina_token` after the guard has sealed a press
     * of Accept into it.
     */
    t: z.string(),
    /**
     * How the page's content security policy allows the script: as an inline script, or from a
     * `blob:` address.
     */
    run: z.enum(['inline', 'blob']),
  }),
  errors: [
    'invalid_request',
    'missing_transaction_id',
    'foreign_origin',
    'too_many_requests',
    'fraud_unavailable',
  ],
});
