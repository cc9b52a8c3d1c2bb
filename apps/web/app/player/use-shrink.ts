import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { type BrowsedPage, historyIndex } from '../layouts/browsed-page.ts';

/**
 * Makes a player the mini-player by `shrink` and leads back to the page that the viewer came from;
 * without one, Home.
 */
export function useShrink(browsed: BrowsedPage, shrink: () => void): () => void {
  const navigate = useNavigate();
  return () => {
    const page = browsed.current;
    shrink();
    if (page?.index === historyIndex() - 1) void navigate(-1);
    else void navigate(page?.address ?? '/');
  };
}

/** How far a finger moves down until it means the mini-player, in CSS pixels. */
const SWIPE_PX = 64;

/** A swipe down with one finger on the picture of `stage`, beside its sliders and sheets. */
export function useSwipeDown(stage: RefObject<HTMLElement | null>, onSwipe: () => void): void {
  const swiped = useEffectEvent(onSwipe);
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const life = new AbortController();
    let from: { x: number; y: number } | undefined;
    const on = (event: 'touchstart' | 'touchmove' | 'touchend' | 'touchcancel', act: Act) =>
      element.addEventListener(event, act, { signal: life.signal, passive: true });
    on('touchstart', ({ touches, target }) => {
      const [finger] = touches;
      const isPicture = target instanceof Element && !target.closest('input, dialog');
      from =
        touches.length === 1 && finger && isPicture && !document.fullscreenElement
          ? { x: finger.clientX, y: finger.clientY }
          : undefined;
    });
    on('touchmove', ({ touches: [finger] }) => {
      if (!from || !finger) return;
      const down = finger.clientY - from.y;
      const aside = Math.abs(finger.clientX - from.x);
      if (down < -SWIPE_PX / 4 || aside > SWIPE_PX) from = undefined;
      else if (down > SWIPE_PX && down > 2 * aside) {
        from = undefined;
        swiped();
      }
    });
    on('touchend', () => (from = undefined));
    on('touchcancel', () => (from = undefined));
    return () => life.abort();
  }, [stage]);
}

type Act = (event: TouchEvent) => void;
