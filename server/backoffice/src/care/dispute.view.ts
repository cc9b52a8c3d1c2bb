import type { dispute } from '@bonisa/contract/studio/care-views';
import { formatRand } from '@bonisa/domain/money/rand';
import type { RefundProgress } from '@bonisa/domain/staff/care-refund';
import { withoutNumbers } from '@bonisa/kit/logger';
import type { z } from 'zod';
import type { CareDispute } from './care.repository.ts';

export type DisputeView = z.output<typeof dispute>;

/** What a dispute is shown with, besides its row. */
export interface AboutDispute {
  /** What the package of its charge was called then. */
  readonly packageName: string;
  /** What became of the refund of an upheld one. */
  readonly refund: RefundProgress | undefined;
}

/** A dispute as the person sees it who has looked at its number: texts are whole. */
export function disputeView(row: CareDispute, { packageName, refund }: AboutDispute): DisputeView {
  return {
    id: row.id,
    reference: row.reference,
    state: row.state,
    carrier: row.carrierId,
    package_name: packageName,
    amount: formatRand(row.amount),
    words: row.words,
    opened_at: row.openedAt.toISOString(),
    opened_by: row.openedBy,
    answer: row.answer,
    answered_at: row.answeredAt?.toISOString() ?? null,
    answered_by: row.answeredBy,
    decided_at: row.decidedAt?.toISOString() ?? null,
    decided_by: row.decidedBy,
    decided_reason: row.decidedReason,
    refund_amount: row.refundAmount === null ? null : formatRand(row.refundAmount),
    refund_state: refund ?? null,
  };
}

/**
 * A dispute in a list or a file. People write what they hear, and nobody has looked at a number
 * here that the audit would name: phone numbers in their texts are left out.
 */
export function listedDispute(view: DisputeView): DisputeView {
  const { words, answer, decided_reason: reason } = view;
  return {
    ...view,
    words: withoutNumbers(words),
    answer: answer && withoutNumbers(answer),
    decided_reason: reason && withoutNumbers(reason),
  };
}
