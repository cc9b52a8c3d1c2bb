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

/**
 * SQLSTATEs and system codes of a lost, refused or unavailable connection. A refused login (28) or
 * a missing database concerns no single statement: nothing works until an operator mends it.
 */
const AWAY_CODES = new RegExp(
  `^(?:${[
    '08...|28...|57P0[12345]|3D000|53300|25006',
    'ECONN\\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT|EADDRNOTAVAIL',
    'EMFILE|ENFILE',
  ].join('|')})$`,
);
/** Messages of the driver that have no code. */
const AWAY_WORDS =
  /^(?:the database is away|Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired|timeout exceeded when trying to connect|Cannot use a pool after calling end|LISTEN\/NOTIFY (?:connection ended|heartbeat timed out))/;
/**
 * The server ended the statement or transaction itself: a time limit was reached, disk, memory or
 * files were used up, two transactions waited for each other, or a transaction went on after such
 * an end (25P02). The same may succeed a moment later.
 */
const BUSY_CODES = /^(?:57014|55P03|25P0[234]|40001|40P01|53[0124]00|58030)$/;

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
  return causesOf(error).some((cause) => BUSY_CODES.test(codeOf(cause)) || saysDiskIsFull(cause));
}

/**
 * Whether a statement gave up at a lock of another transaction: it waited too long, or each waited
 * for the other. Its own transaction has rolled back.
 */
export function isLockRefused(error: unknown): boolean {
  return causesOf(error).some((cause) => /^(?:55P03|40P01)$/.test(codeOf(cause)));
}

/** Whether the server refused a statement because its disk is full; what is read goes on. */
export function isDatabaseFull(error: unknown): boolean {
  return causesOf(error).some(saysDiskIsFull);
}

/**
 * Whether an error or one of its causes is that the database cannot be used now; a repeat may
 * succeed.
 */
export function isDatabaseUnusable(error: unknown): boolean {
  return isDatabaseAway(error) || isDatabaseBusy(error);
}

/**
 * Not all of the server's errors about a full disk have the code. Errors of files have no severity.
 */
function saysDiskIsFull(error: Error): boolean {
  return (
    codeOf(error) === '53100' ||
    ('severity' in error && /no space left on device/i.test(error.message))
  );
}

function codeOf(error: Error): string {
  return String((error as { code?: unknown }).code ?? '');
}

/**
 * The SQLSTATEs that a value of a caller can cause: too long or too large, no instant, no text of
 * the encoding, no form of its type. The rest of class 22 is a fault of our own.
 */
const REFUSED_VALUES = /^22(?:00[1378]|021|P0[25])$/;

/**
 * Whether the database refused a value that it was sent: text with NUL, a year or a number that its
 * type does not have.
 */
export function isDatabaseRefusal(error: unknown): boolean {
  return causesOf(error).some((cause) =>
    REFUSED_VALUES.test(String((cause as { code?: unknown }).code ?? '')),
  );
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
