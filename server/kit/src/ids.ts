import { createHash } from 'node:crypto';
import { v7 } from 'uuid';

/** Makes the ids of rows. It is handed in, so that a simulation can repeat its ids. */
export type NewId = () => string;

/** A new id for a row: a UUID of version 7, which sorts by its time. */
export const newId: NewId = () => v7();

/**
 * A derived id: a UUID of version 8 (RFC 9562, section 5.8) from the SHA-256 of `parts`. The same
 * parts always give the same id, also on a database restored from a backup, and the id reveals
 * nothing of them.
 */
export function idOf(...parts: readonly (string | number)[]): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  const variant = ((Number.parseInt(digest.slice(16, 17), 16) % 4) + 8).toString(16);
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `${variant}${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
}
