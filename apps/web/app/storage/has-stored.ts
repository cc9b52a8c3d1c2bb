/** Whether this browser stores something under a key; forbidden storage has nothing. */
export function hasStored(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
