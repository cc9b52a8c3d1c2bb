/**
 * A transition between pages that the next press interrupts, or that a slow phone gives up, is no
 * fault: the page itself has changed. React Router does not look at a transition's `ready`, so its
 * rejection would be told as an error that nobody caught.
 */
export function allowInterruptedTransitions(page: Document): void {
  const start = page.startViewTransition?.bind(page);
  if (!start) return;
  page.startViewTransition = (update) => {
    const transition = start(update);
    transition.ready.catch(() => undefined);
    return transition;
  };
}
