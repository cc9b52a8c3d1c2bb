/**
 * Ignores the rejection of a view transition that the next press interrupts or a slow phone skips:
 * the page itself has changed. React Router ignores a transition's `ready`, so its rejection would
 * be reported as an unhandled error.
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
