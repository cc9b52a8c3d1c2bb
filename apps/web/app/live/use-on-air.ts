import { useSyncExternalStore } from 'react';
import { type Airing, type Listing, type OnAir, onAir } from './on-air.ts';

/** A programme's progress bar moves twice a minute. */
const TICK_MS = 30_000;

let current: Date | undefined;
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick() {
  current = new Date();
  for (const listener of listeners) listener();
}

/** One clock for all live channels on the page; it stops without listeners. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, TICK_MS);
  current = new Date();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    current = undefined;
  };
}

/**
 * The current and next programmes. During hydration the rendered listing; afterwards the browser's
 * clock advances it.
 */
export function useOnAir<Programme extends Airing>(
  listing: Listing<Programme>,
): OnAir<Programme> & { readonly at: Date | undefined } {
  const at = useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  );
  return at ? { ...onAir(listing, at), at } : { ...listing, progress: 0, at: undefined };
}
