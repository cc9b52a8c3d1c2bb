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
  exception: ReconciliationException,
): Record<(typeof EXCEPTION_COLUMNS)[number], CsvCell> {
  const { ours, theirs } = exception;
  return {
    id: exception.id,
    kind: exception.kind,
    carrier: exception.carrierId,
    state: exception.state,
    date: exception.day,
    reference: exception.reference,
    carrier_payment_id: exception.carrierPaymentId,
    ours_amount: ours && formatRand(ours.amount),
    ours_state: ours?.state ?? null,
    ours_at: ours?.at ?? null,
    theirs_amount: theirs && formatRand(theirs.amount),
    theirs_state: theirs?.state ?? null,
    theirs_at: theirs?.at ?? null,
    proposal: withoutNumbers(exception.proposal.words),
    note: exception.note && withoutNumbers(exception.note),
    created_at: exception.createdAt.toISOString(),
    closed_at: exception.closedAt?.toISOString() ?? null,
  };
}
