/** Half of the time within which a press must be answered. */
const TOO_LONG_MS = 100;

/**
 * Keeps view transitions (a pressed picture grows into its page) from making a viewer wait. During
 * one the browser draws nothing until the next page is ready, and lays out the whole document
 * again. So it is left out on the way back, and after one for which this device took too long.
 *
 * Also ignores the rejection of a transition that the next press interrupts or the browser skips:
 * the page itself has changed. React Router ignores a transition's `ready`, so its rejection would
 * be reported as an unhandled error.
 */
export function tameViewTransitions(page: Document): void {
  const start = page.startViewTransition?.bind(page);
  if (!start) return;
  let goesBack = false;
  let isSlow = false;
  addEventListener('popstate', () => {
    goesBack = true;
  });
  page.startViewTransition = (update) => {
    const isLeftOut = goesBack || isSlow;
    goesBack = false;
    if (isLeftOut && typeof update === 'function') return atOnce(update);
    const began = performance.now();
    const transition = start(update);
    transition.ready.then(
      () => {
        isSlow = performance.now() - began > TOO_LONG_MS;
      },
      () => undefined,
    );
    return transition;
  };
}

/** A transition that shows nothing. */
function atOnce(update: () => unknown): ViewTransition {
  const done = Promise.resolve(update()).then(() => undefined);
  return {
    ready: done,
    finished: done,
    updateCallbackDone: done,
    skipTransition: () => undefined,
  } as ViewTransition;
}
