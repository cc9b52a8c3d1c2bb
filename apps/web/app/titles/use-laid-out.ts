import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** By place and width of the screen: the height of what each element contains, laid out once. */
const heights = new Map<string | undefined, number>();

/** Rows and their keys. Nearer ones have been laid out whole by the time the observer tells. */
const waiting = new Map<Element, string>();
let observer: IntersectionObserver | undefined;

/**
 * Marks rows that are far, and those that come near as whole. A row that was near from the
 * beginning is marked once it has left: a mark changes what contains it, which Chromium counts as a
 * layout shift of what is in sight, although nothing moves.
 */
function tell(entries: IntersectionObserverEntry[], from: IntersectionObserver): void {
  for (const { isIntersecting, target, boundingClientRect } of entries) {
    const key = waiting.get(target);
    const isMarked = target.hasAttribute('data-laid-out');
    const isWhole = isMarked || heights.has(key);
    const above = Number.parseFloat(getComputedStyle(target).paddingTop);
    heights.set(key, boundingClientRect.height - above);
    if (isIntersecting !== isMarked) continue;
    target.setAttribute('data-laid-out', isWhole ? 'whole' : '');
    if (isWhole) from.unobserve(target);
  }
}

/**
 * Marks an element with `data-laid-out` once it has been laid out, for style sheets that then skip
 * it off the screen: the browser has noted its size by then. `whole`: also what it contains has
 * been laid out. Anew whenever `content` changes.
 *
 * On the way back its height is known, so that it is skipped from the beginning and the page keeps
 * its place.
 */
export function useLaidOut<Kind extends HTMLElement>(
  name: string,
  content: unknown,
): RefObject<Kind | null> {
  const ref = useRef<Kind>(null);
  useLayoutEffect(() => {
    const height = heights.get(keyOf(name));
    if (!height || !ref.current) return;
    ref.current.style.setProperty('contain-intrinsic-height', `auto ${height}px`);
    ref.current.setAttribute('data-laid-out', '');
  }, [name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other content has another size
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    if (element.dataset.laidOut === 'whole') delete element.dataset.laidOut;
    observer ??= new IntersectionObserver(tell, { rootMargin: '600px' });
    waiting.set(element, keyOf(name));
    observer.observe(element);
    return () => {
      waiting.delete(element);
      observer?.unobserve(element);
    };
  }, [name, content]);
  return ref;
}

function keyOf(name: string): string {
  return `${innerWidth} ${location.pathname} ${name}`;
}
