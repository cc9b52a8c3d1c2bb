import type { PlayNetwork } from '@bonisa/domain/playback/play-figures';
import { countBytes } from './count-bytes.ts';
import { connection, networkKind } from './network.ts';

/** Counts the bytes of media that this page receives, by the network over which they came. */
export interface MediaBytes {
  read(): Record<PlayNetwork, number>;
}

/** Counts files that were asked for since `from`, on the page's clock, until `signal` ends it. */
export function countMediaBytes(from: number, signal: AbortSignal): MediaBytes {
  const bytes = { mobile: 0, wifi: 0, unknown: 0 };
  let network = networkKind();
  const take = (entries: PerformanceEntryList) => {
    const mine = entries.filter(({ startTime }) => startTime >= from);
    bytes[network] += countBytes(mine as PerformanceResourceTiming[]).media;
  };
  const observer = new PerformanceObserver((list) => take(list.getEntries()));
  observer.observe({ type: 'resource', buffered: true });
  const change = () => {
    take(observer.takeRecords());
    network = networkKind();
  };
  connection()?.addEventListener('change', change, { signal });
  signal.addEventListener('abort', () => observer.disconnect(), { once: true });
  return {
    read() {
      take(observer.takeRecords());
      // It was over before it was counted: no event will end it.
      if (signal.aborted) observer.disconnect();
      return { ...bytes };
    },
  };
}
