interface Connection {
  readonly saveData?: boolean;
}

/**
 * Whether the person has asked to use less data. False on the server and where the browser does not
 * say.
 */
export function savesData(): boolean {
  return (
    typeof navigator !== 'undefined' &&
    ((navigator as { connection?: Connection }).connection?.saveData ?? false)
  );
}

/**
 * For `prefetch` of a link within the site: its page is fetched ahead as soon as a finger or a
 * pointer is on it, but never for who saves data. The same markup either way, so it may be asked
 * while rendering.
 */
export function onIntent(): 'intent' | 'none' {
  return savesData() ? 'none' : 'intent';
}
