import { feedbackFile, listFeedback } from '@bonisa/contract/studio/feedback.calls';
import { type Day, instantOf } from '@bonisa/domain/south-african-time';
import { csvStream, rowsByPage, sendCsv } from '@bonisa/kit/http/csv-file';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import { withoutNumbers } from '@bonisa/kit/logger';
import type { Feedback } from './feedback.repository.ts';
import type { FeedbackFilter, FeedbackList } from './feedback-list.repository.ts';

/** Rows of a file that are read at once. */
const FILE_PAGE = 1000;
const RATINGS = [1, 2, 3, 4, 5];
const COLUMNS = [
  'id',
  'at',
  'experience',
  'kind',
  'words',
  'platform',
  'site_version',
  'language',
] as const;

/** The calls of the studio about what viewers wrote. */
export function feedbackStudioRoutes(list: FeedbackList): StudioRoutes {
  return ({ register }) => {
    register(listFeedback, {
      limit: 'read',
      handle: async ({ query: { before, limit, ...asked } }) => {
        const filter = filterOf(asked);
        const [rows, counted] = await Promise.all([
          list.page({ ...filter, before, limit: limit + 1 }),
          list.byRating(filter),
        ]);
        const shown = rows.slice(0, limit);
        return {
          data: shown.map(feedbackView),
          next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
          by_rating: RATINGS.map(
            (rating) => counted.find(({ experience }) => experience === rating)?.n ?? 0,
          ),
        };
      },
    });
    register(feedbackFile, {
      limit: 'read',
      handle: async ({ query, audit, reply }) => {
        const filters = Object.entries(query).filter(([, value]) => value !== undefined);
        await audit.record({ subject: 'feedback', details: Object.fromEntries(filters) });
        const filter = filterOf(query);
        const rows = rowsByPage(async (before: string | undefined) => {
          const page = await list.page({ ...filter, before, limit: FILE_PAGE });
          const isLast = page.length < FILE_PAGE;
          return { rows: page.map(feedbackView), next: isLast ? undefined : page.at(-1)?.id };
        });
        const span = [query.from, query.to].filter((day) => day !== undefined);
        return sendCsv(reply, ['feedback', ...span].join('-'), csvStream(COLUMNS, rows));
      },
    });
  };
}

interface Asked extends Pick<FeedbackFilter, 'kind' | 'least' | 'most'> {
  readonly words_only?: boolean | undefined;
  readonly from?: Day | undefined;
  readonly to?: Day | undefined;
}

function filterOf({ words_only: wordsOnly, from, to, ...rest }: Asked): FeedbackFilter {
  return {
    ...rest,
    wordsOnly,
    from: from && instantOf(from),
    until: to && instantOf(to, 24),
  };
}

/**
 * What a viewer wrote, without who wrote it. People write numbers into texts, and this list is read
 * without a reason and without a look in the audit: they are left out.
 */
function feedbackView(row: Feedback) {
  return {
    id: row.id,
    at: row.at.toISOString(),
    experience: row.experience,
    kind: row.commentType,
    words: withoutNumbers(row.comment),
    platform: row.platform,
    site_version: row.siteVersion,
    language: row.locale,
  };
}
