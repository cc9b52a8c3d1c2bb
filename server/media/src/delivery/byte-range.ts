/** The part of a file that a `Range` header requests. `first` and `last` are both included. */
export type ByteRange =
  | { readonly kind: 'all' }
  | { readonly kind: 'part'; readonly first: number; readonly last: number }
  | { readonly kind: 'unsatisfiable' };

/**
 * Reads a `Range` header (RFC 9110, 14.1.2) for a file of `size` bytes. Supports one range; ignores
 * several ranges, other units and malformed headers, as the RFC allows.
 */
export function readByteRange(header: string | undefined, size: number): ByteRange {
  const match = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/.exec(header?.trim() ?? '');
  if (!match) return { kind: 'all' };
  if (match[3] !== undefined) {
    const count = Math.min(Number(match[3]), size);
    return count === 0
      ? { kind: 'unsatisfiable' }
      : { kind: 'part', first: size - count, last: size - 1 };
  }
  const first = Number(match[1]);
  const last = match[2] ? Number(match[2]) : size - 1;
  if (match[2] && last < first) return { kind: 'all' };
  return first >= size
    ? { kind: 'unsatisfiable' }
    : { kind: 'part', first, last: Math.min(last, size - 1) };
}
