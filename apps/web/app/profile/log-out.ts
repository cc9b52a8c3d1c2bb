import { call } from '../browser/api.ts';
import { refreshViewer } from '../browser/viewer.ts';
import { STORED } from '../storage/entries.ts';
import { createShelf } from '../storage/shelf.ts';

const shelf = createShelf(
  () => localStorage,
  () => Date.now(),
);

/** What a signed-in person left on this device and the next one must not find; the number stays filled in, unless `all` is to go. */
function forgetPerson(all: boolean): void {
  for (const entry of [STORED.profile, STORED.ratings, STORED.activePackage, STORED.videoPositions, STORED.episodePositions, STORED.recentSearches])
    shelf.remove(entry);
  if (all) for (const entry of Object.values(STORED)) shelf.remove(entry);
}

/** Ends this session, or with `everywhere` every session of the number. */
export async function logOut({ everywhere = false } = {}): Promise<void> {
  await call('signOut', everywhere ? { everywhere } : {});
  forgetPerson(false);
  await refreshViewer();
}

/** Removes the account: what the server may forget, it forgets, and this device all of it. */
export async function deleteAccount(): Promise<void> {
  const { csrfToken } = await call('csrfToken');
  await call('deletePersonalData', { confirm: 'delete' }, { csrfToken });
  forgetPerson(true);
  await refreshViewer();
}
