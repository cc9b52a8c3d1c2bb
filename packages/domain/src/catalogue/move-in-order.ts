/** An order by hand in which a move writes few entries: positions have gaps. */

export interface Placed {
  readonly key: string;
  readonly position: number;
}

/** The largest position. */
export const LAST_POSITION = 1_000_000;
/** The gap behind the last entry, for those that are put between later. */
const GAP = 1000;

/**
 * The new positions that put `keys`, in their order, before the entry that has the place `to` among
 * the others (from 0). `current` is in its present order; entries with the same position may be
 * among them. Only entries whose position changes are returned: the moved ones, and as many
 * neighbours as it takes to make room.
 */
export function moveInOrder(
  current: readonly Placed[],
  keys: readonly string[],
  to: number,
): Map<string, number> {
  const moved = new Set(keys);
  const positions = new Map(current.map(({ key, position }) => [key, position]));
  const others = current.flatMap(({ key }) => (moved.has(key) ? [] : [key]));
  const at = Math.min(to, others.length);
  const next = [...others.slice(0, at), ...keys, ...others.slice(at)];
  if (next.every((key, place) => key === current[place]?.key)) return new Map();
  const placeOf = (place: number): number => positions.get(next[place] ?? '') ?? 0;
  for (let [from, until, step] = [at, at + keys.length, 1]; ; step *= 2) {
    const many = until - from;
    const low = from === 0 ? -1 : placeOf(from - 1);
    const high = until === next.length ? endAfter(low, many) : placeOf(until);
    if (high - low > many || many === next.length)
      return changesOf(next.slice(from, until), { low, high, positions });
    from = Math.max(0, from - step);
    until = Math.min(next.length, until + step);
  }
}

function endAfter(low: number, many: number): number {
  return Math.min(LAST_POSITION + 1, low + (many + 1) * GAP);
}

function changesOf(
  keys: readonly string[],
  { low, high, positions }: { low: number; high: number; positions: ReadonlyMap<string, number> },
): Map<string, number> {
  const gap = (high - low) / (keys.length + 1);
  return new Map(
    keys.flatMap((key, place) => {
      const position = low + Math.floor((place + 1) * gap);
      return positions.get(key) === position ? [] : [[key, position] as const];
    }),
  );
}
