import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { AppError } from './app-error.ts';
import { networkOf } from './client-network.ts';
import type { NetworkCounts } from './network-counts.ts';

/**
 * All limits by network address: how many requests in which time. A carrier has many people behind
 * one address, hence the generous values. What costs money or sends a message is also limited by
 * number and network in the database (`packages/domain/src/numbers/otp-limits.ts`).
 */
export const LIMITS = {
  /** Reads of the visitor's own state. */
  read: { max: 600, timeWindow: 60_000 },
  /** Heartbeats of players: two a minute for each viewer who watches. */
  heartbeat: { max: 6000, timeWindow: 60_000 },
  /** Small writes and questions to the carrier. */
  write: { max: 240, timeWindow: 60_000 },
  /** Accept: each call may take money. */
  subscribe: { max: 120, timeWindow: 60_000 },
} as const;

export type LimitName = keyof typeof LIMITS;

/**
 * How many pages may be rendered for one network (see `networkOf`). Only pages that are not in the
 * cache count. Thousands of people behind one address share the cache with everybody, and a reader
 * stays far below these values.
 */
export const PAGE_RENDERS = { burst: 60, perSecond: 20 } as const;

/**
 * Enables the limits by address on a listener of this name. Routes name their limit; a route
 * without one is not limited. Each route counts by itself.
 */
export async function registerLimits(
  app: FastifyInstance,
  listener: string,
  counts: NetworkCounts | undefined,
): Promise<void> {
  if (!counts) return;
  await app.register(rateLimit, {
    global: false,
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
}

/** Counts by route, in the form that the plugin asks for. */
function storeOf(counts: NetworkCounts, listener: string) {
  return class CountsStore implements FastifyRateLimitStore {
    private rule = listener;

    incr(
      network: string,
      callback: Parameters<FastifyRateLimitStore['incr']>[1],
      windowMs: number,
      max: number,
    ): void {
      callback(null, counts.take({ rule: this.rule, max, windowMs }, network));
    }

    child(route: Parameters<FastifyRateLimitStore['child']>[0]): FastifyRateLimitStore {
      const store = new CountsStore();
      // The plugin adds the route to its options; its types say that it hands over the route.
      const { method, url } = (route as unknown as { routeInfo: RouteOptions }).routeInfo;
      store.rule = `${listener} ${String(method)} ${url}`;
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
