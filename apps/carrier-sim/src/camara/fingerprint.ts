import { createHash } from 'node:crypto';

/**
 * A hash of a request's content. Requests with the same content have the same fingerprint, whatever
 * the order of their properties. The body must have been parsed by its schema first, which fixes
 * that order.
 */
export function fingerprint(...parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
