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
export function leanHeaders(reply: FastifyReply): FastifyReply {
  for (const name of FOR_DOCUMENTS) {
    reply.removeHeader(name);
    reply.raw.removeHeader(name);
  }
  return reply;
}
