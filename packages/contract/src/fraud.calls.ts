import { z } from 'zod';
import { absent, defineCall, transactionId } from './call.ts';

/**
 * A16: a fraud kit for one transaction. A new one is fetched after each failed Accept or Resend.
 * Row X7: a failure carries the description to show.
 */
export const fraudScript = defineCall('fraudScript', {
  tag: 'fraud',
  summary: 'The fraud protection script and token of a transaction',
  auth: 'anyone',
  body: z.strictObject({ transaction_id: absent(transactionId) }),
  reply: z.object({
    /** The script's text, to be run as it is; '' where there is none to run. */
    s: z.string(),
    transaction_id: z.string(),
    /**
     * The kit's token. What goes back as `evina_token` is this token once a press of Accept is
     * sealed into it.
     */
    t: z.string(),
    /**
     * How the page's content security policy lets the script run: as the text of an inline script,
     * or from a `blob:` address.
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
