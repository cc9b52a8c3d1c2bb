import { createHash } from 'node:crypto';

/**
 * A short name of a request's content: two requests with the same content have the same one,
 * whatever the order of their properties was. The body must have been read by its schema first,
 * which fixes that order.
 */
export function fingerprint(...parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
