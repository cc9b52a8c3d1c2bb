/** What the browser itself adds for the headers of an answer. */
const HEADERS = 300;
/** The service worker has just handed the page over, so it is awake. */
const PATIENCE_MS = 1000;

/**
 * The bytes of the page itself. Where the service worker handed it over, the browser reports its
 * size without compression, so the worker is asked.
 */
export async function sizeOfPage(page: PerformanceNavigationTiming): Promise<number> {
  const worker = navigator.serviceWorker?.controller;
  if (page.workerStart === 0 || page.transferSize === 0 || !worker) return page.transferSize;
  const { port1, port2 } = new MessageChannel();
  const size = await new Promise<unknown>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, PATIENCE_MS);
    worker.postMessage('page-bytes', [port2]);
  });
  port1.close();
  return typeof size === 'number' && size > 0 ? size + HEADERS : page.transferSize;
}
