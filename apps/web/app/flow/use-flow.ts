import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call } from '../browser/api.ts';
import { hintsSignedIn } from '../browser/viewer.ts';
import { createBrowserStorage } from '../storage/browser-storage.ts';
import { onForget } from '../storage/forget-viewer.ts';
import { newId, withEarlyNumber } from './early-number.ts';
import type { HistoryMark } from './flow.arrival.ts';
import { createFlow, type FlowController, type ScreenEvent } from './flow.controller.ts';
import { type FlowState, type Place, type Run, START } from './flow.state.ts';
import { makeDataLayer, pushPageView } from './page-view.ts';

type Navigate = (to: string, options: { replace: boolean; state: HistoryMark | null }) => void;

const PATHS: Record<Place | 'home', string> = {
  number: '/enter-number',
  packages: '/enter-number',
  unblock: '/enter-number',
  confirm: '/subscribe/confirm',
  complete: '/subscribe/complete',
  home: '/',
};

let navigate: Navigate | undefined;
let flow: FlowController | undefined;
onForget(() => {
  flow = undefined;
});

/** The page's only flow; exists only in a browser. */
function theFlow(): FlowController {
  flow ??= createFlow({
    ...withEarlyNumber({ call, newId }, takeEarlyNumber()),
    local: createBrowserStorage(() => window.localStorage, Date.now),
    session: createBrowserStorage(() => window.sessionStorage, Date.now),
    go: (place, run, replace) =>
      navigate?.(addressOf(place, run), { replace, state: historyMarkOf(place, run) }),
    leave: (to) => location.replace(to),
    hintsSignedIn,
    // Bypasses the router, which would fetch the page's data again.
    mark: (run) =>
      history.replaceState({ ...history.state, usr: historyMarkOf('number', run) }, ''),
    reportPageView: ({ packageId, transactionId }) =>
      pushPageView(
        window,
        {
          event: 'page_view',
          page_path: PATHS.complete,
          page_title: 'Subscription complete',
          package_id: packageId,
          transaction_id: transactionId,
        },
        (then, ms) => setTimeout(then, ms),
      ),
    report: (error) => reportError(error),
    now: Date.now,
    pause: (ms, then) => setTimeout(then, ms),
  });
  return flow;
}

/** The run that opens first takes it; another has a transaction of its own. */
function takeEarlyNumber(): Window['bonisaNumber'] {
  const { bonisaNumber } = window;
  // Taken: a script that comes later than the flow does not ask again.
  window.bonisaNumber = undefined;
  return bonisaNumber;
}

function addressOf(place: Place | 'home', run: Run): string {
  const back =
    PATHS[place] === PATHS.number && run.returnTo !== '/'
      ? `?return=${encodeURIComponent(run.returnTo)}`
      : '';
  return PATHS[place] + back;
}

function historyMarkOf(place: Place | 'home', run: Run): HistoryMark | null {
  return place === 'home' ? null : { transactionId: run.transactionId, place };
}

/** Sends an event to the flow; callable from any event handler or effect. */
export function send(event: ScreenEvent): void {
  theFlow().send(event);
}

const noServer = (): FlowState => START;
const onServer = typeof document === 'undefined';

/**
 * The flow's state on one of its routes, synchronised with the address. The server and the first
 * paint render the initial state.
 */
export function useFlow(): FlowState {
  const go = useNavigate();
  const location = useLocation();
  const arrived = useRef<string>(undefined);
  const state = useSyncExternalStore(
    onServer ? neverChanges : theFlow().subscribe,
    onServer ? noServer : theFlow().state,
    noServer,
  );
  useLayoutEffect(() => {
    navigate = (to, options) => void go(to, options);
  }, [go]);
  useLayoutEffect(() => {
    // React may run an effect twice for one arrival; a run must open only once.
    if (arrived.current === location.key) return;
    arrived.current = location.key;
    makeDataLayer(window);
    theFlow().arrive(location);
  }, [location]);
  return state;
}

function neverChanges(): () => void {
  return () => {};
}
