import type { FastifyReply } from 'fastify';

/**
 * Headers that only concern documents: on a file they are half a kilobyte that the viewer pays for
 * each time.
 */
const FOR_DOCUMENTS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
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

/** Whether the database is away, and the counter of stale answers. */
export interface StaleSupport {
  /** While this is true, cached answers are served at any age. */
  readonly away: () => boolean;
  readonly onStale: () => void;
}

/** Marks an answer as stale and limits how long a shared cache may store it. */
export function markStale(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'x-bonisa-stale': '1',
    warning: '110 - "Response is Stale"',
    'cache-control': 'public, max-age=0, s-maxage=5',
  });
}
