import type { listExceptions } from '@bonisa/contract/studio/settlement.calls';

type ReconciliationException = (typeof listExceptions)['reply']['_output']['data'][number];

/** The kinds of exceptions, in words. */
export const KINDS: Readonly<Record<ReconciliationException['kind'], string>> = {
  missing_here: 'Missing here: the carrier took it',
  missing_there: 'Missing there: the carrier does not have it',
  differing: 'The two differ',
  unknown_charge: 'Nobody knows whether it was taken',
  unknown_refund: 'A refund is not sent yet, or its outcome is unknown',
  refund_denied: 'The carrier refused a refund',
};
