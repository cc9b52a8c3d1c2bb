import { ADDRESSES } from '@bonisa/contract/addresses';

/** What the browser says of a file that this page has received. */
export type ReceivedFile = Pick<
  PerformanceResourceTiming,
  'name' | 'initiatorType' | 'transferSize' | 'startTime'
>;

/**
 * The files that this page receives. The browser itself remembers only the first 250 of a document,
 * so a later title would not be counted from its beginning without this.
 */
export interface ReceivedFiles {
  /** Hands over the latest files at once, and others as they come, until `signal` ends it. */
  follow(listener: (files: readonly ReceivedFile[]) => void, signal: AbortSignal): void;
  /** Hands over what the browser has received and not said yet. */
  deliver(): void;
  /** When the latest play calls went out, on the page's clock. */
  playCalls(): readonly number[];
}

/** More than arrive between a press and the first picture, when the first listener follows. */
const MOST_FILES = 250;
const MOST_CALLS = 20;

export function createReceivedFiles(): ReceivedFiles {
  const plays = [ADDRESSES.play.path, ADDRESSES.playLive.path].map(
    (path) => new URL(path, location.href).href,
  );
  const listeners = new Set<(files: readonly ReceivedFile[]) => void>();
  let latest: ReceivedFile[] = [];
  let calls: number[] = [];
  const arrive = (entries: PerformanceEntryList) => {
    const files = entries as PerformanceResourceTiming[];
    if (files.length === 0) return;
    latest = [...latest, ...files].slice(-MOST_FILES);
    const made = files.filter(({ name }) => plays.includes(name));
    calls = [...calls, ...made.map(({ startTime }) => startTime)].slice(-MOST_CALLS);
    for (const listener of listeners) listener(files);
  };
  const observer = new PerformanceObserver((list) => arrive(list.getEntries()));
  observer.observe({ type: 'resource', buffered: true });
  const deliver = () => arrive(observer.takeRecords());
  return {
    follow(listener, signal) {
      deliver();
      listener(latest);
      if (signal.aborted) return;
      listeners.add(listener);
      const stop = () => {
        deliver();
        listeners.delete(listener);
      };
      signal.addEventListener('abort', stop, { once: true });
    },
    deliver,
    playCalls() {
      deliver();
      return calls;
    },
  };
}

let files: ReceivedFiles | undefined;

/** Those of this document. The data meter starts them soon after the page has loaded. */
export function receivedFiles(): ReceivedFiles {
  files ??= createReceivedFiles();
  return files;
}
