import { useState } from 'react';
import { Button } from '../design/button.tsx';
import { ErrorNotice } from '../design/notice.tsx';
import { say } from '../words/words.ts';

interface ShowMoreProps {
  more: Pick<More<unknown>, 'page' | 'lastPage' | 'state' | 'showMore'>;
  /** For example `Show more titles`. */
  label: string;
}

/**
 * A button that extends a list in place. Without a script the page shows the links to the pages
 * instead.
 */
export function ShowMore({ more, label }: ShowMoreProps) {
  if (more.page >= more.lastPage) return null;
  return (
    <div className="show-more">
      {more.state === 'failed' ? <ErrorNotice>{say('listing.failed')}</ErrorNotice> : null}
      <Button busy={more.state === 'busy'} onClick={more.showMore}>
        {label}
      </Button>
    </div>
  );
}

/** One further page of a list. */
export interface Part<Item> {
  readonly items: readonly Item[];
  readonly page: number;
  readonly lastPage: number;
}

export interface More<Item> {
  readonly items: readonly Item[];
  /** The last page shown. */
  readonly page: number;
  readonly lastPage: number;
  readonly state: 'idle' | 'busy' | 'failed';
  /** Fetches the next page and appends it. */
  showMore(): void;
}

interface Grown<Item> {
  readonly first: number;
  readonly items: readonly Item[];
  readonly page: number;
  readonly lastPage: number;
}

/**
 * The extended lists of this document, by key, so that a viewer who returns from a title finds the
 * list as long as before.
 */
const grown = new Map<string, Grown<unknown>>();

/**
 * A list that a viewer can extend in place. `key`: names the list (use it as React's `key` too).
 * `fetchPage`: fetches one page. `onPage`: called with the last page shown.
 */
export function useMore<Item>(
  key: string,
  start: Part<Item>,
  fetchPage: (page: number) => Promise<Part<Item>>,
  onPage?: (page: number) => void,
): More<Item> {
  const [list, setList] = useState<Grown<Item>>(() => remembered(key, start));
  const [state, setState] = useState<More<Item>['state']>('idle');
  const showMore = async () => {
    if (state === 'busy') return;
    setState('busy');
    try {
      const part = await fetchPage(list.page + 1);
      const longer = {
        first: list.first,
        items: [...list.items, ...part.items],
        page: list.page + 1,
        lastPage: part.lastPage,
      };
      grown.set(key, longer);
      setList(longer);
      setState('idle');
      onPage?.(longer.page);
    } catch {
      // Shown beside the button, which tries again.
      setState('failed');
    }
  };
  return {
    items: list.items,
    page: list.page,
    lastPage: list.lastPage,
    state,
    showMore: () => void showMore(),
  };
}

function remembered<Item>(key: string, start: Part<Item>): Grown<Item> {
  const known = grown.get(key) as Grown<Item> | undefined;
  if (known && known.first <= start.page && start.page <= known.page) return known;
  return { first: start.page, items: start.items, page: start.page, lastPage: start.lastPage };
}
