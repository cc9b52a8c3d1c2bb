import { correlatorOf } from '@bonisa/carriers/carrier-reference';
import { formatRand } from '@bonisa/domain/money/rand';
import type { Charge } from '../charges/charge.repository.ts';
import type { Refund } from './refund.repository.ts';

/** The outcome of a refund in the API: a refund that is not sent yet is unknown. */
const OUTCOME = {
  intended: 'unknown',
  unknown: 'unknown',
  succeeded: 'succeeded',
  denied: 'denied',
} as const;

/**
 * A refund in the API. `reason`: why the money is refunded; `carrier_reason`: why the refund was
 * denied, or why its outcome is unknown.
 */
export function refundView(refund: Refund, charge: Pick<Charge, 'reference'> | undefined) {
  return {
    refund_id: refund.id,
    reference: refund.reference,
    correlator: correlatorOf(refund.reference),
    charge_reference: charge?.reference ?? null,
    amount: formatRand(refund.amount),
    vat: formatRand(refund.vat),
    outcome: OUTCOME[refund.state],
    reason: refund.why,
    carrier_reason: refund.reason,
    at: refund.createdAt.toISOString(),
    decided_at: refund.decidedAt?.toISOString() ?? null,
  };
}
