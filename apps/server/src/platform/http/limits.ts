import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';
import { networkOf } from './client-network.ts';

/**
 * All limits by network address in one table: how many in which time. A carrier puts many people
 * behind one address, hence the generous figures; what costs money or sends a message is limited by
 * number and network too, in the database (`packages/domain/src/otp-limits.ts`).
 */
export const LIMITS = {
  /** Reads of one's own state. */
  read: { max: 600, timeWindow: 60_000 },
  /** What writes a little or asks the carrier something. */
  write: { max: 240, timeWindow: 60_000 },
  /** Accept: each may take money. */
  subscribe: { max: 120, timeWindow: 60_000 },
} as const;

export type LimitName = keyof typeof LIMITS;

/**
 * How many pages may be made for one network (see `networkOf`): only what is not in the page cache
 * counts. Thousands of people behind one address share the cache with everybody; nobody who reads
 * pages comes near these figures.
 */
export const PAGE_RENDERS = { burst: 60, perSecond: 20 } as const;

/** Turns the limits by address on. Routes name theirs; a route without one has none. */
export async function registerLimits(app: FastifyInstance, enabled: boolean): Promise<void> {
  if (!enabled) return;
  await app.register(rateLimit, {
    global: false,
    cache: 20_000,
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

/** A waiting time as a person says it: `40 seconds`, `8 minutes`, `3 hours`. */
export function inWords(seconds: number): string {
  const [count, unit] =
    seconds < 90
      ? [seconds, 'second']
      : seconds < 5400
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3600), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
