import type { FastifyReply } from 'fastify';

/** Whether the database is away, and who counts what was served in spite of it. */
export interface StaleSupport {
  /** What is kept is served however old it is while this says so. */
  readonly away: () => boolean;
  readonly onStale: () => void;
}

/**
 * Says of an answer that it is older than it should be, and lets a shared cache keep it only for a
 * moment.
 */
export function markStale(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'x-bonisa-stale': '1',
    warning: '110 - "Response is Stale"',
    'cache-control': 'public, max-age=0, s-maxage=5',
  });
}
