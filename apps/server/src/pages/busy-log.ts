import type { Logger } from 'pino';
import type { RefusedRender } from './page-library.ts';

/** A full queue refuses many pages at once: the log gets at most one line in this time. */
const WARN_EVERY_MS = 1000;

/** Warns of pages that were not rendered because the server is too busy, and says why. */
export function createBusyLog(
  logger: Pick<Logger, 'warn'>,
  now: () => number = () => performance.now(),
): (refused: RefusedRender) => void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return ({ reason, page }) => {
    if (now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = now();
    logger.warn({ reason, page }, 'pages are not rendered: the server is too busy');
  };
}
