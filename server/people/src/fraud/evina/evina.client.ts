import { createHmac } from 'node:crypto';
import { z } from 'zod';

/** Time limit of a call in milliseconds. The vendor promises less than 100. */
const TIMEOUT_MS = 300;

/** Why a call failed. */
export type EvinaCause = 'timeout' | 'connection' | 'status' | 'unreadable';

/** The vendor did not answer, or not in its documented shape. */
export class EvinaUnavailableError extends Error {
  readonly operation: 'script' | 'check';
  readonly reason: EvinaCause;

  constructor(operation: 'script' | 'check', reason: EvinaCause, cause?: unknown) {
    super(`evina ${operation}: ${reason}`, { cause });
    this.name = 'EvinaUnavailableError';
    this.operation = operation;
    this.reason = reason;
  }
}

/** Signs the query of a call. The result becomes the parameter `s`. */
export type EvinaSign = (username: string, query: URLSearchParams) => string;

/**
 * HMAC-SHA256 in hex over `{username}?{query}`, with the query as sent but without `s`.
 * This method is an assumption: the vendor publishes none and tells each account its own. Pass
 * `createEvina` another `sign` where the account's method differs.
 */
export function hmacSign(secret: string): EvinaSign {
  return (username, query) =>
    createHmac('sha256', secret).update(`${username}?${query.toString()}`).digest('hex');
}

const scriptAnswer = z.object({ t: z.string().min(1), s: z.string().min(1) });
/**
 * `ft`: 1000 for an authentic transaction, otherwise the fraud class (2100 and up). The vendor's
 * reference only says 'a code'; existing integrations read `ft`.
 */
const checkAnswer = z.object({ ft: z.coerce.number().int().min(1000).max(9999) });

export interface EvinaClient {
  /**
   * The script for one transaction (`ti`) and the button that it watches (`te`, a CSS selector).
   * @throws {EvinaUnavailableError}
   */
  script(ti: string, te: string, at: Date): Promise<{ t: string; s: string }>;
  /** The vendor's code for a transaction. @throws {EvinaUnavailableError} */
  check(ti: string, at: Date): Promise<number>;
}

/**
 * The public DCBprotect API: `GET {url}/{username}/script` and `GET {url}/{username}/check`, with
 * `ts` in seconds.
 */
export function createEvinaClient({
  url,
  username,
  sign,
  timeoutMs = TIMEOUT_MS,
}: {
  url: string;
  username: string;
  sign: EvinaSign;
  timeoutMs?: number | undefined;
}): EvinaClient {
  async function get<Answer>(
    operation: 'script' | 'check',
    parameters: Record<string, string>,
    schema: z.ZodType<Answer>,
  ): Promise<Answer> {
    const query = new URLSearchParams(parameters);
    query.set('s', sign(username, query));
    const text = await fetchText(
      operation,
      `${url}/${encodeURIComponent(username)}/${operation}?${query}`,
      timeoutMs,
    );
    const read = schema.safeParse(parse(operation, text));
    if (!read.success) throw new EvinaUnavailableError(operation, 'unreadable');
    return read.data;
  }

  return {
    script: (ti, te, at) => get('script', { ti, te, ts: seconds(at) }, scriptAnswer),
    check: async (ti, at) => (await get('check', { ti, ts: seconds(at) }, checkAnswer)).ft,
  };
}

/** Fetches the body of a 200 response. One time limit covers connection, headers and body. */
async function fetchText(
  operation: 'script' | 'check',
  address: string,
  timeoutMs: number,
): Promise<string> {
  try {
    const response = await fetch(address, {
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
      headers: { accept: 'application/json' },
    });
    const text = await response.text();
    if (response.status !== 200) throw new EvinaUnavailableError(operation, 'status');
    return text;
  } catch (error) {
    if (error instanceof EvinaUnavailableError) throw error;
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError';
    throw new EvinaUnavailableError(operation, timedOut ? 'timeout' : 'connection', error);
  }
}

function parse(operation: 'script' | 'check', text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new EvinaUnavailableError(operation, 'unreadable', error);
  }
}

function seconds(at: Date): string {
  return String(Math.floor(at.getTime() / 1000));
}
