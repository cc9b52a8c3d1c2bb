import { useLayoutEffect } from 'react';
import { useNavigationType } from 'react-router';
import { hintsSignedIn } from '../browser/viewer.ts';
import type { PlayerProps } from '../layouts/player-place.tsx';
import { startsPlaying } from '../watch/starts-playing.ts';
import type { Watchable } from '../watch/watchable.ts';
import { myPlayer } from './my-player.ts';
import { somethingPlays } from './only-player.ts';
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
  const isHere = playing === undefined || playing.slug === here?.slug;
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
 * (navigation within the site), but never instead of what plays when the viewer only goes back.
 * Otherwise a press starts. Before the paint, so that no page shows for a moment
 * what has just ended.
 */
function useArrival(here: Watchable | undefined): void {
  const slug = here?.slug;
  const goesBack = useNavigationType() === 'POP';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same slug is the same item
  useLayoutEffect(() => {
    if (!here) return;
    myPlayer.arrive(here);
    const early = window.bonisaPlay;
    delete window.bonisaPlay;
    const isPlaying = myPlayer.session()?.item.slug === here.slug;
    const mayStart = !somethingPlays() || (!isPlaying && !goesBack);
    if (early?.slug === here.slug) myPlayer.adopt(here, early.playback);
    else if (mayStart && startsPlaying(location) && hintsSignedIn())
      myPlayer.begin(here, { pressed: false });
    return () => myPlayer.leave(here);
  }, [slug]);
  // The layout without pages to watch has no room for the player.
  useLayoutEffect(() => () => myPlayer.close(), []);
}
