import { RANGE_PROBLEM } from '@bonisa/contract/studio/report-query';
import type { Day } from '@bonisa/domain/south-african-time';
import { isReportable, type ReportRange, rangeOf } from '@bonisa/domain/staff/report-range';
import { invalidRequest } from '@bonisa/kit/http/errors';

/**
 * The range that a report is asked for, with the end that was left out. The query's schema judges
 * two given ends; a range with one end is too long, or begins after its end, only here.
 */
export function reportRangeOf(
  requested: { readonly from?: Day | undefined; readonly to?: Day | undefined },
  today: Day,
): ReportRange {
  const range = rangeOf(requested, today);
  if (isReportable(range)) return range;
  throw invalidRequest([{ field: 'from', problem: RANGE_PROBLEM.error }]);
}
