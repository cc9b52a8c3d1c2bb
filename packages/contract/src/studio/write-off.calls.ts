import { z } from 'zod';
import { absent, instant, text } from '../call.ts';
import { monthInput } from '../times.ts';
import { cents, rand } from './report-query.ts';
import { studioCall } from './studio-call.ts';

/** Write-offs: what a carrier owes and will not pay. One person asks, another one decides. */

const TAG = 'studio settlement';
const WRITE_OFFS = '/studio/api/settlements/write-offs';
const reason = text(500).trim().min(1);
const params = z.strictObject({ id: z.uuid() });
export const WRITE_OFF_STATES = ['waiting', 'approved', 'refused', 'expired'] as const;
const state = z.enum(WRITE_OFF_STATES);

const request = z
  .object({
    id: z.uuid(),
    carrier: z.string(),
    /** The month of the settlement; null for a request of before requests had one. */
    month: z.string().nullable(),
    amount: rand,
    reason: z.string(),
    /** The reconciliation exception that is closed when it is approved. */
    exception_id: z.uuid().nullable(),
    /** The payment of that exception is to be given back by the carrier; nothing is written off. */
    gives_back: z.boolean(),
    state,
    asked_by: z.string(),
    asked_at: instant,
    /** Nobody can decide it from then on. */
    expires_at: instant,
    decided_by: z.string().nullable(),
    decided_at: instant.nullable(),
    decided_reason: z.string().nullable(),
    /** The person who reads this asked for it, and so cannot decide it. */
    own: z.boolean(),
    /**
     * It waits, and within the last 7 days one person could act for the account that asked and for
     * that of this request: another one must approve it.
     */
    bound: z.boolean(),
  })
  .meta({ id: 'StudioWriteOffRequest' });

export const listWriteOffs = studioCall({
  id: 'studioListWriteOffs',
  method: 'GET',
  path: WRITE_OFFS,
  tag: TAG,
  summary: 'Requests for write-offs: waiting ones by their end, others newest first',
  needs: 'money:read',
  query: z.strictObject({
    state: absent(state),
    /** `next` of the page before. */
    before: absent(z.uuid()),
    limit: absent(z.coerce.number().int().min(1).max(200)).transform((limit) => limit ?? 50),
  }),
  reply: z.object({
    data: z.array(request),
    next: z.string().nullable(),
    /** How many wait for a second person, whichever state is listed. */
    waiting: z.int(),
    /** Those of them that the person who reads this may decide. */
    may_decide: z.int(),
  }),
});

export const askWriteOff = studioCall({
  id: 'studioAskWriteOff',
  method: 'POST',
  path: WRITE_OFFS,
  tag: TAG,
  summary: 'Ask to write off what a carrier owes and will not pay; a second person decides',
  needs: 'money:act',
  stepUp: true,
  body: z.strictObject({
    carrier: text(64).min(1),
    /** The month of the settlement of which it is written off. */
    month: monthInput,
    /** At most what is outstanding of the month, less what waits for a second person. */
    amount: cents(1),
    reason,
    /** Names this request: the same name again is the same request. */
    once_key: z.string().regex(/^[\x21-\x7e]{1,200}$/),
  }),
  reply: z.object({ request }),
  errors: ['conflict'],
});

export const approveWriteOff = studioCall({
  id: 'studioApproveWriteOff',
  method: 'POST',
  path: `${WRITE_OFFS}/:id/approve`,
  tag: TAG,
  summary: 'Approve a write-off as the second person; it is posted at once and never taken back',
  needs: 'writeoff:approve',
  stepUp: true,
  params,
  body: z.strictObject({ reason }),
  reply: z.object({ request }),
  errors: [
    'not_found',
    'own_request',
    'not_independent',
    'already_decided',
    'approval_expired',
    'asker_disabled',
    'conflict',
  ],
});

export const refuseWriteOff = studioCall({
  id: 'studioRefuseWriteOff',
  method: 'POST',
  path: `${WRITE_OFFS}/:id/refuse`,
  tag: TAG,
  summary: 'Refuse a write-off as the second person',
  needs: 'writeoff:approve',
  params,
  body: z.strictObject({ reason }),
  reply: z.object({ request }),
  errors: ['not_found', 'own_request', 'already_decided', 'approval_expired'],
});
