import type { ReplyOf } from '@bonisa/contract/calls';
import type { Client } from '@bonisa/contract/client';
import { keyOf } from './reference.ts';

/** One entry of my list, with its card. */
export type ListItem = ReplyOf<'list'>['videos'][number];
export type ListSort = 'newest' | 'oldest' | 'title';

export interface ListPageState {
  readonly sort: ListSort;
  /** `undefined` until the first part has loaded. */
  readonly items: readonly ListItem[] | undefined;
  /** The number of entries in all. */
  readonly total: number;
  readonly state: 'idle' | 'busy' | 'failed';
}

export interface ListPage {
  state(): ListPageState;
  listen(listener: () => void): () => void;
  /** Loads from the beginning, in this order. */
  open(sort: ListSort): void;
  /** Loads the next part. */
  more(): void;
  /** Removes an item from the shown list; returns a function that restores it in its place. */
  drop(item: ListItem): () => void;
}

const PAGE = 24;

/**
 * My list as its page shows it, part by part (row A3). A removal moves the later items up, so the
 * next part starts at the number of items shown, and items already shown are skipped.
 */
export function createListPage({
  call,
  log,
}: {
  call: Client;
  log: (what: string, error: unknown) => void;
}): ListPage {
  const listeners = new Set<() => void>();
  let state: ListPageState = { sort: 'newest', items: undefined, total: 0, state: 'busy' };
  let round = 0;

  const tell = (change: Partial<ListPageState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };

  async function load(before: readonly ListItem[]): Promise<void> {
    const mine = ++round;
    tell({ state: 'busy' });
    try {
      const page = Math.floor(before.length / PAGE) + 1;
      const { videos, pagination } = await call('list', { page, limit: PAGE, sort: state.sort });
      if (mine !== round) return;
      const shown = new Set(before.map(keyOf));
      tell({
        items: [...before, ...videos.filter((item) => !shown.has(keyOf(item)))],
        total: pagination.total,
        state: 'idle',
      });
    } catch (error) {
      if (mine !== round) return;
      log('my list', error);
      tell({ state: 'failed' });
    }
  }

  return {
    state: () => state,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open(sort) {
      tell({ sort });
      void load([]);
    },
    more() {
      if (state.state !== 'busy') void load(state.items ?? []);
    },
    drop(item) {
      const at = state.items?.indexOf(item) ?? -1;
      if (at < 0) return () => undefined;
      tell({ items: state.items?.toSpliced(at, 1), total: state.total - 1 });
      return () => {
        if (state.items?.some((other) => keyOf(other) === keyOf(item))) return;
        tell({
          items: state.items?.toSpliced(Math.min(at, state.items.length), 0, item),
          total: state.total + 1,
        });
      };
    },
  };
}
