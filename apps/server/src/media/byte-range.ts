/**
 * What a `Range` header asks of a file: all of it, a part (both ends included), or nothing that is
 * there.
 */
export type ByteRange =
  | { readonly kind: 'all' }
  | { readonly kind: 'part'; readonly first: number; readonly last: number }
  | { readonly kind: 'unsatisfiable' };

/**
 * Reads a `Range` header (RFC 9110, 14.1.2) for a file of `size` bytes. One range is served;
 * several, other units and what cannot be read are ignored, as the RFC allows.
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
