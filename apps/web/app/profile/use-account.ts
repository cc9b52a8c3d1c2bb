import type { ReplyOf } from '@bonisa/contract/calls';
import { CallError } from '@bonisa/contract/client';
import { useCallback, useEffect, useState } from 'react';
import { call } from '../browser/api.ts';
import { UNEXPECTED_ERROR } from '../error-screen.tsx';

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
        problem: (error instanceof CallError && error.description) || UNEXPECTED_ERROR,
      });
    }
  }, []);
  useEffect(() => {
    void reload();
  }, [reload]);
  return { account, reload };
}
