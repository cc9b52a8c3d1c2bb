import type { ReplyOf } from '@bonisa/contract/calls';
import { HINT_PATTERN } from '@bonisa/contract/cookies';
import { useEffect, useSyncExternalStore } from 'react';
import { forgetViewer } from '../storage/forget-viewer.ts';
import { call } from './api.ts';

/** The viewer, as `/api/viewer` returns it. */
export type Viewer = ReplyOf<'viewer'>;
export type SignedInViewer = Extract<Viewer, { signed_in: true }>;

/** `waiting`: not known yet; decide nothing on it. `failed`: the call failed. */
export type ViewerState =
  | { state: 'waiting' }
  | { state: 'known'; viewer: Viewer }
  | { state: 'failed'; retry(): void };

const HINT = new RegExp(HINT_PATTERN);
const WAITING: ViewerState = { state: 'waiting' };
const VISITOR: ViewerState = { state: 'known', viewer: { signed_in: false } };

let current: ViewerState = WAITING;
let pendingRequest: Promise<void> | undefined;
const listeners = new Set<() => void>();

/** Whether the sign-in hint cookie is set. The hint proves nothing; it saves visitors a call. */
export function hintsSignedIn(): boolean {
  return HINT.test(document.cookie);
}

function tell(next: ViewerState) {
  current = next;
  document.documentElement.dataset.viewer = hintsSignedIn() ? 'member' : 'visitor';
  for (const listener of listeners) listener();
}

/** Requests the viewer again: after signing in or out, or when the subscription has changed. */
export function refreshViewer(): Promise<void> {
  pendingRequest = hintsSignedIn() ? ask() : Promise.resolve(tell(VISITOR));
  return pendingRequest;
}

/** Resolves once the viewer is known or the call has failed. */
export function viewerAsked(): Promise<void> {
  return pendingRequest ?? refreshViewer();
}

/** Runs only with the hint. The server removes it from a browser whose session has ended. */
async function ask(): Promise<void> {
  try {
    tell({ state: 'known', viewer: await call('viewer') });
  } catch {
    tell({ state: 'failed', retry: () => void refreshViewer() });
  }
  if (!hintsSignedIn()) forgetViewer({ all: false });
}

/** The viewer's current state. */
export function viewerState(): ViewerState {
  return current;
}

/** Calls `listener` at each change of {@link viewerState}; returns a function that stops it. */
export function onViewer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Applies a change that this page has just made on the server to the known signed-in viewer. Does
 * nothing for others.
 */
export function changeViewer(change: (viewer: SignedInViewer) => SignedInViewer): void {
  if (current.state !== 'known' || !current.viewer.signed_in) return;
  const changed = change(current.viewer);
  if (changed !== current.viewer) tell({ state: 'known', viewer: changed });
}

/**
 * The viewer's state. Requests it once per page load, after the first paint, and only if the hint
 * is set.
 */
export function useViewer(): ViewerState {
  useEffect(() => {
    void viewerAsked();
  }, []);
  return useSyncExternalStore(onViewer, viewerState, () => WAITING);
}
