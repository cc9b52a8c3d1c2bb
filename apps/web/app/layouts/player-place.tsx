import type { PageHandle } from '@bonisa/contract/page-query';
import { type ComponentType, useState } from 'react';
import { useMatches } from 'react-router';
import type { Playable } from '../watch/watchable.ts';
import { type BrowsedPage, useBrowsedPage } from './browsed-page.ts';

/**
 * What the route of a page that plays hands to the layout as its `handle`, so that only the pages
 * that play load the player's script.
 */
export interface WatchHandle<Data = never> extends PageHandle {
  readonly Player: ComponentType<PlayerProps>;
  itemOf(data: Data): Playable;
}

export interface PlayerProps {
  /** The item of the page, if it has one. */
  here: Playable | undefined;
  browsed: BrowsedPage;
}

/** The place of the player in the layout: absent until the first page that needs it. */
export function PlayerPlace() {
  const match = useMatches().find(
    ({ handle, loaderData }) => loaderData && (handle as Partial<WatchHandle> | undefined)?.Player,
  );
  const browsed = useBrowsedPage(match !== undefined);
  const handle = match?.handle as WatchHandle<unknown> | undefined;
  const [Player, keep] = useState(() => handle?.Player);
  if (handle && !Player) keep(() => handle.Player);
  return Player ? <Player here={handle?.itemOf(match?.loaderData)} browsed={browsed} /> : null;
}
