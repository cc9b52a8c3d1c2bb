import { useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../browser/api.ts';
import {
  changeViewer,
  onViewer,
  refreshViewer,
  useViewer,
  viewerAsked,
  viewerState,
} from '../browser/viewer.ts';
import { createBrowserStorage } from '../storage/browser-storage.ts';
import { signInAddress } from '../titles/addresses.ts';
import { createListStore, type ListMark } from './list.store.ts';
import { storePendingAddition } from './pending-addition.ts';
import type { Reference } from './reference.ts';
import { toasts } from './toast.tsx';

export const session = createBrowserStorage(() => window.sessionStorage, Date.now);

/** The list of this page's viewer. */
export const myList = createListStore({
  call,
  viewer: { state: viewerState, change: changeViewer },
});

function listen(listener: () => void): () => void {
  const stops = [onViewer(listener), myList.listen(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * Whether an entity is on the list, updated on change; `waiting` on the server and until the viewer
 * is known.
 */
export function useListMark(reference: Pick<Reference, 'kind' | 'id'>): ListMark {
  // Requests the viewer if no component has.
  useViewer();
  return useSyncExternalStore(
    listen,
    () => myList.mark(reference),
    () => 'waiting',
  );
}

/**
 * Returns a function that adds or removes an entity. A visitor is led to number entry and the
 * entity is added afterwards; a refusal of the server is shown as a toast. The function resolves to
 * whether the change is done.
 */
export function usePutOnList(): (
  reference: Reference,
  title: string,
  onList: boolean,
) => Promise<boolean> {
  const navigate = useNavigate();
  const leadToSignIn = (reference: Reference, title: string) => {
    storePendingAddition(session, reference, title);
    // The address bar's address, not the router's: it includes an open search.
    void navigate(signInAddress(location.pathname + location.search));
  };
  return async (reference, title, onList) => {
    await viewerAsked();
    if (myList.mark(reference) === 'visitor') {
      leadToSignIn(reference, title);
      return false;
    }
    const outcome = await myList.put(reference, onList);
    if (outcome === 'done' || outcome === 'replaced') return outcome === 'done';
    if (outcome === 'not_signed_in') {
      await refreshViewer();
      leadToSignIn(reference, title);
    } else toasts.say(outcome.refused);
    return false;
  };
}
