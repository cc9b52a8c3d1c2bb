import type { approval } from '@bonisa/contract/studio/care-views';
import { formatRand } from '@bonisa/domain/money/rand';
import { approvalState } from '@bonisa/domain/staff/care-refund';
import type { z } from 'zod';
import type { Charge } from '../billing/charges/charge.repository.ts';
import { withoutNumbers } from '../platform/logger.ts';
import type { CareRefund } from './care-refund.repository.ts';
import type { NameOfPackage } from './number-records.service.ts';

/**
 * A request for a second person, as the person `actorId` sees it. It has no number, also none that
 * somebody typed into a reason: nobody has looked at a number here that the audit would name.
 */
export function approvalView(
  row: CareRefund,
  charge: Charge | undefined,
  {
    actorId,
    now,
    nameOf,
  }: { readonly actorId: string; readonly now: Date; readonly nameOf: NameOfPackage },
): z.output<typeof approval> {
  if (row.state === 'free') throw new Error('a refund within the limit is no request');
  return {
    id: row.id,
    state: approvalState({ ...row, state: row.state }, now),
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
    own: row.askedBy === actorId,
    outcome: outcomeOf(row),
  };
}

function outcomeOf({ state, refundReference, refusal }: CareRefund): string | null {
  if (state !== 'approved') return null;
  if (refusal !== null) return `not made: ${refusal.replaceAll('_', ' ')}`;
  return refundReference === null ? 'on its way' : `refund ${refundReference}`;
}
