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
export function useBrowsedPage(isWatchPage: boolean): BrowsedPage {
  const { pathname, search } = useLocation();
  const browsed: BrowsedPage = useRef(undefined);
  useEffect(() => {
    if (!isWatchPage) browsed.current = { address: pathname + search, index: historyIndex() };
  }, [isWatchPage, pathname, search]);
  return browsed;
}
