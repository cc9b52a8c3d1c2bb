import { type SerializedError, stdSerializers } from 'pino';

/** The error of drizzle: a statement, the values that were sent with it, and why it failed. */
interface FailedQuery extends Error {
  readonly query: string;
  readonly params: readonly unknown[];
}

/**
 * How an error stands in the log. drizzle names the values of a failed statement in its message,
 * its stack and a field, and PostgreSQL those of a row in `detail`: they are what people wrote and
 * who they are. So of a failed statement the log has its text, PostgreSQL's reason and SQLSTATE,
 * and where it was sent.
 */
export function serializeError(error: Error): SerializedError | object {
  if (error instanceof AggregateError) {
    const errors = error.errors.map((one) =>
      one instanceof Error ? serializeError(one) : String(one),
    );
    return { type: 'AggregateError', message: error.message, errors, stack: framesOf(error) };
  }
  const failed = causesOf(error).find(isFailedQuery);
  if (!failed) return stdSerializers.err(error);
  const reason = Object(failed.cause) as { message?: string; code?: string; constraint?: string };
  const outer = error === failed ? '' : `${error.message.replace(failed.message, '')}: `;
  return {
    type: error.constructor.name,
    message: `${outer}Failed query: ${failed.query}: ${withoutQuoted(reason)}`,
    sqlstate: reason.code,
    constraint: reason.constraint,
    stack: framesOf(error),
  };
}

/** PostgreSQL's reason; of a refused value (SQLSTATE class 22) without the value. */
function withoutQuoted({ message = 'unknown', code = '' }: { message?: string; code?: string }) {
  return code.startsWith('22') ? message.replace(/".*"/s, '"…"') : message;
}

/** An error and its causes, outermost first. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < 10; cause = cause.cause)
    causes.push(cause);
  return causes;
}

function isFailedQuery(error: Error): error is FailedQuery {
  return 'query' in error && 'params' in error;
}

/** The stack without the message before it. */
function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .join('\n');
}
