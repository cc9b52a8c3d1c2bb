const kept = new WeakMap<object, unknown>();

/**
 * Passes data from a loader to its component on the server only: the server renders it, and the
 * page's data, which the browser also receives, does not contain it. Call it in a loader; returns
 * the loader's data.
 */
export function withServerData<Data extends object>(data: Data, more: unknown): Data {
  kept.set(data, more);
  return data;
}

/**
 * The data that the loader passed; `undefined` in a browser. Call it only under
 * `import.meta.env.SSR`.
 */
export function serverDataOf<More>(data: object): More | undefined {
  return kept.get(data) as More | undefined;
}
