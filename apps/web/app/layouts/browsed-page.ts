import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** The last page without a player, and its place in the history of this tab. */
export type BrowsedPage = RefObject<
  { readonly address: string; readonly index: number } | undefined
>;

/** React Router numbers the entries that it makes. */
export function historyIndex(): number {
  return (window.history.state as { idx?: number } | null)?.idx ?? 0;
}

/** Remembers the page that the viewer browses: the mini-player leads back there. */
export function useBrowsedPage(hasPlayer: boolean): BrowsedPage {
  const { pathname, search } = useLocation();
  const browsed: BrowsedPage = useRef(undefined);
  useEffect(() => {
    if (!hasPlayer) browsed.current = { address: pathname + search, index: historyIndex() };
  }, [hasPlayer, pathname, search]);
  return browsed;
}
