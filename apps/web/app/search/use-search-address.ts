import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** The state of a history entry that opened the search: Back from it closes the search. */
interface SearchHistoryState {
  readonly search?: boolean;
}

const markOf = (): boolean => (history.state as SearchHistoryState | null)?.search === true;
/** The page of a search without a script shows its results itself. */
const isSearching = (): boolean =>
  markOf() || (location.pathname !== '/search' && queryOf(location.search) !== undefined);

export interface SearchAddress {
  readonly open: boolean;
  show(): void;
  hide(): void;
  /**
   * Writes the search text into the address, so that the viewer can bookmark, share and return to
   * it.
   */
  keep(text: string): void;
}

/**
 * Whether the search is open, synchronised with the address: `?q=` opens it, and Back closes it.
 * The router is not informed, because the page below stays and needs no new data.
 */
export function useSearchAddress(): SearchAddress {
  const below = useLocation();
  const [open, setOpen] = useState(false);

  // On arrival at any page its address decides.
  const { key } = below;
  const arrivedAt = useRef<string>(undefined);
  useEffect(() => {
    if (arrivedAt.current === key) return;
    arrivedAt.current = key;
    setOpen(isSearching());
  }, [key]);

  const onPop = useEffectEvent((event: PopStateEvent) => {
    const searching = isSearching();
    // Only the search has changed: the page that the router shows is the right one.
    if ((open || searching) && withQuery(location, '') === withQuery(below, ''))
      event.stopImmediatePropagation();
    setOpen(searching);
  });
  useEffect(() => {
    // Before the router's own listener.
    addEventListener('popstate', onPop, { capture: true });
    return () => removeEventListener('popstate', onPop, { capture: true });
  }, []);

  const show = useCallback(() => {
    if (!isSearching())
      history.pushState(
        { ...history.state, search: true } satisfies SearchHistoryState,
        '',
        location.href,
      );
    setOpen(true);
  }, []);
  const hide = useCallback(() => {
    if (markOf()) history.back();
    else if (isSearching()) history.replaceState(history.state, '', withQuery(location, ''));
    setOpen(false);
  }, []);
  const keep = useCallback((text: string) => {
    if (isSearching()) history.replaceState(history.state, '', withQuery(location, text));
  }, []);
  return { open, show, hide, keep };
}

/** The query parameter with the search text. */
const QUERY = 'q';

/** The search text of an address; `undefined` without one. */
export function queryOf(search: string): string | undefined {
  return new URLSearchParams(search).get(QUERY) ?? undefined;
}

/**
 * The address with another search text; an empty text removes it with its language. The rest stays
 * unchanged.
 */
export function withQuery(
  address: { readonly pathname: string; readonly search: string; readonly hash: string },
  text: string,
): string {
  const params = new URLSearchParams(address.search);
  params.delete(QUERY);
  if (text !== '') params.set(QUERY, text);
  else params.delete('language');
  const search = params.toString();
  return `${address.pathname}${search === '' ? '' : `?${search}`}${address.hash}`;
}
