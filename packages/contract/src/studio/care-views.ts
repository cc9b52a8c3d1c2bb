import { z } from 'zod';
import { instant } from '../call.ts';

/**
 * What the calls of care answer. Amounts are texts in rand; `local` is South African time. Texts of
 * people are whole where a handle was given; lists leave phone numbers in them out.
 */

const money = z.string().meta({ description: 'Rand: `5.00`' });

/** What a person who answers the caller reads first. */
export const summary = z
  .object({
    /** Whether anything is kept of this number. */
    known: z.boolean(),
    /** For people to read aloud and compare: `082 123 4567`. Show it, and keep it nowhere. */
    number: z.string(),
    carrier: z.string().nullable(),
    state: z.enum([
      'none',
      'pending',
      'trial',
      'active',
      'grace',
      'parked',
      'cancelled',
      'expired',
      'blocked',
    ]),
    state_words: z.string(),
    package_name: z.string().nullable(),
    price: money.nullable(),
    period: z.string().nullable(),
    since: instant.nullable(),
    paid_until: instant.nullable(),
    served_now: z.boolean(),
    next_charge: z.object({ at: instant, amount: money, package_name: z.string() }).nullable(),
    blocked_at: instant.nullable(),
    free_day_used: z.boolean(),
    taken: z.object({ count: z.int(), amount: money }),
    given_back: money,
    last_charge: z
      .object({ reference: z.string(), at: instant, amount: money, answer: z.string() })
      .nullable(),
    open_disputes: z.int(),
    waiting_refunds: z.int(),
    /** The state in whole sentences, to read to the caller. */
    words: z.array(z.string()),
    may: z.object({
      cancel: z.boolean(),
      block: z.boolean(),
      unblock: z.boolean(),
      send_receipt: z.boolean(),
      send_confirmation: z.boolean(),
    }),
  })
  .meta({ id: 'CareSummary' });

export const TIMELINE_KINDS = [
  'opt_in',
  'subscription',
  'charge',
  'refund',
  'message_sent',
  'message_received',
  'code',
  'sign_in',
  'device',
  'block',
  'note',
  'dispute',
  'approval',
] as const;

const fact = z.object({ name: z.string(), value: z.string() });

/** One thing that happened. */
export const timelineEntry = z
  .object({
    id: z.string(),
    at: instant,
    local: z.string(),
    kind: z.enum(TIMELINE_KINDS),
    tone: z.enum(['plain', 'good', 'bad', 'waiting']),
    title: z.string(),
    /** The words that were shown or sent, or what it means. */
    text: z.string(),
    facts: z.array(fact),
    /** Of a charge, and of what concerns one. */
    charge: z
      .object({
        reference: z.string(),
        amount: money,
        /** What may still be given back. */
        left: money,
        outcome: z.enum(['unknown', 'succeeded', 'denied', 'refunded']),
      })
      .nullable(),
  })
  .meta({ id: 'CareTimelineEntry' });

const DISPUTE_STATES = ['open', 'answered', 'upheld', 'rejected'] as const;
/** What a list of disputes can be narrowed to; `undecided` is open or answered. */
export const DISPUTE_FILTERS = ['undecided', ...DISPUTE_STATES] as const;

export const dispute = z
  .object({
    id: z.string(),
    reference: z.string(),
    state: z.enum(DISPUTE_STATES),
    carrier: z.string(),
    package_name: z.string(),
    amount: money,
    /** What the caller said. */
    words: z.string(),
    opened_at: instant,
    opened_by: z.string(),
    answer: z.string().nullable(),
    answered_at: instant.nullable(),
    answered_by: z.string().nullable(),
    decided_at: instant.nullable(),
    decided_by: z.string().nullable(),
    decided_reason: z.string().nullable(),
    /** What an upheld dispute asks to give back. */
    refund_amount: money.nullable(),
    /**
     * What became of that refund: it `waits` for a second person, is `asked` for without the
     * carrier's answer, is `given_back`, or is `denied` by the carrier, by billing or by the second
     * person.
     */
    refund_state: z.enum(['waits', 'asked', 'given_back', 'denied']).nullable(),
  })
  .meta({ id: 'CareDispute' });

export const approval = z
  .object({
    id: z.string(),
    state: z.enum(['waiting', 'approved', 'refused', 'expired']),
    reference: z.string(),
    charged_at: instant,
    package_name: z.string(),
    charged: money,
    amount: money,
    reason: z.string(),
    asked_by: z.string(),
    asked_at: instant,
    expires_at: instant,
    decided_by: z.string().nullable(),
    decided_at: instant.nullable(),
    decided_reason: z.string().nullable(),
    /** The person who makes this request asked for it, so another one must decide. */
    own: z.boolean(),
    /**
     * It waits, and within the last 7 days one person could act for the account that asked and for
     * that of this request: another one must approve it.
     */
    bound: z.boolean(),
    /** Of an approved request: what became of it. */
    outcome: z.string().nullable(),
  })
  .meta({ id: 'CareApproval' });

/** The whole evidence of one charge, and the proposed answer. */
export const chargeAnswer = z
  .object({
    charge: z.object({
      reference: z.string(),
      correlator: z.string(),
      carrier_reference: z.string().nullable(),
      at: instant,
      local: z.string(),
      package_name: z.string(),
      amount: money,
      vat: money,
      given_back: money,
      left: money,
      outcome: z.enum(['unknown', 'succeeded', 'denied', 'refunded']),
      answer: z.string(),
      means: z.string(),
      next: z.string(),
    }),
    /** The opt-in that the charge rests on; null: there is none. */
    opt_in: z
      .object({
        at: instant,
        local: z.string(),
        words: z.array(z.string()),
        version: z.string(),
        price: money,
        period: z.string(),
        trial: z.boolean(),
        proof: z.string(),
        proof_words: z.string(),
        proof_correlator: z.string().nullable(),
        address: z.string(),
        user_agent: z.string(),
      })
      .nullable(),
    /** Messages about it: receipt, confirmation, notices. */
    messages: z.array(timelineEntry),
    refunds: z.array(timelineEntry),
    /** What was watched in the time that it paid for: how often, not what. */
    usage: z.object({
      from: instant,
      until: instant,
      plays: z.int(),
      minutes: z.int(),
      first_at: instant.nullable(),
      last_at: instant.nullable(),
    }),
    proposal: z.object({
      verdict: z.enum(['upheld', 'rejected', 'too_early']),
      why: z.string(),
      words: z.string(),
    }),
    dispute: dispute.nullable(),
    /** Above this amount a refund waits for a second person. */
    limit: money,
  })
  .meta({ id: 'CareChargeAnswer' });
