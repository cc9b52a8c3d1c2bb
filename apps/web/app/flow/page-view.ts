/** What the tag manager is told of a finished subscription (row B4). Never the number. */
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
 * Pushes the page view onto `window.dataLayer`, which the page makes where it is not there. A tag
 * manager may have put its own thing in that place and fail: then up to five more tries, 200 ms
 * apart (row B4). `wait` is `setTimeout` or a test's; `done` hears whether it got through. A page
 * view that is lost is no reason to disturb a subscriber.
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

/** Makes `window.dataLayer` where there is none. */
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
    // Somebody else's code: it is tried again.
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
