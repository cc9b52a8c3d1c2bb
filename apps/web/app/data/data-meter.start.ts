import { createBrowserStorage } from '../storage/browser-storage.ts';
import { countBytes, type Received } from './count-bytes.ts';
import { choiceNow, onChoice } from './data-choice.ts';
import { createDataMeter } from './data-meter.ts';
import { DATA_BUDGET, DATA_USE } from './data-storage.ts';
import { sizeOfPage } from './page-size.ts';
import { storeAskingTime } from './store-asking-time.ts';

/** The meter of this browser. It counts from the moment that this module is loaded. */
export const dataMeter = createDataMeter({
  storage: createBrowserStorage(() => window.localStorage, Date.now),
  now: Date.now,
  choiceNow,
  storeAskingTime,
});

/** How often to store while files arrive. */
const STORE_EVERY_MS = 2000;

const observer = new PerformanceObserver(arrive);
let waiting: Received[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

function arrive(list: PerformanceObserverEntryList): void {
  waiting.push(...(list.getEntries() as PerformanceResourceTiming[]));
  timer ??= setTimeout(store, STORE_EVERY_MS);
}

function store(): void {
  clearTimeout(timer);
  timer = undefined;
  const files = [...waiting, ...(observer.takeRecords() as PerformanceResourceTiming[])];
  waiting = [];
  dataMeter.count(countBytes(files));
}

// The files that came before are reported too.
observer.observe({ type: 'resource', buffered: true });
void countPage();
addEventListener('pagehide', store);
document.addEventListener('visibilitychange', store);
addEventListener('storage', ({ key }) => {
  if (key === null || key === DATA_USE.key || key === DATA_BUDGET.key) dataMeter.refresh();
});
onChoice(dataMeter.refresh);

async function countPage(): Promise<void> {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (page) dataMeter.count({ site: await sizeOfPage(page), media: 0 });
}
