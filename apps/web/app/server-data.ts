const kept = new WeakMap<object, unknown>();

/**
 * Hands something from a loader to its component on the server only: the page's text is made from
 * it, and the page's data, which goes to the browser as well, does not hold it. Call it in a
 * loader; answers the loader's data.
 */
export function withServerData<Data extends object>(data: Data, more: unknown): Data {
  kept.set(data, more);
  return data;
}

/**
 * What the loader of this data handed over; `undefined` in a browser. Ask for it where
 * `import.meta.env.SSR` only.
 */
export function serverDataOf<More>(data: object): More | undefined {
  return kept.get(data) as More | undefined;
}
