import type { dispute } from '@bonisa/contract/studio/care-views';
import type { z } from 'zod';
import type { FileRow } from '../platform/http/csv-file.ts';
import { withoutNumbers } from '../platform/logger.ts';

type Dispute = z.output<typeof dispute>;

/** The columns of the file of disputes, in their order. */
export const DISPUTE_COLUMNS = [
  'id',
  'reference',
  'state',
  'carrier',
  'package_name',
  'amount',
  'words',
  'opened_at',
  'opened_by',
  'answer',
  'answered_at',
  'answered_by',
  'decided_at',
  'decided_by',
  'decided_reason',
  'refund_amount',
] as const satisfies readonly (keyof Dispute)[];

/**
 * A dispute as a line of the file. People write what they hear, so a phone number in their words is
 * left out: the file is read outside of the studio, where nobody audits a look.
 */
export function disputeRow(one: Dispute): FileRow {
  const { words, answer, decided_reason: reason } = one;
  return {
    ...one,
    words: withoutNumbers(words),
    answer: answer && withoutNumbers(answer),
    decided_reason: reason && withoutNumbers(reason),
  };
}
