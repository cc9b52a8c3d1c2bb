import { keepContinueHint } from '../mine/continue-hint.ts';
import { type BrowserStorage, createBrowserStorage } from './browser-storage.ts';
import { IN_TAB, STORED } from './entries.ts';

const browsersOwn = {
  local: createBrowserStorage(() => window.localStorage, Date.now),
  session: createBrowserStorage(() => window.sessionStorage, Date.now),
};

const listeners = new Set<() => void>();

/**
 * Calls `listener` when the person at this device has signed out: what is kept of them in memory
 * goes too.
 */
export function onForget(listener: () => void): void {
  listeners.add(listener);
}

/**
 * Removes what a signed-in person left on this device and the next one must not find (rows E11,
 * B2): the run through the flow with its OTP and tokens, and everything that was kept over visits
 * but the number, which stays filled in. With `all` the number goes too.
 */
export function forgetPerson(
  { all }: { readonly all: boolean },
  {
    local,
    session,
  }: { readonly local: BrowserStorage; readonly session: BrowserStorage } = browsersOwn,
): void {
  for (const entry of Object.values(STORED))
    if (all || entry !== STORED.uToken) local.remove(entry);
  for (const key of Object.values(IN_TAB)) session.remove({ key });
  keepContinueHint(false);
  for (const listener of listeners) listener();
}
