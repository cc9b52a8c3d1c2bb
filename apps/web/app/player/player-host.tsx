import { useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { hintsSignedIn } from '../browser/viewer.ts';
import type { PlayerProps } from '../layouts/player-place.tsx';
import { isPressed, startsPlaying, withoutPlay } from '../watch/starts-playing.ts';
import type { Playable } from '../watch/watchable.ts';
import { isSame } from './item-player.ts';
import { myPlayer } from './my-player.ts';
import { Stage, StageCover } from './stage.tsx';
import { usePlayerSession } from './use-player.ts';

/**
 * The player's place in the layout, above the pages: its one video element stays where it is in the
 * document, so that playback goes on from page to page. On the page of its item the stage lies
 * over the room that the page leaves for it (`.watch-stage`); elsewhere it is the mini-player.
 */
export function PlayerHost({ here, browsed }: PlayerProps) {
  const playing = usePlayerSession()?.item;
  useArrival(here);
  const isHere = playing === undefined || isSame(playing, here);
  // The page knows more of its item than a card of it.
  const item = isHere ? here : playing;
  if (!item) return null;
  return (
    <>
      <Stage item={item} place={isHere ? 'page' : 'mini'} browsed={browsed} />
      {here && !isHere ? <StageCover item={here} /> : null}
    </>
  );
}

/**
 * Takes over an early start from before hydration; starts at once if the address has `play=1`
 * (navigation within the site), but never instead of what plays when the viewer only goes back, and
 * no channel that is off air: nothing starts to cost by itself then. Otherwise a press starts.
 * Before the paint, so that no page shows for a moment what has just ended.
 */
function useArrival(here: Playable | undefined): void {
  const { key, state } = useLocation();
  const goesBack = useNavigationType() === 'POP';
  const address = here?.address;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address is the same item
  useLayoutEffect(() => {
    if (!here) return;
    myPlayer.arrive(here);
    return () => myPlayer.leave(here);
  }, [address]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each way to this page
  useLayoutEffect(() => {
    if (!here) return;
    const early = window.bonisaPlay;
    delete window.bonisaPlay;
    const playing = myPlayer.session()?.item;
    const mayStart = !isSame(playing, here) && !(playing && goesBack);
    if (early && here.kind !== 'live' && early.slug === here.slug)
      myPlayer.adopt(here, early.playback);
    else if (mayStart && !isOffAir(here) && startsPlaying(location) && hintsSignedIn())
      myPlayer.begin(here, { pressed: isPressed(state) });
    if (startsPlaying(location)) forgetPlay();
  }, [key, address]);
  // The layout without pages to watch has no room for the player.
  useLayoutEffect(() => () => myPlayer.close(), []);
}

/** The entry of the history begins nothing by itself when the viewer comes back to it. */
function forgetPlay(): void {
  // Not by the router, which would load the page's data again.
  history.replaceState(history.state, '', withoutPlay(location.href));
}

function isOffAir(item: Playable): boolean {
  return item.kind === 'live' && item.isOffAir;
}
