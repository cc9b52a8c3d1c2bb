/**
 * While the secret is being changed, processes of the old and of the new key serve side by side
 * (`SECRET_KEY_NEXT`, `SECRET_KEY_PREVIOUS`). A key of one purpose knows the keys that are valid
 * beside it, so that everything that verifies accepts them and only the key itself signs.
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

/** The first result of `work` with a valid key, the key itself first. */
export function firstOfKeys<Result>(
  key: Uint8Array,
  work: (one: Uint8Array) => Result | undefined,
): Result | undefined {
  for (const one of validKeys(key)) {
    const result = work(one);
    if (result !== undefined) return result;
  }
  return undefined;
}
