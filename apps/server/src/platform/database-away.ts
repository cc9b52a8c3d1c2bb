/**
 * What it means when the database does not answer: one error for every way in which a connection is
 * lost or cannot be had, so that callers answer 503 and jobs try again later, and the log tells an
 * outage once instead of once for each statement.
 */

/**
 * The database could not be reached, or the connection was lost on the way. Whether a statement
 * that was under way took effect is not known.
 */
export class DatabaseAwayError extends Error {
  constructor(cause: unknown) {
    super(`the database is away: ${reasonOf(cause)}`, { cause });
    this.name = 'DatabaseAwayError';
  }
}

/** SQLSTATEs and system codes of a connection that is lost, refused or not to be had. */
const AWAY_CODES =
  /^(?:08...|57P0[1235]|53300|25006|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT)$/;
/** The driver's own words where it has no code. */
const AWAY_WORDS =
  /^(?:the database is away|Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired|timeout exceeded when trying to connect|Cannot use a pool after calling end|LISTEN\/NOTIFY (?:connection ended|heartbeat timed out))/;
/**
 * The server ended the statement or the transaction itself: a time limit was reached, or there was
 * no space or memory left.
 */
const BUSY_CODES = /^(?:57014|55P03|25P0[34]|53[12]00)$/;

/** Whether the driver's error says that the connection is lost or could not be made. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isConnectionLoss);
  if (typeof error !== 'object' || error === null) return false;
  // Not every part that has connections of its own hands its errors on as instances.
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (
    (typeof code === 'string' && AWAY_CODES.test(code)) ||
    (typeof message === 'string' && AWAY_WORDS.test(message))
  );
}

/** Whether an error, or what caused it, is that the database was away. */
export function isDatabaseAway(error: unknown): boolean {
  return causesOf(error).some((cause) => cause instanceof DatabaseAwayError);
}

/**
 * Whether the database ended a statement because of a time limit or for want of space: it may
 * succeed later.
 */
export function isDatabaseBusy(error: unknown): boolean {
  return causesOf(error).some((cause) =>
    BUSY_CODES.test(String((cause as { code?: unknown }).code ?? '')),
  );
}

/** An error and all that caused it, outermost first. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < 10; cause = cause.cause)
    causes.push(cause);
  return causes;
}

/**
 * The words of an error. Several addresses of one name that all fail come as an error without words
 * of its own.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
