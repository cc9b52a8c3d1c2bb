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
