import type { approval } from '@bonisa/contract/studio/care-views';
import { formatRand } from '@bonisa/domain/money/rand';
import { withoutNumbers } from '@bonisa/kit/logger';
import type { Charge } from '@bonisa/money/billing/charges/charge.repository';
import type { SeenRequest } from '@bonisa/money/ledger/second-person';
import type { z } from 'zod';
import type { CareRefund } from './care-refund.repository.ts';
import type { NameOfPackage } from './number-records.service.ts';

/** A request for a second person; a refund within the limit is none. */
export function requestOf(row: CareRefund) {
  if (row.state === 'free') throw new Error('a refund within the limit is no request');
  return { ...row, state: row.state };
}

/**
 * A request for a second person, as a person sees it. It has no number, also none that
 * somebody typed into a reason: nobody has looked at a number here that the audit would name.
 */
export function approvalView(
  row: CareRefund,
  charge: Charge | undefined,
  { seen, nameOf }: { readonly seen: SeenRequest; readonly nameOf: NameOfPackage },
): z.output<typeof approval> {
  return {
    id: row.id,
    reference: row.reference,
    charged_at: (charge?.createdAt ?? row.askedAt).toISOString(),
    package_name: charge ? nameOf(charge.packageId, charge.createdAt) : '',
    charged: formatRand(charge?.amount ?? 0),
    amount: formatRand(row.amount),
    reason: withoutNumbers(row.reason),
    asked_by: row.askedByName,
    asked_at: row.askedAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    decided_by: row.decidedByName,
    decided_at: row.decidedAt?.toISOString() ?? null,
    decided_reason: row.decidedReason && withoutNumbers(row.decidedReason),
    ...seen,
    outcome: outcomeOf(row),
  };
}

function outcomeOf({ state, refundReference, refusal }: CareRefund): string | null {
  if (state !== 'approved') return null;
  if (refusal !== null) return `not made: ${refusal.replaceAll('_', ' ')}`;
  return refundReference === null ? 'on its way' : `refund ${refundReference}`;
}
