/** Increase it when the shape of stored values changes: an entry of another version is ignored. */
const VERSION = 'b1';

interface Envelope {
  /** When the value expires (milliseconds since 1970); `null` for no end. */
  readonly until: number | null;
  readonly value: unknown;
}

/**
 * Encodes a value for storage (row E11): the version, then JSON with its end in base64url. Throws a
 * TypeError for a value that JSON cannot represent.
 */
export function encodeEntry(value: unknown, until: number | null): string {
  if (value === undefined) throw new TypeError('undefined cannot be stored');
  const json = JSON.stringify({ until, value } satisfies Envelope);
  return `${VERSION}.${toBase64Url(new TextEncoder().encode(json))}`;
}

/**
 * Decodes what {@link encodeEntry} wrote; `undefined` for a broken, foreign or expired entry. Never
 * throws.
 */
export function decodeEntry(text: string, now: number): unknown {
  if (!text.startsWith(`${VERSION}.`)) return undefined;
  const envelope = readJson(text.slice(VERSION.length + 1));
  if (!isEnvelope(envelope)) return undefined;
  return envelope.until !== null && envelope.until <= now ? undefined : envelope.value;
}

function readJson(encoded: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(fromBase64Url(encoded)));
  } catch {
    // Storage may contain anything; an unreadable value counts as absent.
    return undefined;
  }
}

function isEnvelope(value: unknown): value is Envelope {
  if (typeof value !== 'object' || value === null || !('until' in value) || !('value' in value))
    return false;
  return value.until === null || typeof value.until === 'number';
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
    sign.charCodeAt(0),
  );
}
