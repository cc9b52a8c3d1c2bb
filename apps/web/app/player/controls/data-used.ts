/** What a transfer of this page was, of `PerformanceResourceTiming`. */
export type Transfer = Pick<PerformanceResourceTiming, 'name' | 'transferSize'>;

/** What belongs to one playback: the beginnings of its addresses. */
export type AddressStarts = () => readonly string[];

/** Counts the bytes that the browser received for one playback, headers included. */
export interface DataMeter {
  bytes(): number;
  stop(): void;
}

/**
 * Counts from the latest play call on. A transfer from the browser's own cache costs nothing and
 * counts nothing. `play`: the address of the play call.
 */
export function createDataMeter(
  play: string,
  starts: AddressStarts,
  onChange: () => void,
): DataMeter {
  const from = latestStart(performance.getEntriesByName(play), performance.now());
  const known: Transfer[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceResourceTiming[])
      if (entry.startTime >= from) known.push(entry);
    onChange();
  });
  observer.observe({ type: 'resource', buffered: true });
  return { bytes: () => bytesOf(known, starts()), stop: () => observer.disconnect() };
}

function latestStart(entries: readonly PerformanceEntry[], otherwise: number): number {
  return entries.length > 0 ? Math.max(...entries.map(({ startTime }) => startTime)) : otherwise;
}

/** The bytes of those transfers whose address begins with one of `starts`. */
export function bytesOf(transfers: readonly Transfer[], starts: readonly string[]): number {
  return transfers
    .filter(({ name }) => starts.some((start) => name.startsWith(start)))
    .reduce((sum, { transferSize }) => sum + transferSize, 0);
}
