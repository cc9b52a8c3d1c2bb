import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';

/** What everything that a request or a job causes has in common. */
export interface RequestContext {
  readonly correlationId?: string | undefined;
  /** The span that is under way; absent while nothing is traced. */
  readonly span?: Span | undefined;
}

/** One store for both: each store costs time at every asynchronous step. */
export const requestContext = new AsyncLocalStorage<RequestContext>();

/** Runs `work` with these fields in its context, in addition to those that it has. */
export function withContext<Result>(fields: RequestContext, work: () => Result): Result {
  return requestContext.run({ ...requestContext.getStore(), ...fields }, work);
}
