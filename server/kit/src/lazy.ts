/**
 * Creates an object at its first use. The object is read-only. Saves work that many starts do not
 * need.
 */
export function lazy<Made extends object>(make: () => Made): Made {
  let value: Made | undefined;
  const made = (): Made => {
    value ??= make();
    return value;
  };
  const refuse = (): boolean => false;
  return new Proxy({} as Made, {
    get: (_nothing, key) => Reflect.get(made(), key),
    has: (_nothing, key) => Reflect.has(made(), key),
    ownKeys: () => Reflect.ownKeys(made()),
    getOwnPropertyDescriptor: (_nothing, key) => Reflect.getOwnPropertyDescriptor(made(), key),
    set: refuse,
    defineProperty: refuse,
    deleteProperty: refuse,
  });
}
