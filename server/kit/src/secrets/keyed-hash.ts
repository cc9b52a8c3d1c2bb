import {
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { ringOf } from './key-ring.ts';

/** Creating a key object costs six times the hash itself, so it is cached by its bytes. */
const prepared = new WeakMap<Uint8Array, KeyObject>();

function keyOf(bytes: Uint8Array): KeyObject {
  const known = prepared.get(bytes);
  if (known) return known;
  const key = createSecretKey(bytes);
  prepared.set(bytes, key);
  return key;
}

/** 256 random bits, safe in a cookie and in an address. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a token: reading the table gives no usable token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** A keyed hash of parts, with unambiguous boundaries between the parts. */
export function keyedHash(key: Uint8Array, ...parts: readonly string[]): string {
  return createHmac('sha256', keyOf(key)).update(JSON.stringify(parts)).digest('base64url');
}

/** The keyed hashes of parts by every key of a ring, that of the current one first. */
export function keyedHashes(
  key: Uint8Array,
  ...parts: readonly string[]
): readonly [string, ...string[]] {
  const [, ...others] = ringOf(key);
  return [keyedHash(key, ...parts), ...others.map(({ bytes }) => keyedHash(bytes, ...parts))];
}

/** Compares two texts in constant time. */
export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * A stable UUID from a keyed hash: the same parts give the same id, and nobody else can compute it.
 */
export function uuidOf(key: Buffer, ...parts: readonly string[]): string {
  const bytes = createHmac('sha256', keyOf(key))
    .update(JSON.stringify(parts))
    .digest()
    .subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}
