import { parseDay } from '@bonisa/domain/south-african-time';
import { z } from 'zod';
import { absent, instant, text } from '../call.ts';
import { dayInput } from '../times.ts';
import { CSV_FILE } from './csv-file.ts';
import { studioCall } from './studio-call.ts';

/** The calls of the studio about the audit: who did what, when and why. */

const TAG = 'studio staff';
const AUDIT = '/studio/api/audit';
const PAGE = 50;
/** The most entries of a file. */
export const MOST_AUDIT_LINES = 100_000;
/** What stands for the person in a filter where nobody was signed in. */
export const UNNAMED_ACTORS = ['command', 'nobody'] as const;

const filters = {
  /** The id of an account or of a key; `command` and `nobody` are none. */
  actor_id: absent(text(64)),
  action: absent(text(64)),
  subject: absent(text(128)),
  /** South African days, both included. */
  from: absent(dayInput),
  to: absent(dayInput),
  /** Words that the reason contains; three characters at least, in whichever case. */
  words: absent(text(100).trim().min(3)),
};

function isForwards({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  const [first, last] = [from && parseDay(from), to && parseDay(to)];
  return !first || !last || first <= last;
}
const BACKWARDS = { path: ['from'], error: 'must not be after to' };

/** One page of the audit, newest first. */
export const audit = studioCall({
  id: 'studioAudit',
  method: 'GET',
  path: AUDIT,
  tag: TAG,
  summary: 'The audit, newest first: who did what, when and why',
  needs: 'audit:read',
  query: z
    .strictObject({
      ...filters,
      /** Entries before this one: `next` of the page before. */
      before: absent(z.uuid()),
      limit: absent(z.coerce.number().int().min(1).max(200)).transform((limit) => limit ?? PAGE),
    })
    .refine(isForwards, BACKWARDS),
  reply: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        at: instant,
        actor_kind: z.enum(['account', 'key', 'command', 'nobody']),
        actor_id: z.string(),
        actor: z.string(),
        action: z.string(),
        subject: z.string(),
        reason: z.string().nullable(),
        details: z.record(z.string(), z.unknown()).nullable(),
        correlation_id: z.string().nullable(),
      }),
    ),
    next: z.string().nullable(),
  }),
});

/** Who and what the audit has, for its filters. */
export const auditChoices = studioCall({
  id: 'studioAuditChoices',
  method: 'GET',
  path: `${AUDIT}/choices`,
  tag: TAG,
  summary: 'The people, programs and acts that the audit has, for its filters',
  needs: 'audit:read',
  reply: z.object({
    /** `actor_id` of a filter, and the name as the audit has it last. */
    actors: z.array(z.object({ id: z.string(), name: z.string() })),
    actions: z.array(z.string()),
  }),
});

/** The audit as a file. */
export const auditFile = studioCall({
  id: 'studioDownloadAudit',
  method: 'GET',
  path: `${AUDIT}/file`,
  tag: TAG,
  summary: `The filtered audit as a CSV file, newest first, of at most ${MOST_AUDIT_LINES} entries`,
  needs: 'audit:read',
  audited: true,
  query: z.strictObject(filters).refine(isForwards, BACKWARDS),
  ...CSV_FILE,
});
