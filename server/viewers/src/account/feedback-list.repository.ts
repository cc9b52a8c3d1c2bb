import type { Database } from '@bonisa/kit/database/database';
import { and, count, desc, eq, gte, lt, lte, ne, sql } from 'drizzle-orm';
import { feedback } from './account.tables.ts';
import type { Feedback } from './feedback.repository.ts';

export interface FeedbackFilter {
  readonly kind?: Feedback['commentType'] | undefined;
  readonly least?: number | undefined;
  readonly most?: number | undefined;
  readonly wordsOnly?: boolean | undefined;
  /** Given from here on, and before then. */
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
}

export interface FeedbackQuery extends FeedbackFilter {
  /** Those before this one. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** SQL of the list of all feedback; at most 200,000 rows are kept. */
export function createFeedbackList(db: Database) {
  return {
    /** The newest first. */
    page: ({ before, limit, ...filter }: FeedbackQuery): Promise<Feedback[]> => {
      const beyond = sql`(${feedback.at}, ${feedback.id}) < (
        select at, id from feedback where id = ${before}::uuid)`;
      return db
        .select()
        .from(feedback)
        .where(and(...conditionsOf(filter), before === undefined ? undefined : beyond))
        .orderBy(desc(feedback.at), desc(feedback.id))
        .limit(limit);
    },

    /** How many pass a filter, by their rating; a rating that nobody gave is missing. */
    byRating: (filter: FeedbackFilter): Promise<{ experience: number; n: number }[]> =>
      db
        .select({ experience: feedback.experience, n: count() })
        .from(feedback)
        .where(and(...conditionsOf(filter)))
        .groupBy(feedback.experience),
  };
}

function conditionsOf({ kind, least, most, wordsOnly, from, until }: FeedbackFilter) {
  return [
    kind === undefined ? undefined : eq(feedback.commentType, kind),
    least === undefined ? undefined : gte(feedback.experience, least),
    most === undefined ? undefined : lte(feedback.experience, most),
    wordsOnly ? ne(feedback.comment, '') : undefined,
    from && gte(feedback.at, from),
    until && lt(feedback.at, until),
  ];
}

export type FeedbackList = ReturnType<typeof createFeedbackList>;
