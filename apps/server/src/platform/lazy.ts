/**
 * Something that is made when it is looked into for the first time: for what many starts do not
 * need. It cannot be changed.
 */
export function lazy<Made extends object>(make: () => Made): Made {
  let kept: Made | undefined;
  const made = (): Made => {
    kept ??= make();
    return kept;
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
