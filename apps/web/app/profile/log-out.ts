import { CallError } from '@bonisa/contract/client';
import { call } from '../browser/api.ts';
import { refreshViewer } from '../browser/viewer.ts';
import { forgetViewer } from '../storage/forget-viewer.ts';

/**
 * Ends this session, or with `everywhere` every session of the number. One that has already ended
 * is as good as ended now, but it cannot end the number's others.
 */
export async function logOut({ everywhere = false } = {}): Promise<void> {
  try {
    await call('signOut', everywhere ? { everywhere } : {});
  } catch (error) {
    if (everywhere || !(error instanceof CallError && error.status === 401)) throw error;
  }
  forgetViewer({ all: false });
  await refreshViewer();
}

/**
 * Deletes the account: the server removes what the law permits, and this device removes all of it.
 */
export async function deleteAccount(): Promise<void> {
  const { csrfToken } = await call('csrfToken');
  await call('deletePersonalData', { confirm: 'delete' }, { csrfToken });
  forgetViewer({ all: true });
  await refreshViewer();
}
