import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { queryOf, withQuery } from './search-address.ts';

/**
 * The mark of a history entry that was made by opening the search: Back from it closes the search.
 */
interface Entry {
  readonly search?: boolean;
}

const markOf = (): boolean => (history.state as Entry | null)?.search === true;
const isSearching = (): boolean => markOf() || queryOf(location.search) !== undefined;

export interface SearchAddress {
  readonly open: boolean;
  show(): void;
  hide(): void;
  /**
   * Writes what is searched for into the address, so that it can be kept, shared and come back to.
   */
  keep(text: string): void;
}

/**
 * Whether the search lies over the page, in step with the address: `?q=` opens it, and Back closes
 * it. The page below stays as it is, so the router is not asked to fetch it again: it is told of
 * none of this.
 */
export function useSearchAddress(): SearchAddress {
  const below = useLocation();
  const [open, setOpen] = useState(false);

  // Arriving anywhere, from anywhere: an address decides by itself.
  const { key } = below;
  const arrivedAt = useRef<string>(undefined);
  useEffect(() => {
    if (arrivedAt.current === key) return;
    arrivedAt.current = key;
    setOpen(isSearching());
  }, [key]);

  const onPop = useEffectEvent((event: PopStateEvent) => {
    const searching = isSearching();
    // Nothing but the search has come or gone: the page that the router shows is the right one.
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
      history.pushState({ ...history.state, search: true } satisfies Entry, '', location.href);
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
