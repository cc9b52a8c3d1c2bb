import type { Logger } from 'pino';

/** So many calls in a row without an answer: no carrier answers every call. */
const SILENT_CALLS = 5;
/** Outcomes and causes of calls that the carrier did not answer, or not in a readable way. */
const SILENT = new Set(['unavailable', 'unknown']);
const ANSWERED_CAUSES = new Set([
  'too_many_requests',
  'misconfigured',
  'already_submitted',
  'not_as_asked',
  'number_moved',
]);

/**
 * Watches whether a carrier answers this process: one line of the log when it does not, with the
 * last operation and cause, and one when it answers again. The result is called for each call.
 */
export function watchAnswers(
  carrier: string,
  logger: Pick<Logger, 'error' | 'info'>,
): (call: { operation: string; outcome: string; reason?: string }) => void {
  let silent = 0;
  let since: number | undefined;
  return ({ operation, outcome, reason = '' }) => {
    if (!SILENT.has(outcome) || ANSWERED_CAUSES.has(reason)) {
      if (since !== undefined) {
        const seconds = Math.round((performance.now() - since) / 1000);
        logger.info({ carrier, seconds }, 'the carrier answers again');
      }
      silent = 0;
      since = undefined;
      return;
    }
    silent += 1;
    if (silent < SILENT_CALLS || since !== undefined) return;
    since = performance.now();
    logger.error(
      { carrier, operation, cause: reason },
      'the carrier does not answer: codes and charges wait until it does',
    );
  };
}
