import { type RefObject, useEffect, useRef, useState } from 'react';

/** So many pixels before it comes into sight. */
const SOON = '150px';

const waiting = new Map<Element, () => void>();
/** One for each margin. */
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

function tell(entries: IntersectionObserverEntry[], from: IntersectionObserver): void {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    from.unobserve(target);
    waiting.get(target)?.();
    waiting.delete(target);
  }
}

/**
 * Whether an element has come near the screen, once for good. A page holds far more tiles than
 * anybody sees: what is personal on them is not made before.
 */
export function useNear<Kind extends Element>(
  margin = SOON,
): readonly [RefObject<Kind | null>, boolean] {
  const ref = useRef<Kind>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!near && ref.current) return watch(ref.current, margin, () => setNear(true));
  }, [near, margin]);
  return [ref, near];
}
