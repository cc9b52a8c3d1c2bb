import { z } from 'zod';
import { absent, text } from '../call.ts';
import { DISPUTE_FILTERS } from './care-views.ts';
import { CSV_FILE } from './csv-file.ts';
import { EXCEPTION_KINDS, EXCEPTION_STATES } from './settlement.calls.ts';
import { studioCall } from './studio-call.ts';

/** Lists of the studio as files; apart from them, so that a first screen need not load them. */

export const exceptionFile = studioCall({
  id: 'studioDownloadExceptions',
  method: 'GET',
  path: '/studio/api/reconciliation-exceptions/file',
  tag: 'studio reconciliation',
  summary:
    'The reconciliation exceptions of a state as a CSV file, by their ids; phone numbers in texts are left out',
  needs: 'money:read',
  audited: true,
  query: z.strictObject({
    state: absent(z.enum(EXCEPTION_STATES)).transform((given) => given ?? 'open'),
    kind: absent(z.enum(EXCEPTION_KINDS)),
    carrier: absent(text(64).min(1)),
  }),
  ...CSV_FILE,
});

export const careDisputeFile = studioCall({
  id: 'studioDownloadDisputes',
  method: 'GET',
  path: '/studio/api/care/disputes/file',
  tag: 'studio care',
  summary: 'Disputes as a CSV file, newest first; phone numbers in texts are left out',
  needs: 'care:read',
  audited: true,
  query: z.strictObject({ state: absent(z.enum(DISPUTE_FILTERS)) }),
  ...CSV_FILE,
});
