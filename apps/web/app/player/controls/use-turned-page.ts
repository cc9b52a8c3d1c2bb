import { useEffect } from 'react';

/** A phone held sideways, as `player.css` says it too: there the picture fills the screen. */
const SIDEWAYS = '(orientation: landscape) and (max-height: 32rem)';

/**
 * Leads back to the same place of the page when the phone is upright again: while the picture
 * fills the screen, the page below has another height.
 */
export function useTurnedPage(): void {
  useEffect(() => {
    const sideways = matchMedia(SIDEWAYS);
    const life = new AbortController();
    const { signal } = life;
    let upright = sideways.matches ? 0 : scrollY;
    let width = innerWidth;
    const note = () => {
      // Scrolling that the turn itself causes comes with another width.
      if (!sideways.matches && innerWidth === width) upright = scrollY;
    };
    addEventListener('scroll', note, { signal, passive: true });
    sideways.addEventListener(
      'change',
      () => {
        if (sideways.matches) return;
        requestAnimationFrame(() => {
          scrollTo({ top: upright, behavior: 'instant' });
          width = innerWidth;
        });
      },
      { signal },
    );
    return () => life.abort();
  }, []);
}
