import type { ReplyOf } from '@bonisa/contract/calls';
import { HINT_PATTERN } from '@bonisa/contract/cookies';
import { useEffect, useSyncExternalStore } from 'react';
import { call } from './api.ts';

/** Who is looking, as `/api/viewer` says it. */
export type Viewer = ReplyOf<'viewer'>;
export type SignedInViewer = Extract<Viewer, { signed_in: true }>;

/** `waiting`: not known yet, and nothing may be decided on it. `failed`: could not be asked. */
export type ViewerState =
  | { state: 'waiting' }
  | { state: 'known'; viewer: Viewer }
  | { state: 'failed'; retry(): void };

const HINT = new RegExp(HINT_PATTERN);
const WAITING: ViewerState = { state: 'waiting' };
const VISITOR: ViewerState = { state: 'known', viewer: { signed_in: false } };

let current: ViewerState = WAITING;
let asked: Promise<void> | undefined;
const listeners = new Set<() => void>();

/**
 * The readable, not secret, hint that somebody is signed in here. It proves nothing; it only saves
 * a call for visitors.
 */
export function hintsSignedIn(): boolean {
  return HINT.test(document.cookie);
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

/** Resolves once it is known who is looking, or that it cannot be asked. */
export function viewerAsked(): Promise<void> {
  return asked ?? refreshViewer();
}

async function ask(): Promise<void> {
  try {
    tell({ state: 'known', viewer: await call('viewer') });
  } catch {
    tell({ state: 'failed', retry: () => void refreshViewer() });
  }
  document.documentElement.dataset.viewer = hintsSignedIn() ? 'member' : 'visitor';
}

/** Who is looking, as far as it is known now. */
export function viewerState(): ViewerState {
  return current;
}

/** Calls `listener` at each change of {@link viewerState}; answers how to stop that. */
export function onViewer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Writes into what is known of a signed-in viewer what this page has just changed on the server. Of
 * anybody else nothing is known.
 */
export function changeViewer(change: (viewer: SignedInViewer) => SignedInViewer): void {
  if (current.state !== 'known' || !current.viewer.signed_in) return;
  const changed = change(current.viewer);
  if (changed !== current.viewer) tell({ state: 'known', viewer: changed });
}

/**
 * Who is looking. Asks once for a page's life, after the first paint, and only where the hint is
 * there.
 */
export function useViewer(): ViewerState {
  useEffect(() => {
    void viewerAsked();
  }, []);
  return useSyncExternalStore(onViewer, viewerState, () => WAITING);
}
