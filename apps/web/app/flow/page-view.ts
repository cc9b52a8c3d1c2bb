/** The tag manager's event for a completed subscription (row B4). It never contains the number. */
export interface PageViewEvent {
  readonly event: 'page_view';
  readonly page_path: string;
  readonly page_title: string;
  readonly package_id: string;
  readonly transaction_id: string;
}

export interface DataLayerHost {
  dataLayer?: unknown;
}

declare global {
  interface Window {
    dataLayer?: unknown;
  }
}

const RETRIES = 5;
const PAUSE_MS = 200;

/**
 * Pushes the page view onto `window.dataLayer`, creating it if absent. If the tag manager replaced
 * it with an object that fails, retries up to five times, 200 ms apart (row B4). `wait`:
 * `setTimeout` or a test's. `done`: called with whether the push succeeded. A lost page view must
 * not disturb the subscriber.
 */
export function pushPageView(
  host: DataLayerHost,
  event: PageViewEvent,
  wait: (then: () => void, ms: number) => void,
  done: (pushed: boolean) => void = () => {},
): void {
  const attempt = (left: number): void => {
    const pushed = push(host, event);
    if (pushed || left === 0) done(pushed);
    else wait(() => attempt(left - 1), PAUSE_MS);
  };
  attempt(RETRIES);
}

/** Creates `window.dataLayer` if absent. */
export function makeDataLayer(host: DataLayerHost): void {
  host.dataLayer ??= [];
}

function push(host: DataLayerHost, event: PageViewEvent): boolean {
  try {
    makeDataLayer(host);
    const layer = host.dataLayer;
    if (!hasPush(layer)) return false;
    layer.push(event);
    return true;
  } catch {
    // The tag manager's code failed: try again.
    return false;
  }
}

function hasPush(layer: unknown): layer is { push(event: PageViewEvent): unknown } {
  return (
    typeof layer === 'object' &&
    layer !== null &&
    'push' in layer &&
    typeof layer.push === 'function'
  );
}
