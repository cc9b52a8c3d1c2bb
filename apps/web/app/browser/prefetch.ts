interface Connection {
  readonly saveData?: boolean;
}

/**
 * Whether the viewer asked to save data. False on the server and in browsers without this setting.
 */
export function savesData(): boolean {
  return (
    typeof navigator !== 'undefined' &&
    ((navigator as { connection?: Connection }).connection?.saveData ?? false)
  );
}

/**
 * For `prefetch` of an internal link: the browser fetches the page when a finger or pointer is on
 * the link, but never with Save-Data. The rendered markup is the same either way, so a component
 * may call this while rendering.
 */
export function onIntent(): 'intent' | 'none' {
  return savesData() ? 'none' : 'intent';
}
