import { createBrowserStorage } from '../storage/browser-storage.ts';
import { countBytes } from './count-bytes.ts';
import { choiceNow, onChoice } from './data-choice.ts';
import { createDataMeter } from './data-meter.ts';
import { DATA_BUDGET, DATA_USE } from './data-storage.ts';
import { sizeOfPage } from './page-size.ts';
import { type ReceivedFile, receivedFiles } from './received-files.ts';
import { storeAskingTime } from './store-asking-time.ts';
import { takeUnmetered } from './unmetered-pages.ts';

/** The meter of this browser. It counts from the moment that this module is loaded. */
export const dataMeter = createDataMeter({
  storage: createBrowserStorage(() => window.localStorage, Date.now),
  now: Date.now,
  choiceNow,
  storeAskingTime,
});

/** How often to store while files arrive. */
const STORE_EVERY_MS = 2000;

const files = receivedFiles();
let waiting: ReceivedFile[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

function arrive(received: readonly ReceivedFile[]): void {
  waiting.push(...received);
  timer ??= setTimeout(store, STORE_EVERY_MS);
}

function store(): void {
  files.deliver();
  clearTimeout(timer);
  timer = undefined;
  dataMeter.count(countBytes(waiting));
  waiting = [];
}

// The files that came before are reported too.
files.follow(arrive, new AbortController().signal);
void countPage();
window.bonisaMetered?.();
dataMeter.count({ site: takeUnmetered(), media: 0 });
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
