/** A field at fault and its problem. */
export interface FieldProblem {
  readonly field: string;
  readonly problem: string;
}

/** The body of an error answer. */
export interface ErrorAnswer {
  readonly code: string;
  readonly description: string;
  readonly fields?: readonly FieldProblem[];
  readonly retry_after?: number;
  readonly correlation_id?: string;
}

/** The service refused a call, by a code that the document of the call names. */
export class ApiError extends Error {
  /** The `operationId` of the call. */
  readonly operation: string;
  readonly status: number;
  /** Stable; programs may switch on it. */
  readonly code: string;
  readonly fields: readonly FieldProblem[];
  /** Seconds before a retry is useful. */
  readonly retryAfter: number | undefined;
  /** Names the request in the service's log. */
  readonly correlationId: string | undefined;

  constructor(operation: string, status: number, answer: ErrorAnswer) {
    super(answer.description);
    this.name = 'ApiError';
    this.operation = operation;
    this.status = status;
    this.code = answer.code;
    this.fields = answer.fields ?? [];
    this.retryAfter = answer.retry_after;
    this.correlationId = answer.correlation_id;
  }
}

/**
 * Why a call has no answer that can be read: the time was over, the network failed, or something
 * other than the service answered.
 */
export type NoAnswerReason = 'timeout' | 'network' | 'unreadable';

/** A call without a readable answer. Whether the service has done it is not known. */
export class NoAnswerError extends Error {
  readonly operation: string;
  readonly reason: NoAnswerReason;
  /** The status of an unreadable answer; else 0. */
  readonly status: number;

  constructor(operation: string, reason: NoAnswerReason, status = 0, cause?: unknown) {
    super(`${operation}: ${WORDS[reason]}`, { cause });
    this.name = 'NoAnswerError';
    this.operation = operation;
    this.reason = reason;
    this.status = status;
  }
}

const WORDS: Readonly<Record<NoAnswerReason, string>> = {
  timeout: 'no answer came in time',
  network: 'the service could not be reached',
  unreadable: 'the answer is none of the service',
};
