import type { BrowserStorage } from '../storage/browser-storage.ts';
import { POSITION_ITEMS, type ResumePosition } from '../storage/position-items.ts';
import { asStored, lately, type StoredPosition, type Watched } from './find-position.ts';

/** A browser stores at most this many positions; the oldest are removed first. */
const MOST = 50;

const KINDS = ['video', 'episode'] as const;

/** Resume positions in this browser (rows E11, B2, F10): one per item, each for a day. */
export interface Positions {
  find(item: Watched): StoredPosition | undefined;
  put(item: Watched, left: StoredPosition): void;
  remove(item: Watched): void;
  /** The positions that the server does not have yet. */
  unsent(): readonly (Watched & StoredPosition)[];
  /** Removes the positions of signed-in viewers other than `owner`. */
  removeOthers(owner: string | undefined): void;
  clear(): void;
}

export function createPositions(storage: BrowserStorage, now: () => number): Positions {
  const read = (kind: Watched['kind']) => lately(storage.read(POSITION_ITEMS[kind]), now());
  const leftOf = (one: ResumePosition) => asStored(one, now());
  const write = (kind: Watched['kind'], kept: readonly ResumePosition[]) => {
    if (kept.length > 0) storage.write(POSITION_ITEMS[kind], kept);
    else storage.remove(POSITION_ITEMS[kind]);
  };
  const keepOthers = ({ kind, id }: Watched, first: readonly ResumePosition[]) => {
    write(kind, [...first, ...read(kind).filter((other) => other.id !== id)].slice(0, MOST));
  };
  return {
    find({ kind, id }) {
      const found = read(kind).find((one) => one.id === id);
      return found && leftOf(found);
    },
    put: (item, { time, at, sent, owner }) =>
      keepOthers(item, [{ id: item.id, time, at, ...(sent ? { sent } : {}), owner }]),
    remove: (item) => keepOthers(item, []),
    unsent: () =>
      KINDS.flatMap((kind) =>
        read(kind).flatMap((one) => (one.sent ? [] : [{ kind, id: one.id, ...leftOf(one) }])),
      ),
    removeOthers(owner) {
      for (const kind of KINDS)
        write(
          kind,
          read(kind).filter((one) => one.owner === undefined || one.owner === owner),
        );
    },
    clear() {
      for (const kind of KINDS) storage.remove(POSITION_ITEMS[kind]);
    },
  };
}
