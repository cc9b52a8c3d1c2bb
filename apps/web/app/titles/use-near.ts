import { type RefObject, startTransition, useEffect, useRef, useState } from 'react';

/** The distance in pixels that counts as near. */
const SOON = '150px';

const waiting = new Map<Element, () => void>();
/** One observer for each margin. */
const observers = new Map<string, IntersectionObserver>();

function watch(element: Element, margin: string, onNear: () => void): () => void {
  const observer = observers.get(margin) ?? new IntersectionObserver(tell, { rootMargin: margin });
  observers.set(margin, observer);
  waiting.set(element, onNear);
  observer.observe(element);
  return () => {
    waiting.delete(element);
    observer.unobserve(element);
  };
}

/** In slices: a page tells of dozens of tiles at once, and a press must not wait for them. */
function tell(entries: IntersectionObserverEntry[], from: IntersectionObserver): void {
  startTransition(() => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      from.unobserve(target);
      waiting.get(target)?.();
      waiting.delete(target);
    }
  });
}

/**
 * Whether an element has come near the screen; true for good from then on. A page has far more
 * tiles than a viewer sees, so their personal parts are not rendered before. The third value says
 * that it is near where the caller knows first, such as a key that leads there.
 */
export function useNear<Kind extends Element>(
  margin = SOON,
): readonly [RefObject<Kind | null>, boolean, () => void] {
  const ref = useRef<Kind>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!near && ref.current) return watch(ref.current, margin, () => setNear(true));
  }, [near, margin]);
  return [ref, near, () => setNear(true)];
}
