import type { PageHandle } from '@bonisa/contract/page-query';
import { type ComponentType, useState } from 'react';
import { useMatches } from 'react-router';
import type { Watchable } from '../watch/watchable.ts';
import { type BrowsedPage, useBrowsedPage } from './browsed-page.ts';

/**
 * What the route of a page that plays hands to the layout as its `handle`, so that only the pages
 * that play load the player's script.
 */
export interface WatchHandle<Data = never, Item = Watchable> extends PageHandle {
  readonly Player: ComponentType<PlayerProps<Item>>;
  itemOf(data: Data): Item;
}

export interface PlayerProps<Item = Watchable> {
  /** The item of the page, if it has one for this player. */
  here: Item | undefined;
  browsed: BrowsedPage;
}

/**
 * The place of the players in the layout, one for titles and one for live channels: each is absent
 * until the first page that needs it, and then stays for good.
 */
export function PlayerPlace() {
  const match = useMatches().find(
    ({ handle, loaderData }) => loaderData && (handle as Partial<WatchHandle> | undefined)?.Player,
  );
  const browsed = useBrowsedPage(match !== undefined);
  const handle = match?.handle as WatchHandle<unknown, unknown> | undefined;
  const [players, keep] = useState(() => (handle ? [handle.Player] : []));
  if (handle && !players.includes(handle.Player)) keep([...players, handle.Player]);
  return players.map((Player, at) => (
    <Player
      // biome-ignore lint/suspicious/noArrayIndexKey: players are only added, at the end
      key={at}
      here={handle?.Player === Player ? handle.itemOf(match?.loaderData) : undefined}
      browsed={browsed}
    />
  ));
}
