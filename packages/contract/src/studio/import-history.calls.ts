import { z } from 'zod';
import { absent, instant, text } from '../call.ts';
import { CSV_FILE } from './csv-file.ts';
import {
  MOST_NAME,
  MOST_REASON,
  MOST_STORED_PROBLEMS,
  REPORTED_STATES,
  SOURCE_KINDS,
} from './import-report.ts';
import { studioCall } from './studio-call.ts';

/** Which imports were written: reported as they go on, and listed. */

const TAG = 'studio import';
const IMPORTS = '/studio/api/imports';
const PAGE = 20;
const total = z.int().min(0).max(10_000_000);

const totals = {
  source_kind: z.enum(SOURCE_KINDS),
  source_name: text(MOST_NAME).min(1),
  created: total,
  changed: total,
  unchanged: total,
  deleted: total,
  /** Rows and pictures that were refused. */
  refused: total,
  problem_count: total,
};

const writtenImport = z.object({
  id: z.string(),
  /** Who imported, as they were called at the time. */
  actor: z.string(),
  began_at: instant,
  ended_at: instant.nullable(),
  /** `interrupted`: nothing was heard of it for fifteen minutes. */
  state: z.enum([...REPORTED_STATES, 'interrupted']),
  ...totals,
  /** Whether there is a file of its problems; they are kept for 90 days. */
  has_problems: z.boolean(),
});

/** Says how far an import is. */
export const reportImport = studioCall({
  id: 'studioReportImport',
  method: 'PUT',
  path: `${IMPORTS}/:id`,
  tag: TAG,
  summary:
    'Say how far an import is that this account or key writes; the id is a new UUID of its own. Figures are totals: the same report again changes nothing, and none changes an import that has ended',
  needs: 'catalogue:write',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    ...totals,
    state: z.enum(REPORTED_STATES),
    problems: z
      .array(
        z.strictObject({
          place: text(MOST_NAME),
          field: text(MOST_NAME),
          problem: text(MOST_REASON),
        }),
      )
      .max(MOST_STORED_PROBLEMS),
  }),
  reply: z.object({ import: writtenImport }),
  errors: ['conflict'],
});

/** The imports that were written, newest first. */
export const listImports = studioCall({
  id: 'studioListImports',
  method: 'GET',
  path: IMPORTS,
  tag: TAG,
  summary: 'The imports that were written, newest first',
  needs: 'catalogue:write',
  query: z.strictObject({
    /** `next` of the page before. */
    before: absent(z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)),
    limit: absent(z.coerce.number().int().min(1).max(200)).transform((limit) => limit ?? PAGE),
  }),
  reply: z.object({ data: z.array(writtenImport), next: z.int().nullable() }),
});

/** The problems of an import as a file. */
export const importProblemFile = studioCall({
  id: 'studioDownloadImportProblems',
  method: 'GET',
  path: `${IMPORTS}/:id/problems`,
  tag: TAG,
  summary: 'The first 1,000 problems of an import as a CSV file, for 90 days',
  needs: 'catalogue:write',
  params: z.strictObject({ id: z.uuid() }),
  ...CSV_FILE,
  errors: ['not_found'],
});
