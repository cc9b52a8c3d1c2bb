import type { ReplyOf } from '@bonisa/contract/calls';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { call } from '../browser/api.ts';
import { problemOf } from '../browser/problem.ts';
import { unexpectedError } from '../error-screen.tsx';

export type AccountData = ReplyOf<'account'>;
export type AccountState =
  | { state: 'waiting' }
  | { state: 'known'; account: AccountData }
  | { state: 'failed'; problem: string };

/**
 * Payments and consents of the session's own number. `reload` requests them again and keeps the
 * shown data until the answer arrives.
 */
export function useAccount(): { account: AccountState; reload: () => Promise<void> } {
  const [account, setAccount] = useState<AccountState>({ state: 'waiting' });
  const reload = useCallback(async () => {
    try {
      setAccount({ state: 'known', account: await call('account') });
    } catch (error) {
      setAccount({
        state: 'failed',
        problem: (await problemOf(error)) ?? unexpectedError(),
      });
    }
  }, []);
  useEffect(() => {
    void reload();
  }, [reload]);
  return { account, reload };
}

const ASK_EVERY_MS = 3_000;
/** Then the viewer must reload: the network may take an hour. */
const ASK_AT_MOST = 40;

/**
 * While a payment is being confirmed: requests the account every few seconds while the page is
 * visible, a limited number of times.
 */
export function useChargeUnderWay(waits: boolean, ask: () => Promise<unknown>): void {
  const onTurn = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void ask();
  });
  useEffect(() => {
    if (!waits) return;
    let asked = 0;
    const timer = setInterval(() => {
      if (++asked >= ASK_AT_MOST) clearInterval(timer);
      onTurn();
    }, ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [waits]);
}
