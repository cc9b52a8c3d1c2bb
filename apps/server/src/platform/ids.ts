import { createHash } from 'node:crypto';
import { v7 } from 'uuid';

let make: () => string = v7;

/** A new id for a row: a UUID of version 7, which sorts by when it was made. */
export function newId(): string {
  return make();
}

/**
 * The id of something that must have the same name whenever it is named: a UUID of version 8 (RFC
 * 9562, section 5.8) made from the SHA-256 of `parts`. Nothing can be read from it, and whoever
 * knows the parts finds it again, also on a database that was restored from a backup.
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

/**
 * Has the ids of this process made otherwise, for a run that is to be repeated exactly: where rows
 * are due at one instant their ids say which comes first. Answers what gives them back to chance.
 */
export function makeIdsWith(maker: () => string): () => void {
  const before = make;
  make = maker;
  return () => {
    make = before;
  };
}
