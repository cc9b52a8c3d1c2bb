import { CallError, type Client } from '@bonisa/contract/client';
import { problemOf } from '../browser/problem.ts';
import type { SignedInViewer, ViewerState } from '../browser/viewer.ts';
import { say } from '../words/words.ts';
import { fieldsOf, keyOf, type Reference } from './reference.ts';

/**
 * Whether an entity is on the list. `waiting`: not known yet, or the call failed. `visitor`: not
 * signed in.
 */
export type ListMark = 'waiting' | 'visitor' | 'on' | 'off';

/** The outcome of a change. `replaced`: a later press replaced it. */
export type Outcome = 'done' | 'replaced' | 'not_signed_in' | { readonly refused: string };

/** The source of the list's marks: the known viewer. */
export interface ViewerSource {
  state(): ViewerState;
  change(change: (viewer: SignedInViewer) => SignedInViewer): void;
}

export interface ListStore {
  mark(reference: Pick<Reference, 'kind' | 'id'>): ListMark;
  /**
   * Adds or removes an entity (row A5). {@link ListStore.mark} changes at once, and reverts if the
   * server refuses. Presses on the same entity are sent one after the other, and of those between
   * only the last.
   */
  put(reference: Reference, onList: boolean): Promise<Outcome>;
  /** Calls `listener` when a change begins or ends; returns a function that stops it. */
  listen(listener: () => void): () => void;
}

interface Change {
  readonly wanted: boolean;
  readonly running: Promise<unknown>;
}

/** The viewer's list on this page. */
export function createListStore({
  call,
  viewer,
}: {
  call: Client;
  viewer: ViewerSource;
}): ListStore {
  const changes = new Map<string, Change>();
  const listeners = new Set<() => void>();
  let known: { from: readonly string[]; keys: ReadonlySet<string> } = { from: [], keys: new Set() };

  const tell = () => {
    for (const listener of listeners) listener();
  };
  const keysOf = (list: readonly string[]): ReadonlySet<string> => {
    if (known.from !== list) known = { from: list, keys: new Set(list) };
    return known.keys;
  };

  async function send(reference: Reference, onList: boolean): Promise<Outcome> {
    try {
      await call(onList ? 'addToList' : 'removeFromList', fieldsOf(reference));
    } catch (error) {
      if (error instanceof CallError && error.status === 401) return 'not_signed_in';
      const description = await problemOf(error);
      return { refused: description || say('list.change_failed') };
    }
    const key = keyOf(reference);
    viewer.change((before) => {
      const others = before.list.filter((other) => other !== key);
      return { ...before, list: onList ? [key, ...others] : others };
    });
    return 'done';
  }

  return {
    mark(reference) {
      const state = viewer.state();
      if (state.state !== 'known') return 'waiting';
      if (!state.viewer.signed_in) return 'visitor';
      const key = keyOf(reference);
      return (changes.get(key)?.wanted ?? keysOf(state.viewer.list).has(key)) ? 'on' : 'off';
    },
    put(reference, onList) {
      const key = keyOf(reference);
      const running = (changes.get(key)?.running ?? Promise.resolve()).then(
        async (): Promise<Outcome> => {
          const isLatest = () => changes.get(key)?.running === running;
          const outcome = isLatest() ? await send(reference, onList) : 'replaced';
          if (isLatest()) changes.delete(key);
          tell();
          return outcome;
        },
      );
      changes.set(key, { wanted: onList, running });
      tell();
      return running;
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
