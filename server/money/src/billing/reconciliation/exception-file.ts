import type { CsvCell } from '@bonisa/domain/csv';
import { formatRand } from '@bonisa/domain/money/rand';
import { withoutNumbers } from '@bonisa/kit/logger';
import type { ReconciliationException } from './exception.repository.ts';

/** The columns of the file of exceptions, in their order. */
export const EXCEPTION_COLUMNS = [
  'id',
  'kind',
  'carrier',
  'state',
  'date',
  'reference',
  'carrier_payment_id',
  'ours_amount',
  'ours_state',
  'ours_at',
  'theirs_amount',
  'theirs_state',
  'theirs_at',
  'proposal',
  'note',
  'created_at',
  'closed_at',
] as const;

/** An exception as a line of the file; amounts in rand, instants in UTC. */
export function exceptionRow(
  one: ReconciliationException,
): Record<(typeof EXCEPTION_COLUMNS)[number], CsvCell> {
  const { ours, theirs } = one;
  return {
    id: one.id,
    kind: one.kind,
    carrier: one.carrierId,
    state: one.state,
    date: one.day,
    reference: one.reference,
    carrier_payment_id: one.carrierPaymentId,
    ours_amount: ours && formatRand(ours.amount),
    ours_state: ours?.state ?? null,
    ours_at: ours?.at ?? null,
    theirs_amount: theirs && formatRand(theirs.amount),
    theirs_state: theirs?.state ?? null,
    theirs_at: theirs?.at ?? null,
    proposal: withoutNumbers(one.proposal.words),
    note: one.note && withoutNumbers(one.note),
    created_at: one.createdAt.toISOString(),
    closed_at: one.closedAt?.toISOString() ?? null,
  };
}
