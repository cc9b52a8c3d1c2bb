import {
  DEFAULT_RETRY_SCHEDULE,
  type RetrySchedule,
} from '@bonisa/domain/subscription/retry-schedule';
import { parsedJson } from '@bonisa/kit/json';
import { z } from 'zod';

/**
 * A network may give a number to somebody else once it has been unused for 90 days, and a retry
 * does not check the owner. The owner's last payment was for at most 30 days (the longest package).
 * This many days after those, nobody else can yet be charged for the debt.
 */
const LONGEST_UNPAID_DAYS = 60;

const hour = z.int().min(0).max(23);
const hours = z.array(hour).min(1).max(8).readonly();

const partialSchedule = z
  .strictObject({
    firstDayHours: z.array(z.int().min(1).max(23)).max(8).readonly(),
    graceHours: hours,
    graceDays: z.int().min(0).max(14),
    parkedDays: z.int().min(0).max(90),
    parkedEveryDays: z.int().min(1).max(30),
    fromHour: hour,
    untilHour: z.int().min(1).max(24),
  })
  .partial()
  .transform((some): RetrySchedule => ({ ...DEFAULT_RETRY_SCHEDULE, ...some }) as RetrySchedule)
  .refine(({ fromHour, untilHour }) => fromHour < untilHour)
  .refine(({ fromHour, untilHour, graceHours }) =>
    graceHours.every((graceHour) => graceHour >= fromHour && graceHour < untilHour),
  );

/** The fault of a retry schedule whose parts are all valid, in words for the operator. */
function problemOf({ graceDays, parkedDays }: RetrySchedule): string | undefined {
  if (graceDays + parkedDays > LONGEST_UNPAID_DAYS) {
    return `must have at most ${LONGEST_UNPAID_DAYS} days of graceDays and parkedDays together: a number that is not paid for longer may have gone to somebody else`;
  }
  // A schedule without tries would end a subscription at the first due time, before any charge.
  if (graceDays + parkedDays === 0) return 'must have at least one day of graceDays or parkedDays';
  return undefined;
}

const PROBLEM =
  'must be JSON such as {"firstDayHours":[1,4,9],"graceHours":[7,17],"graceDays":2,"parkedDays":30,"parkedEveryDays":3,"fromHour":6,"untilHour":21}; what is left out keeps its default';

/**
 * `RETRY_SCHEDULE`: when a denied charge is tried again. JSON with the parts of {@link
 * RetrySchedule} that differ from the default.
 */
export const retrySchedule = z
  .string()
  .transform((text, context) => {
    const read = partialSchedule.safeParse(parsedJson(text));
    const message = read.success ? problemOf(read.data) : PROBLEM;
    if (read.success && message === undefined) return read.data;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .default(DEFAULT_RETRY_SCHEDULE);
