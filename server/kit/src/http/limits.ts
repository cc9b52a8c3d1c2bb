import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { AppError } from './app-error.ts';
import { networkOf } from './client-network.ts';
import { type NetworkCounts, WINDOW_MS } from './network-counts.ts';

/**
 * All limits by network address: how many requests of a route in a minute of the clock. A carrier
 * has many people behind one address, hence the generous values. What costs money or sends a
 * message is also limited by number and network in the database
 * (`packages/domain/src/numbers/otp-limits.ts`).
 */
export const LIMITS = {
  /**
   * Every route that names no limit: pages, files, content, documents. What is in memory is sent
   * before any routing (`response-fast-path.ts`) and does not count: a refusal would cost as much.
   */
  public: { max: 30_000, timeWindow: WINDOW_MS },
  /**
   * Answers that are made for one request and stored by no cache, such as content that is absent.
   */
  uncached: { max: 6000, timeWindow: WINDOW_MS },
  /** Reads of the visitor's own state. */
  read: { max: 600, timeWindow: WINDOW_MS },
  /** Heartbeats of players: two a minute for each viewer who watches. */
  heartbeat: { max: 6000, timeWindow: WINDOW_MS },
  /** Small writes and questions to the carrier. */
  write: { max: 240, timeWindow: WINDOW_MS },
  /** Calls of the studio that send a partner a test, or much again. */
  costly: { max: 10, timeWindow: WINDOW_MS },
  /** Accept: each call may take money. */
  subscribe: { max: 120, timeWindow: WINDOW_MS },
} as const;

export type LimitName = keyof typeof LIMITS;

/**
 * How many pages may be rendered for one network (see `networkOf`). Only pages that are not in the
 * cache count. Thousands of people behind one address share the cache with everybody, and a reader
 * stays far below these values.
 */
export const PAGE_RENDERS = { burst: 60, perSecond: 20 } as const;

/**
 * Enables the limits by address on a listener of this name, for every route: one that names no
 * limit has that of `public`. Each route counts by itself.
 */
export async function registerLimits(
  app: FastifyInstance,
  listener: string,
  counts: NetworkCounts | undefined,
): Promise<void> {
  if (!counts) return;
  app.addHook('onRoute', (route) => {
    route.config = { rateLimit: LIMITS.public, ...route.config };
  });
  await app.register(rateLimit, {
    global: false,
    // A viewer pays for each header.
    addHeaders: NO_HEADERS,
    addHeadersOnExceeding: NO_HEADERS,
    store: storeOf(counts, listener),
    keyGenerator: (request) => networkOf(request.ip),
    errorResponseBuilder: (_request, context) => {
      const seconds = Math.max(1, Math.ceil(context.ttl / 1000));
      return new AppError(
        'too_many_requests',
        `Too many requests. Try again in ${inWords(seconds)}.`,
        { retryAfter: seconds },
      );
    },
  });
  const unmatched = app.rateLimit(LIMITS.public);
  app.addHook('onRequest', function limitUnmatched(request, reply, done) {
    if (!request.is404) return done();
    unmatched.call(this, request, reply).then(() => done(), done);
  });
}

const NO_HEADERS = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
};

/** Counts by route, in the form that the plugin asks for. */
function storeOf(counts: NetworkCounts, listener: string) {
  return class CountsStore implements FastifyRateLimitStore {
    private rule = listener;

    incr(
      network: string,
      callback: Parameters<FastifyRateLimitStore['incr']>[1],
      _windowMs: number,
      max: number,
    ): void {
      callback(null, counts.take({ rule: this.rule, max }, network));
    }

    child(route: Parameters<FastifyRateLimitStore['child']>[0]): FastifyRateLimitStore {
      const store = new CountsStore();
      // The plugin adds the route to its options; its types say that it hands over the route.
      const { method, url } = (route as unknown as { routeInfo: Partial<RouteOptions> }).routeInfo;
      store.rule = url ? `${listener} ${String(method)} ${url}` : `${listener} unmatched`;
      return store;
    }
  };
}

/** A waiting time in words: `40 seconds`, `8 minutes`, `3 hours`. */
export function inWords(seconds: number): string {
  const [count, unit] =
    seconds < 90
      ? [seconds, 'second']
      : seconds < 5400
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3600), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
