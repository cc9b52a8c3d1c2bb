/**
 * After a change of the secret, what the previous one has signed or encrypted may stay valid for a
 * while (`SECRET_KEY_PREVIOUS`). A key of one purpose remembers the keys that are valid beside it,
 * so that everything that verifies accepts them and only the key itself signs.
 */
const beside = new WeakMap<Uint8Array, readonly Uint8Array[]>();

/** Has everything that verifies with `key` also accept the keys `others`; returns `key`. */
export function acceptBeside<Key extends Uint8Array>(key: Key, others: readonly Uint8Array[]): Key {
  beside.set(key, others);
  return key;
}

/** All keys that are valid where `key` is, the key itself first. */
export function validKeys(key: Uint8Array): readonly Uint8Array[] {
  return [key, ...(beside.get(key) ?? [])];
}
