import type { DisputeView } from './dispute.view.ts';

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
  'refund_state',
] as const satisfies readonly (keyof DisputeView)[];
