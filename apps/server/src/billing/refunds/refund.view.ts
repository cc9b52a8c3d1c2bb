import { formatRand } from '@bonisa/domain/rand';
import { correlatorOf } from '../../carriers/carrier-reference.ts';
import type { Charge } from '../charges/charge.repository.ts';
import type { Refund } from './refund.repository.ts';

/** The wire's outcome of a refund: one that is not sent yet is unknown. */
const OUTCOME = {
  intended: 'unknown',
  unknown: 'unknown',
  succeeded: 'succeeded',
  denied: 'denied',
} as const;

/**
 * A refund on the wire. `reason`: why it is given back; `carrier_reason`: why it was denied, or
 * what is unknown about it.
 */
export function refundView(refund: Refund, charge: Pick<Charge, 'reference'>) {
  return {
    refund_id: refund.id,
    reference: refund.reference,
    correlator: correlatorOf(refund.reference),
    charge_reference: charge.reference,
    amount: formatRand(refund.amount),
    vat: formatRand(refund.vat),
    outcome: OUTCOME[refund.state],
    reason: refund.why,
    carrier_reason: refund.reason,
    at: refund.createdAt.toISOString(),
    decided_at: refund.decidedAt?.toISOString() ?? null,
  };
}
