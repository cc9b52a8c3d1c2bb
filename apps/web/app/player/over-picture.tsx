import type { ReactNode, RefObject } from 'react';
import type { BrowsedPage } from '../layouts/browsed-page.ts';
import type { Playable } from '../watch/watchable.ts';
import { AfterPlay } from './after-play.tsx';
import { MiniPlayer } from './mini-player.tsx';
import { PlayerControls } from './player-controls.tsx';
import type { Player } from './use-player.ts';
import { useSoundAlone } from './use-sound-alone.ts';

interface OverPictureProps {
  stage: RefObject<HTMLDivElement | null>;
  player: Player;
  item: Playable;
  place: 'page' | 'mini';
  browsed: BrowsedPage;
}

/**
 * What lies over a picture: controls and what follows it, or the mini-player. One module, which is
 * fetched after the first picture.
 */
export default function OverPicture(props: OverPictureProps): ReactNode {
  const { stage, player, item, place, browsed } = props;
  useSoundAlone(stage, player.video);
  const { address } = item;
  if (place === 'mini') return <MiniPlayer key={address} item={item} player={player} />;
  return (
    <>
      <PlayerControls key={address} stage={stage} player={player} item={item} browsed={browsed} />
      {item.kind === 'live' ? null : (
        <AfterPlay key={`${address} after`} item={item} player={player} />
      )}
    </>
  );
}
