import { parseDay } from '@bonisa/domain/south-african-time';
import { z } from 'zod';
import { absent, flag, instant } from '../call.ts';
import { dayInput } from '../times.ts';
import { CSV_FILE } from './csv-file.ts';
import { studioCall } from './studio-call.ts';

/** The calls of the studio about what viewers write in their profile: ratings with words. */

const FEEDBACK = '/studio/api/feedback';
const PAGE = 50;
export const FEEDBACK_KINDS = ['general', 'video', 'payment', 'other'] as const;

const rating = z.coerce.number().int().min(1).max(5);
const filters = {
  kind: absent(z.enum(FEEDBACK_KINDS)),
  /** Ratings from 1 (bad) to 5 (very good), both included. */
  least: absent(rating),
  most: absent(rating),
  /** Only those with words. */
  words_only: absent(flag),
  /** South African days, both included. */
  from: absent(dayInput),
  to: absent(dayInput),
};

interface Span {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly least?: number | undefined;
  readonly most?: number | undefined;
}

function isForwards({ from, to, least, most }: Span): boolean {
  const [first, last] = [from && parseDay(from), to && parseDay(to)];
  return (!first || !last || first <= last) && (least ?? 1) <= (most ?? 5);
}
const BACKWARDS = { path: ['from'], error: 'must not be after to; least must not exceed most' };

const feedback = z
  .object({
    id: z.uuid(),
    at: instant,
    /** 1 (bad) to 5 (very good). */
    experience: z.int(),
    kind: z.enum(FEEDBACK_KINDS),
    /** Phone numbers in it are left out. */
    words: z.string(),
    /** What the page reported of itself; null: nothing. */
    platform: z.string().nullable(),
    site_version: z.string().nullable(),
    language: z.string().nullable(),
  })
  .meta({ id: 'StudioFeedback' });

export const listFeedback = studioCall({
  id: 'studioListFeedback',
  method: 'GET',
  path: FEEDBACK,
  tag: 'studio feedback',
  summary: 'What viewers wrote about the service, newest first, without who they are',
  needs: 'feedback:read',
  query: z
    .strictObject({
      ...filters,
      /** Those before this one: `next` of the page before. */
      before: absent(z.uuid()),
      limit: absent(z.coerce.number().int().min(1).max(200)).transform((limit) => limit ?? PAGE),
    })
    .refine(isForwards, BACKWARDS),
  reply: z.object({
    data: z.array(feedback),
    next: z.uuid().nullable(),
    /** How many pass the filters, by rating: the first is of 1. */
    by_rating: z.array(z.int()).length(5),
  }),
});

export const feedbackFile = studioCall({
  id: 'studioDownloadFeedback',
  method: 'GET',
  path: `${FEEDBACK}/file`,
  tag: 'studio feedback',
  summary: 'The filtered feedback as a CSV file, newest first; phone numbers are left out',
  needs: 'feedback:read',
  audited: true,
  query: z.strictObject(filters).refine(isForwards, BACKWARDS),
  ...CSV_FILE,
});
