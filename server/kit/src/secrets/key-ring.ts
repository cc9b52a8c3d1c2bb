import { createHmac } from 'node:crypto';

/** A key of one purpose, and the id of the secret that it is derived from (`kid`). */
export interface RingKey {
  readonly kid: string;
  readonly bytes: Uint8Array;
}

export type KeyRing = readonly [RingKey, ...RingKey[]];

/** The characters of an id: 36 bits, at the beginning of whatever a key signs or seals. */
export const KID_LENGTH = 6;

const rings = new WeakMap<Uint8Array, KeyRing>();

/** The id of a key. It is a keyed hash, so nothing of the key can be learned from it. */
export function kidOf(bytes: Uint8Array): string {
  return createHmac('sha256', bytes).update('kid').digest('base64url').slice(0, KID_LENGTH);
}

/** The bytes of the first key, which signs; {@link ringOf} finds the others, which only verify. */
export function keyOfRing([current, ...others]: KeyRing): Buffer<ArrayBuffer> {
  const key = Buffer.from(current.bytes);
  rings.set(key, [{ ...current, bytes: key }, ...others]);
  return key;
}

/** The keys that are accepted where `key` is, itself first; alone, it has its own id. */
export function ringOf(key: Uint8Array): KeyRing {
  return rings.get(key) ?? [{ kid: kidOf(key), bytes: key }];
}
