import { type RefObject, useLayoutEffect, useRef } from 'react';

/** By page, name and width of the screen: how high an element was when its page was left. */
const heights = new Map<string, number>();

/**
 * For an element that the browser skips off the screen (`content-visibility`) and that is completed
 * when it comes near: on the way back to its page it is as high as it was, before either, so that
 * the page keeps its place.
 */
export function useSameHeight<Kind extends HTMLElement>(name: string): RefObject<Kind | null> {
  const ref = useRef<Kind>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const place = `${location.pathname} ${name}`;
    const width = innerWidth;
    const known = heights.get(`${place} ${width}`);
    if (known) element.style.minHeight = `${known}px`;
    // A phone that is turned; its bar alone changes the other side.
    const release = () => {
      if (innerWidth !== width) element.style.minHeight = '';
    };
    addEventListener('resize', release);
    return () => {
      removeEventListener('resize', release);
      heights.set(`${place} ${innerWidth}`, element.getBoundingClientRect().height);
    };
  }, [name]);
  return ref;
}
