import { parseRand } from '@bonisa/domain/money/rand';
import { z } from 'zod';
import { absent, instant, text } from '../call.ts';
import {
  approval,
  chargeAnswer,
  DISPUTE_FILTERS,
  dispute,
  summary,
  timelineEntry,
} from './care-views.ts';
import { studioCall } from './studio-call.ts';

/**
 * The calls of care: who answers a caller. A number is given once, in a body, to find it; the
 * answer has a handle that stands for it afterwards, only for this session, only for a while.
 */

const TAG = 'studio care';
const PAGE = 50;
/** A place has an instant, a kind and an id, which may be a carrier's own of 256 characters. */
const TIMELINE_PLACE = 400;

const handle = text(2500).min(1).meta({
  description: 'Stands for the number: of `find`, for the same session, until it expires',
});
const reason = text(300).trim().min(3).meta({ description: 'Why; it is kept in the audit' });
const key = z
  .string()
  .regex(/^[\x21-\x7e]{8,100}$/, { error: 'must be 8 to 100 visible characters' })
  .meta({ description: 'Chosen by the caller: the same request with the same key is done once' });
const words = text(2000).trim().min(1);
const reference = text(200).min(1).meta({ description: 'Our reference of a charge' });
const amount = absent(
  z.string().transform((given, context) => {
    const cents = parseRand(given);
    if (cents !== undefined && cents > 0) return cents;
    context.addIssue({
      code: 'custom',
      message: 'must be an amount of rand above nothing, as in "2.50"',
    });
    return z.NEVER;
  }),
);
const byId = z.strictObject({ id: z.uuid() });
const nothing = z.preprocess((body) => body ?? {}, z.strictObject({}));

const found = z.object({
  handle: z.string(),
  expires_at: instant,
  /** How many more numbers this person may look at before `looks_again_at`. */
  looks_left: z.int(),
  looks_again_at: instant,
  summary,
});
/** The number behind something, with the charge that it is about. */
const foundByCharge = found.extend({ reference: z.string() });

export const careFind = studioCall({
  id: 'studioCareFind',
  method: 'POST',
  path: '/studio/api/care/find',
  tag: TAG,
  summary: 'Find a number: its summary, and a handle for the other calls',
  needs: 'care:read',
  body: z.strictObject({ msisdn: text(40).min(1), reason }),
  reply: found,
  errors: ['invalid_msisdn'],
});

export const careSummary = studioCall({
  id: 'studioCareSummary',
  method: 'POST',
  path: '/studio/api/care/summary',
  tag: TAG,
  summary: 'What the number has now, and what comes next',
  needs: 'care:read',
  body: z.strictObject({ handle }),
  reply: z.object({ summary }),
  errors: ['handle_invalid'],
});

export const careTimeline = studioCall({
  id: 'studioCareTimeline',
  method: 'POST',
  path: '/studio/api/care/timeline',
  tag: TAG,
  summary: 'Everything that happened to the number, newest first',
  needs: 'care:read',
  body: z.strictObject({
    handle,
    /** `next` of the page before. */
    before: absent(text(TIMELINE_PLACE)),
    limit: absent(z.int().min(1).max(200)).transform((limit) => limit ?? PAGE),
  }),
  reply: z.object({ data: z.array(timelineEntry), next: z.string().nullable(), total: z.int() }),
  errors: ['handle_invalid'],
});

export const careCharge = studioCall({
  id: 'studioCareCharge',
  method: 'POST',
  path: '/studio/api/care/charge',
  tag: TAG,
  summary: 'The whole evidence of one charge, with a proposed answer to its dispute',
  needs: 'care:read',
  body: z.strictObject({ handle, reference }),
  reply: chargeAnswer,
  errors: ['handle_invalid', 'not_found'],
});

export const careEvidence = studioCall({
  id: 'studioCareEvidence',
  method: 'POST',
  path: '/studio/api/care/evidence',
  tag: TAG,
  summary: 'The evidence of the number as PDF',
  needs: 'care:read',
  body: z.strictObject({ handle, reason }),
  reply: z.any().meta({ description: 'The evidence' }),
  answers: ['application/pdf'],
  errors: ['handle_invalid', 'not_found'],
});

const acted = z.object({ summary });
const ACT_ERRORS = ['handle_invalid', 'conflict'] as const;

export const careCancel = studioCall({
  id: 'studioCareCancel',
  method: 'POST',
  path: '/studio/api/care/cancel',
  tag: TAG,
  summary: 'Stop the subscription; the paid time is still served',
  needs: 'care:act',
  body: z.strictObject({ handle, reason, key }),
  reply: acted,
  errors: [...ACT_ERRORS, 'not_subscribed'],
});

export const careBlock = studioCall({
  id: 'studioCareBlock',
  method: 'POST',
  path: '/studio/api/care/block',
  tag: TAG,
  summary: 'Block the number, as STOP ALL does: no service and no further opt-in',
  needs: 'care:act',
  body: z.strictObject({ handle, reason, key }),
  reply: acted,
  errors: [...ACT_ERRORS, 'already_blocked'],
});

export const careUnblock = studioCall({
  id: 'studioCareUnblock',
  method: 'POST',
  path: '/studio/api/care/unblock',
  tag: TAG,
  summary: 'Let the number opt in again; no subscription begins',
  needs: 'care:act',
  body: z.strictObject({ handle, reason, key }),
  reply: acted,
  errors: [...ACT_ERRORS, 'not_blocked'],
});

export const careSendAgain = studioCall({
  id: 'studioCareSendAgain',
  method: 'POST',
  path: '/studio/api/care/send_again',
  tag: TAG,
  summary: 'Send the last receipt, or the last confirmation of a subscription, again',
  needs: 'care:act',
  body: z.strictObject({ handle, message: z.enum(['receipt', 'confirmation']), reason, key }),
  reply: acted,
  errors: [...ACT_ERRORS, 'nothing_to_send'],
});

export const careNote = studioCall({
  id: 'studioCareNote',
  method: 'POST',
  path: '/studio/api/care/note',
  tag: TAG,
  summary: 'Write a note of a call into the timeline',
  needs: 'care:act',
  body: z.strictObject({ handle, text: words, key }),
  reply: acted,
  errors: ACT_ERRORS,
});

const REFUND_ERRORS = [
  ...ACT_ERRORS,
  'not_found',
  'charge_not_taken',
  'nothing_left_to_refund',
  'more_than_left_to_refund',
] as const;
const refundOutcome = z.object({
  /** `waiting`: a second person decides; else what the carrier answered. */
  outcome: z.enum(['waiting', 'unknown', 'succeeded', 'denied']),
  amount: z.string(),
  /** The request that waits; null where none is needed. */
  approval_id: z.string().nullable(),
  refund_reference: z.string().nullable(),
});

export const careRefund = studioCall({
  id: 'studioCareRefund',
  method: 'POST',
  path: '/studio/api/care/refund',
  tag: TAG,
  summary: 'Give a charge back, whole or in part; above the limit a second person decides',
  needs: 'care:act',
  body: z.strictObject({ handle, reference, amount, reason, key }),
  reply: z.object({ refund: refundOutcome, summary }),
  errors: REFUND_ERRORS,
});

export const careApprovals = studioCall({
  id: 'studioCareApprovals',
  method: 'GET',
  path: '/studio/api/care/approvals',
  tag: TAG,
  summary:
    'Refunds for a second person: waiting ones by their end, others newest first; no numbers',
  needs: 'care:read',
  query: z.strictObject({
    state: absent(z.enum(['waiting', 'approved', 'refused', 'expired'])),
    /** `next` of the page before. */
    before: absent(z.uuid()),
    limit: absent(z.coerce.number().int().min(1).max(200)).transform((limit) => limit ?? PAGE),
  }),
  reply: z.object({
    data: z.array(approval),
    next: z.string().nullable(),
    /** How many wait for a second person, whichever state is listed. */
    waiting: z.int(),
    /** Those of them that the person who reads this may decide. */
    may_decide: z.int(),
  }),
});

export const careOpenApproval = studioCall({
  id: 'studioCareOpenApproval',
  method: 'POST',
  path: '/studio/api/care/approvals/:id/open',
  tag: TAG,
  summary: 'Look at the number of a request; counts as a look and stands in the audit',
  needs: 'refund:approve',
  params: byId,
  body: nothing,
  reply: found,
  errors: ['not_found'],
});

export const careOpenFeedback = studioCall({
  id: 'studioCareOpenFeedback',
  method: 'POST',
  path: '/studio/api/care/feedback/:id/open',
  tag: TAG,
  summary: 'Look at the number behind a feedback; needs feedback:read too, and counts as a look',
  needs: 'care:read',
  params: byId,
  body: z.strictObject({ reason }),
  reply: found,
  errors: ['not_found'],
});

export const careOpenDispute = studioCall({
  id: 'studioCareOpenDispute',
  method: 'POST',
  path: '/studio/api/care/disputes/:id/open',
  tag: TAG,
  summary: 'Look at the number of a dispute; counts as a look and stands in the audit',
  needs: 'care:read',
  params: byId,
  body: z.strictObject({ reason }),
  reply: foundByCharge,
  errors: ['not_found'],
});

export const careOpenCharge = studioCall({
  id: 'studioCareOpenCharge',
  method: 'POST',
  path: '/studio/api/care/charges/open',
  tag: TAG,
  summary: 'Look at the number of a charge, by our reference of it or of a refund of it',
  needs: 'care:read',
  body: z.strictObject({ reference, reason }),
  reply: foundByCharge,
  errors: ['not_found'],
});

export const careApprove = studioCall({
  id: 'studioCareApprove',
  method: 'POST',
  path: '/studio/api/care/approvals/:id/approve',
  tag: TAG,
  summary: 'Approve a refund as the second person; the carrier is asked at once',
  needs: 'refund:approve',
  stepUp: true,
  params: byId,
  body: z.strictObject({ reason }),
  reply: z.object({ approval, refund: refundOutcome }),
  errors: [
    'not_found',
    'own_request',
    'not_independent',
    'already_decided',
    'approval_expired',
    'asker_disabled',
    'charge_not_taken',
    'nothing_left_to_refund',
    'more_than_left_to_refund',
  ],
});

export const careRefuse = studioCall({
  id: 'studioCareRefuse',
  method: 'POST',
  path: '/studio/api/care/approvals/:id/refuse',
  tag: TAG,
  summary: 'Refuse a refund as the second person',
  needs: 'refund:approve',
  params: byId,
  body: z.strictObject({ reason }),
  reply: z.object({ approval }),
  errors: ['not_found', 'own_request', 'already_decided', 'approval_expired'],
});

export const careDisputes = studioCall({
  id: 'studioCareDisputes',
  method: 'GET',
  path: '/studio/api/care/disputes',
  tag: TAG,
  summary: 'Disputes of all numbers, newest first; without numbers',
  needs: 'care:read',
  query: z.strictObject({
    state: absent(z.enum(DISPUTE_FILTERS)),
    before: absent(z.uuid()),
    limit: absent(z.coerce.number().int().min(1).max(200)).transform((limit) => limit ?? PAGE),
  }),
  reply: z.object({
    data: z.array(dispute),
    next: z.string().nullable(),
    /** How many disputes wait for a decision, whichever state is listed. */
    undecided: z.int(),
  }),
});

export const careDispute = studioCall({
  id: 'studioCareDispute',
  method: 'POST',
  path: '/studio/api/care/disputes',
  tag: TAG,
  summary: 'Record that the caller disputes a charge',
  needs: 'care:act',
  body: z.strictObject({ handle, reference, words, key }),
  reply: z.object({ dispute }),
  errors: [...ACT_ERRORS, 'not_found', 'already_disputed'],
});

export const careAnswerDispute = studioCall({
  id: 'studioCareAnswerDispute',
  method: 'POST',
  path: '/studio/api/care/disputes/answer',
  tag: TAG,
  summary: 'Record what the caller was told',
  needs: 'care:act',
  body: z.strictObject({ handle, dispute_id: z.uuid(), words }),
  reply: z.object({ dispute }),
  errors: ['handle_invalid', 'not_found', 'already_decided'],
});

export const careDecideDispute = studioCall({
  id: 'studioCareDecideDispute',
  method: 'POST',
  path: '/studio/api/care/disputes/decide',
  tag: TAG,
  summary: 'Uphold a dispute with a refund, or reject it',
  needs: 'care:act',
  body: z
    .strictObject({
      handle,
      dispute_id: z.uuid(),
      verdict: z.enum(['upheld', 'rejected']),
      amount,
      reason,
      key,
    })
    .refine(({ verdict, amount: given }) => verdict === 'upheld' || given === undefined, {
      path: ['amount'],
      error: 'only an upheld dispute has an amount',
    }),
  reply: z.object({ dispute, refund: refundOutcome.nullable() }),
  errors: [...REFUND_ERRORS, 'already_decided'],
});
