import type { FastifyReply } from 'fastify';

/**
 * What only means something for a document: on a file it is half a kilobyte that the viewer pays
 * for, each time.
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

/**
 * Leaves only those safety headers on an answer that matter for a script, a picture, a font or a
 * segment.
 */
export function omitDocumentHeaders(reply: FastifyReply): FastifyReply {
  for (const name of FOR_DOCUMENTS) {
    reply.removeHeader(name);
    reply.raw.removeHeader(name);
  }
  return reply;
}

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
