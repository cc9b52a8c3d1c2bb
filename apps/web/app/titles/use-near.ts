import { type RefObject, useEffect, useRef, useState } from 'react';

/** So many pixels before it comes into sight. */
const SOON = '150px';

interface Watcher {
  readonly observer: IntersectionObserver;
  readonly waiting: Map<Element, () => void>;
}

/** One observer for each margin. */
const watchers = new Map<string, Watcher>();

function watcherOf(margin: string): Watcher {
  const known = watchers.get(margin);
  if (known) return known;
  const waiting = new Map<Element, () => void>();
  const tell = (entries: IntersectionObserverEntry[], from: IntersectionObserver): void => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      from.unobserve(target);
      waiting.get(target)?.();
      waiting.delete(target);
    }
  };
  const made = { observer: new IntersectionObserver(tell, { rootMargin: margin }), waiting };
  watchers.set(margin, made);
  return made;
}

function watch(element: Element, margin: string, onNear: () => void): () => void {
  const { observer, waiting } = watcherOf(margin);
  waiting.set(element, onNear);
  observer.observe(element);
  return () => {
    waiting.delete(element);
    observer.unobserve(element);
  };
}

/**
 * Whether an element has come near the screen, once for good. A page holds far more tiles than anybody sees: what is personal
 * on them is not made before.
 */
export function useNear<Kind extends Element>(margin = SOON): readonly [RefObject<Kind | null>, boolean] {
  const ref = useRef<Kind>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!near && ref.current) return watch(ref.current, margin, () => setNear(true));
  }, [near, margin]);
  return [ref, near];
}
