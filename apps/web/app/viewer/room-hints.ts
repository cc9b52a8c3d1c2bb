/**
 * Tells the next page what it will show once the viewer is known, so that it reserves the space
 * before the first paint (`browser/early-press.entry.ts` sets `data-continue` and `data-payment`):
 * the Continue Watching row, and the banner of an open payment. Stores no titles and no amounts.
 */
export type RoomHint = 'continue' | 'payment';

export function storeRoomHint(hint: RoomHint, something: boolean): void {
  try {
    if (something) localStorage.setItem(hint, '1');
    else localStorage.removeItem(hint);
  } catch {
    // Without storage the space is not reserved.
  }
}

/** Stores the hint of the banner, and reserves or frees its space on this page too. */
export function storePaymentHint(something: boolean): void {
  storeRoomHint('payment', something);
  document.documentElement.toggleAttribute('data-payment', something);
}

export function hintsRoom(hint: RoomHint): boolean {
  try {
    return localStorage.getItem(hint) !== null;
  } catch {
    return false;
  }
}
