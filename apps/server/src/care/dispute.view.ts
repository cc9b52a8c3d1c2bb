import type { dispute } from '@bonisa/contract/studio/care-views';
import { formatRand } from '@bonisa/domain/money/rand';
import type { z } from 'zod';
import type { CareDispute } from './care.repository.ts';

/**
 * A dispute in the studio; it has no number.
 * @param packageName what the package of its charge was called then.
 */
export function disputeView(row: CareDispute, packageName: string): z.output<typeof dispute> {
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
  };
}
