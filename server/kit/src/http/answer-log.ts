import type { Logger } from 'pino';
import { isQuiet } from './quiet-routes.ts';
import type { AnsweredRequest } from './response-fast-path.ts';

/** An answer slower than this is logged as a warning. */
const SLOW_SECONDS = 2.5;
/** What people send may take minutes to arrive: films, pictures, a carrier's file. */
const UPLOADS = /\/(?:uploads|files?|pictures|import|imports|backup)(?:\/|$)/;
/**
 * The most lines in a second about answers from memory: a line costs a fifth of such an answer. The
 * next line says how many were left out.
 */
const FROM_MEMORY_A_SECOND = 100;

export interface AnswerLogOptions {
  readonly logger: Pick<Logger, 'debug' | 'info' | 'warn' | 'isLevelEnabled'>;
  /** Which of our listeners answers: their routes may have the same names. */
  readonly listener: string;
  /** `debug` in a demo, whose terminal is for a person. */
  readonly level: 'info' | 'debug';
  readonly now?: () => number;
}

/**
 * Makes the log of answers: one line for each, by the route's pattern. An address may hold
 * anything, so no line has it.
 */
export function createAnswerLog({
  logger,
  listener,
  level,
  now = Date.now,
}: AnswerLogOptions): (answer: AnsweredRequest) => void {
  let second = 0;
  let lines = 0;
  let leftOut = 0;

  /** Whether there are too many lines in this second for one about an answer from memory. */
  function isTooMuch(): boolean {
    const at = Math.floor(now() / 1000);
    if (at !== second) {
      second = at;
      lines = 0;
    }
    lines += 1;
    if (lines <= FROM_MEMORY_A_SECOND) return false;
    leftOut += 1;
    return true;
  }

  return (answer) => {
    const { route, status, seconds, fromMemory = false, correlationId, ...rest } = answer;
    const isSlow = seconds > SLOW_SECONDS && !UPLOADS.test(route);
    const own = status >= 500 || isSlow ? 'warn' : isQuiet(route) ? 'debug' : level;
    if (!logger.isLevelEnabled(own)) return;
    if (own === 'info' && fromMemory && isTooMuch()) return;
    const leftOutField = fromMemory && leftOut > 0 ? { left_out: leftOut } : {};
    if (fromMemory) leftOut = 0;
    logger[own](
      {
        listener,
        ...rest,
        route,
        status,
        ms: Math.round(seconds * 1000),
        ...leftOutField,
        correlation_id: correlationId,
      },
      isSlow ? 'answered slowly' : 'answered',
    );
  };
}
