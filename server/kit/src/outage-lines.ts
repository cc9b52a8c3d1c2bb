import type { LogFn, Logger } from 'pino';
import { isDatabaseAway, isDatabaseBusy, isDatabaseFull } from './database/database-away.ts';
import { isDiskFull } from './disk-full.ts';
import { transientProblemOf } from './files/file-store.ts';

/** pino's number for this level. */
const DEBUG = 20;
/** How often the log says how many errors of an outage there were. */
const EVERY_MS = 60_000;
/** Of more messages at once each line is written. */
const MOST_MESSAGES = 200;

/**
 * Makes the hook that writes an outage once instead of a stack for each error. Lost connections of
 * the database and its full disk are debug lines, as their start and end have lines of their own.
 * Of a file store, a disk or a busy database the first error is written, and then once a minute how
 * many more there were.
 */
export function createOutageLines(): (
  this: Logger,
  given: Parameters<LogFn>,
  method: LogFn,
  level: number,
) => void {
  const more = new Map<string, number>();

  return function (parameters, method, level) {
    const [about, words] = parameters as unknown[];
    const error = level > DEBUG ? errorIn(about) : undefined;
    if (error === undefined) return method.apply(this, parameters);
    if (isDatabaseAway(error) || isDatabaseFull(error)) return this.debug(...parameters);
    const problem = outageOf(error);
    if (problem === undefined || more.size >= MOST_MESSAGES) return method.apply(this, parameters);
    const message = `${problem} ${String(words)} ${queryOf(error)}`;
    const count = more.get(message);
    more.set(message, count === undefined ? 0 : count + 1);
    if (count !== undefined) return;
    method.apply(this, parameters);
    const tell = (): void => {
      const repeated = more.get(message);
      if (!repeated) return void more.delete(message);
      more.set(message, 0);
      method.apply(this, [{ problem, repeated, seconds: EVERY_MS / 1000 }, String(words)]);
      setTimeout(tell, EVERY_MS).unref();
    };
    setTimeout(tell, EVERY_MS).unref();
  };
}

function errorIn(about: unknown): unknown {
  return typeof about === 'object' && about !== null && 'err' in about ? about.err : undefined;
}

/** What is out of order, where an error says that it is. */
function outageOf(error: unknown): string | undefined {
  const problem = transientProblemOf(error);
  if (problem) return `file store ${problem}`;
  if (isDiskFull(error)) return 'disk full';
  return isDatabaseBusy(error) ? 'database busy' : undefined;
}

/** The text of a failed statement: each is a message of its own. */
function queryOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('query' in cause) return String(cause.query);
  return '';
}
