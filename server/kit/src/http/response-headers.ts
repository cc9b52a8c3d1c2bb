import type { FastifyReply } from 'fastify';
import type { OpenDatabase } from '../database/database.ts';
import type { Metrics } from '../metrics.ts';

/**
 * Headers that only concern documents: on a file they are half a kilobyte that the viewer pays for
 * each time.
 */
const FOR_DOCUMENTS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/** Removes the safety headers that do not concern a script, a picture, a font or a segment. */
export function omitDocumentHeaders(reply: FastifyReply): FastifyReply {
  for (const name of FOR_DOCUMENTS) {
    reply.removeHeader(name);
    reply.raw.removeHeader(name);
  }
  return reply;
}

/**
 * Lets pages of any origin read a file: its address alone grants access, and no cookie counts. The
 * site's own pages are another origin where `MEDIA_URL` is a CDN. They may know its size too:
 * without it a data budget counts nothing of the media.
 */
export function openToOtherOrigins(reply: FastifyReply): FastifyReply {
  return reply
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('timing-allow-origin', '*');
}

/** Names one more header of the request that the answer depends on. */
export function addVary(reply: FastifyReply, name: string): FastifyReply {
  const before = reply.getHeader('vary');
  return reply.header('vary', before === undefined ? name : `${String(before)}, ${name}`);
}

/** How stored answers are served while the database is away. */
export interface StaleSupport {
  /** While it answers true, stored answers are served however old they are. */
  readonly away: () => boolean;
  /** Called for each such answer. */
  readonly onStale: () => void;
}

/** Serves stored answers of one kind while the database is away, and counts them. */
export function createStaleSupport(
  kind: 'page' | 'content',
  { open, metrics }: { open: Pick<OpenDatabase, 'state'>; metrics: Pick<Metrics, 'staleAnswers'> },
): StaleSupport {
  return {
    away: () => open.state.awaySince !== undefined,
    onStale: () => metrics.staleAnswers.inc({ kind }),
  };
}

/** Marks an answer as stale and limits how long a shared cache may store it. */
export function markStale(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'x-bonisa-stale': '1',
    warning: '110 - "Response is Stale"',
    'cache-control': 'public, max-age=0, s-maxage=5',
  });
}
