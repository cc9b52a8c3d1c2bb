import {
  type ErrorBody,
  type ErrorCode,
  type FieldProblem,
  HTTP_STATUS,
} from '@bonisa/contract/errors';

/** A named refusal of a call. The message is its description and is written for a person. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: readonly FieldProblem[] | undefined;
  readonly reason: ErrorBody['reason'] | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    description: string,
    details: Pick<ErrorBody, 'reason'> & {
      fields?: readonly FieldProblem[];
      retryAfter?: number;
      cause?: unknown;
    } = {},
  ) {
    super(description, { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = details.fields;
    this.reason = details.reason;
    this.retryAfter = details.retryAfter;
  }

  /** The HTTP status that the contract assigns to the code. */
  get status(): number {
    return HTTP_STATUS[this.code];
  }

  /** The body of the answer. */
  toBody(correlationId: string): ErrorBody {
    return {
      code: this.code,
      description: this.message,
      ...(this.fields ? { fields: [...this.fields] } : {}),
      ...(this.reason ? { reason: this.reason } : {}),
      ...(this.retryAfter === undefined ? {} : { retry_after: this.retryAfter }),
      correlation_id: correlationId,
    };
  }
}
