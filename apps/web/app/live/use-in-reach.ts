import { type RefObject, useEffect, useRef, useState } from 'react';

/** How far above and below the screen a row is in reach: more than a screen of a phone. */
const REACH = '1200px 0px';

const listeners = new Map<Element, (entry: IntersectionObserverEntry) => void>();
let observer: IntersectionObserver | undefined;

function listen(element: Element, listener: (entry: IntersectionObserverEntry) => void) {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        // What has the focus stays, however far the page is scrolled.
        const isHeld = entry.target.contains(document.activeElement);
        if (entry.isIntersecting || !isHeld) listeners.get(entry.target)?.(entry);
      }
    },
    { rootMargin: REACH },
  );
  const known = observer;
  listeners.set(element, listener);
  known.observe(element);
  return () => {
    listeners.delete(element);
    known.unobserve(element);
  };
}

interface Reach {
  readonly isIn: boolean;
  /** Its height in pixels when it left the reach; undefined: it has never been in reach. */
  readonly height?: number;
}

/**
 * Whether an element is on the screen or within reach of it, which changes both ways. `isAlways`:
 * it counts as in reach wherever it is.
 */
export function useInReach<Kind extends Element>(
  isAlways: boolean,
): readonly [RefObject<Kind | null>, Reach] {
  const ref = useRef<Kind>(null);
  const [reach, setReach] = useState<Reach>({ isIn: isAlways });
  useEffect(() => {
    if (isAlways || !ref.current) return;
    return listen(ref.current, ({ isIntersecting, boundingClientRect: { height } }) =>
      setReach((before) =>
        before.isIn === isIntersecting
          ? before
          : { isIn: isIntersecting, ...(isIntersecting ? {} : { height }) },
      ),
    );
  }, [isAlways]);
  return [ref, reach];
}
