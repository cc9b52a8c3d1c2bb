/**
 * Turns every way of losing or not getting a database connection into one error, so that calls
 * answer 503, jobs try again later, and the log has one line for an outage instead of one for each
 * statement.
 */

/**
 * The database could not be reached or the connection was lost. Whether a running statement took
 * effect is unknown.
 */
export class DatabaseAwayError extends Error {
  constructor(cause: unknown) {
    super(`the database is away: ${reasonOf(cause)}`, { cause });
    this.name = 'DatabaseAwayError';
  }
}

/** SQLSTATEs and system codes of a lost, refused or unavailable connection. */
const AWAY_CODES =
  /^(?:08...|57P0[1235]|53300|25006|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT)$/;
/** Messages of the driver that have no code. */
const AWAY_WORDS =
  /^(?:the database is away|Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired|timeout exceeded when trying to connect|Cannot use a pool after calling end|LISTEN\/NOTIFY (?:connection ended|heartbeat timed out))/;
/**
 * The server ended the statement or transaction itself: a time limit was reached, or disk or memory
 * was full.
 */
const BUSY_CODES = /^(?:57014|55P03|25P0[34]|53[12]00)$/;

/** Whether the driver's error is a lost or failed connection. */
export function isConnectionLoss(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isConnectionLoss);
  if (typeof error !== 'object' || error === null) return false;
  // Some libraries with connections of their own pass on errors that are no instances of Error.
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (
    (typeof code === 'string' && AWAY_CODES.test(code)) ||
    (typeof message === 'string' && AWAY_WORDS.test(message))
  );
}

/** Whether an error or one of its causes is that the database was away. */
export function isDatabaseAway(error: unknown): boolean {
  return causesOf(error).some((cause) => cause instanceof DatabaseAwayError);
}

/**
 * Whether the database ended a statement because of a time limit or lack of space; the statement
 * may succeed later.
 */
export function isDatabaseBusy(error: unknown): boolean {
  return causesOf(error).some((cause) =>
    BUSY_CODES.test(String((cause as { code?: unknown }).code ?? '')),
  );
}

/** Whether the server refused a statement because its disk is full; what is read goes on. */
export function isDatabaseFull(error: unknown): boolean {
  return causesOf(error).some((cause) => (cause as { code?: unknown }).code === '53100');
}

/** An error and its causes, outermost first. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < 10; cause = cause.cause)
    causes.push(cause);
  return causes;
}

/**
 * The message of an error. When all addresses of a name fail, the AggregateError itself has no
 * message.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/**
 * Whether an error or one of its causes is that the database cannot be used now; a repeat may
 * succeed.
 */
export function isDatabaseUnusable(error: unknown): boolean {
  return isDatabaseAway(error) || isDatabaseBusy(error);
}
