import { z } from 'zod';
import { absent, text } from '../call.ts';
import { DISPUTE_FILTERS } from './care-views.ts';
import { CSV_FILE } from './csv-file.ts';
import { CASE_KINDS, CASE_STATES } from './settlement.calls.ts';
import { studioCall } from './studio-call.ts';

/** Lists of the studio as files; apart from them, so that a first screen need not load them. */

export const caseFile = studioCall({
  id: 'studioDownloadCases',
  method: 'GET',
  path: '/studio/api/cases/file',
  tag: 'studio reconciliation',
  summary: 'The cases of a state as a CSV file, by their ids; phone numbers in texts are left out',
  needs: 'money:read',
  audited: true,
  query: z.strictObject({
    state: absent(z.enum(CASE_STATES)).transform((given) => given ?? 'open'),
    kind: absent(z.enum(CASE_KINDS)),
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
