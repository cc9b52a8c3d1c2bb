import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** By place and width of the screen: the height of what each element contains, laid out once. */
const heights = new Map<string, number>();

/** Watched rows: their keys, and whether they have been near, so that all of them was laid out. */
const rows = new Map<Element, { readonly key: string; whole: boolean }>();
let observer: IntersectionObserver | undefined;

/**
 * A row that is in sight is marked only once it has left: a mark changes what contains it, which
 * Chromium counts as a layout shift, although nothing moves.
 */
function tell(entries: IntersectionObserverEntry[], from: IntersectionObserver): void {
  for (const { isIntersecting, target, boundingClientRect } of entries) {
    const row = rows.get(target);
    if (!row) continue;
    const above = Number.parseFloat(getComputedStyle(target).paddingTop);
    heights.set(row.key, boundingClientRect.height - above);
    row.whole ||= isIntersecting;
    if (isIntersecting && !target.hasAttribute('data-laid-out')) continue;
    target.setAttribute('data-laid-out', row.whole ? 'whole' : '');
    if (row.whole) from.unobserve(target);
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
    rows.set(element, { key: keyOf(name), whole: false });
    observer.observe(element);
    return () => {
      rows.delete(element);
      observer?.unobserve(element);
    };
  }, [name, content]);
  return ref;
}

function keyOf(name: string): string {
  return `${innerWidth} ${location.pathname} ${name}`;
}
