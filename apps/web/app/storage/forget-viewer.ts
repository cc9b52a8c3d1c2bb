import { storeRoomHint } from '../viewer/room-hints.ts';
import { type BrowserStorage, createBrowserStorage } from './browser-storage.ts';
import { SESSION_KEYS, STORED_ITEMS } from './stored-items.ts';

/** The storage areas of this browser. */
export const browsersOwn = {
  local: createBrowserStorage(() => window.localStorage, Date.now),
  session: createBrowserStorage(() => window.sessionStorage, Date.now),
};

const listeners = new Set<() => void>();

/** Calls `listener` when the viewer has signed out, so that it removes their data from memory. */
export function onForget(listener: () => void): void {
  listeners.add(listener);
}

/**
 * Removes a signed-in viewer's data from this device (rows E11, B2): the flow's run with its OTP
 * and tokens, and what `STORED_ITEMS` names except the number, which stays prefilled. With `all`
 * the number is removed too. What is about the device and not the viewer stays: its data use,
 * budget and choice (`data/data-storage.ts`, `data/data-choice.ts`).
 */
export function forgetViewer(
  { all }: { readonly all: boolean },
  {
    local,
    session,
  }: { readonly local: BrowserStorage; readonly session: BrowserStorage } = browsersOwn,
): void {
  for (const entry of Object.values(STORED_ITEMS))
    if (all || entry !== STORED_ITEMS.uToken) local.remove(entry);
  for (const key of Object.values(SESSION_KEYS)) session.remove({ key });
  storeRoomHint('continue', false);
  storeRoomHint('payment', false);
  for (const listener of listeners) listener();
}
