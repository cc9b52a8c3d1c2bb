import type { ReplyOf } from '@bonisa/contract/calls';
import { useEffect, useSyncExternalStore } from 'react';
import { call } from './api.ts';

/** Who is looking, as `/api/viewer` says it. */
export type Viewer = ReplyOf<'viewer'>;
export type SignedInViewer = Extract<Viewer, { signed_in: true }>;

/** `waiting`: not known yet, and nothing may be decided on it. `failed`: could not be asked. */
export type ViewerState = { state: 'waiting' } | { state: 'known'; viewer: Viewer } | { state: 'failed'; retry(): void };

const WAITING: ViewerState = { state: 'waiting' };
const VISITOR: ViewerState = { state: 'known', viewer: { signed_in: false } };

let current: ViewerState = WAITING;
let asked: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** The readable, not secret, hint that somebody is signed in here. It proves nothing; it only saves a call for visitors. */
export function hintsSignedIn(): boolean {
  return /(?:^|;\s*)bonisa_hint=1(?:;|$)/.test(document.cookie);
}

function tell(next: ViewerState) {
  current = next;
  for (const listener of listeners) listener();
}

/** Asks again who is signed in: after signing in or out, or when the subscription has changed. */
export function refreshViewer(): Promise<void> {
  asked = hintsSignedIn() ? ask() : Promise.resolve(tell(VISITOR));
  return asked;
}

async function ask(): Promise<void> {
  try {
    tell({ state: 'known', viewer: await call('viewer') });
  } catch {
    tell({ state: 'failed', retry: () => void refreshViewer() });
  }
  document.documentElement.dataset.viewer = hintsSignedIn() ? 'member' : 'visitor';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Who is looking. Asks once for a page's life, after the first paint, and only where the hint is there. */
export function useViewer(): ViewerState {
  useEffect(() => {
    if (!asked) void refreshViewer();
  }, []);
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => WAITING,
  );
}
