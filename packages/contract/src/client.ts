import { ADDRESSES, type CallName } from './addresses.ts';
import type { BodyOf, ReplyOf } from './calls.ts';
import type { ErrorBody } from './errors.ts';

/**
 * The specification's constants, sent as headers with each call (rows B5, B6, interfaces 'The
 * site').
 */
export const CLIENT_HEADERS = {
  'x-site-version': '1.7',
  'x-country': 'South Africa',
  'x-locale': 'za',
} as const;

export type Platform = 'web-mobile' | 'web-desktop' | 'web-tablet';

/**
 * The platform label of a device (row B5): without touch a desktop; with touch and a short side
 * under 600 CSS pixels a phone, else a tablet.
 */
export function platformOf(device: { touch: boolean; width: number; height: number }): Platform {
  if (!device.touch) return 'web-desktop';
  return Math.min(device.width, device.height) < 600 ? 'web-mobile' : 'web-tablet';
}

/**
 * A failed call: an error answer with a description, or an unreadable or missing answer without one
 * (rows X1, X2 instead of X3).
 */
export class CallError extends Error {
  // Declared only: fields would bring a helper for old browsers.
  declare readonly status: number;
  declare readonly body: ErrorBody | undefined;

  constructor(status: number, body: ErrorBody | undefined) {
    super(body?.description ?? `the call failed with status ${status}`);
    this.name = 'CallError';
    this.status = status;
    this.body = body;
  }

  /** The server's own sentence, where the answer was readable (row X3). */
  get description(): string | undefined {
    return this.body?.description;
  }
}

export interface ClientOptions {
  /** The page's `fetch`. */
  readonly fetch: typeof fetch;
  readonly platform: () => Platform;
}

export interface CallOptions {
  /** Required by subscribe calls (row P4). */
  readonly csrfToken?: string;
  readonly signal?: AbortSignal;
  /** The browser finishes the call even if the viewer leaves the page. */
  readonly keepalive?: boolean;
}

export type Client = <Name extends CallName>(
  name: Name,
  body?: BodyOf<Name>,
  options?: CallOptions,
) => Promise<ReplyOf<Name>>;

/**
 * Creates a client of the same-origin calls, typed by the contract. A call throws {@link
 * CallError}, with status 0 where no answer came, and returns `undefined` for a 204.
 */
export function createClient({ fetch, platform }: ClientOptions): Client {
  return async (name, body, options = {}) => {
    const { method, path } = ADDRESSES[name];
    const response = await send(fetch, path, {
      method,
      credentials: 'same-origin',
      headers: {
        ...CLIENT_HEADERS,
        'x-platform': platform(),
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...(options.csrfToken ? { 'x-csrf-token': options.csrfToken } : {}),
      },
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
      ...(options.signal ? { signal: options.signal } : {}),
      ...(options.keepalive ? { keepalive: true } : {}),
    });
    if (response.status === 204) return undefined as never;
    const read: unknown = await response.json().catch((error: unknown) => {
      if (options.signal?.aborted) throw error;
    });
    if (!response.ok) throw new CallError(response.status, isErrorBody(read) ? read : undefined);
    if (typeof read !== 'object' || read === null) throw new CallError(response.status, undefined);
    return read as never;
  };
}

async function send(fetcher: typeof fetch, path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetcher(path, init);
  } catch (error) {
    // The page aborted the call itself: that is no failure.
    if (init.signal?.aborted) throw error;
    throw new CallError(0, undefined);
  }
}

function isErrorBody(value: unknown): value is ErrorBody {
  return (
    typeof value === 'object' &&
    value !== null &&
    'description' in value &&
    typeof value.description === 'string' &&
    value.description !== ''
  );
}
