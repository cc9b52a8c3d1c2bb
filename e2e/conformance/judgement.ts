import type { JsonObject } from './openapi-document.ts';

/** One request and its reply as recorded. Bodies are text. */
export interface Exchange {
  method: string;
  /** Includes the query. */
  path: string;
  requestHeaders: Record<string, string>;
  requestBody: string;
  /** The request is invalid on purpose: only the reply is validated. */
  broken: boolean;
  status: number;
  replyHeaders: Record<string, string>;
  replyBody: string;
}

export interface Verdict {
  operation: string;
  /** As in `namedOutcomes`. */
  outcome: string;
  problems: string[];
}

export interface Judge {
  operations: JsonObject[];
  /** `undefined` for a request that is no operation of this API. */
  judge(exchange: Exchange): Verdict | undefined;
  /** Judges a CloudEvent that reached a sink. */
  judgeEvent(operationId: string, contentType: string | undefined, body: string): string[];
}
