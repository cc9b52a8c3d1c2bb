import type { ReceivedFile, ReceivedFiles } from '../../data/received-files.ts';

/** Counts the bytes that the browser received for one playback, headers included. */
export interface UsedCount {
  bytes(): number;
  /** Media come from these addresses, too: of files, or of folders with a slash at their end. */
  add(addresses: readonly string[]): void;
  /** Calls `listener` when more has arrived; returns a function that stops it. */
  listen(listener: () => void): () => void;
}

/** Files that arrived before the addresses of their playback were known. */
const MOST_STRAY = 50;

/**
 * Counts files that were asked for since `from`, on the page's clock, until `signal` ends it. A
 * file from the browser's own cache costs nothing and counts nothing. `calls`: the
 * addresses of the play calls, whose answers carry the first bytes of a title.
 */
export function countUsed(
  files: ReceivedFiles,
  { from, calls }: { readonly from: number; readonly calls: readonly string[] },
  signal: AbortSignal,
): UsedCount {
  const starts = new Set(calls);
  const listeners = new Set<() => void>();
  let used = 0;
  let stray: readonly ReceivedFile[] = [];
  const isMine = ({ name }: ReceivedFile) =>
    starts.has(name) || [...starts].some((one) => one.endsWith('/') && name.startsWith(one));
  const take = (received: readonly ReceivedFile[]) => {
    const others: ReceivedFile[] = [];
    for (const file of received) {
      if (isMine(file)) used += file.transferSize;
      else others.push(file);
    }
    stray = others.slice(-MOST_STRAY);
  };
  files.follow((received) => {
    take([...stray, ...received.filter(({ startTime }) => startTime >= from)]);
    for (const listener of listeners) listener();
  }, signal);
  return {
    bytes: () => used,
    add(addresses) {
      for (const address of addresses) starts.add(address);
      take(stray);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
