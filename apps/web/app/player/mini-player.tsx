import { type ReactNode, useEffect } from 'react';
import { ForwardIcon, PlayIcon } from '../design/icons.tsx';
import { episodeMark } from '../titles/title-words.ts';
import { timeLeftWords } from '../viewer/resume.store.ts';
import { nextItem } from '../watch/episode-item.ts';
import type { LiveChannel, Playable, Watchable } from '../watch/watchable.ts';
import { say } from '../words/words.ts';
import { PauseIcon } from './controls/control-icons.tsx';
import { usePhone } from './controls/use-phone.ts';
import { type MediaState, togglePlay, useMediaState } from './media-state.ts';
import { MiniBar, MiniControl } from './mini-bar.tsx';
import { myPlayer } from './my-player.ts';
import { failureWords } from './refusal-words.ts';
import { liveStretch } from './stretch.ts';
import { type Following, useFollowing } from './use-following.ts';
import type { Player } from './use-player.ts';

/**
 * The mini-player around the picture, while another page is on the screen: what plays and how long
 * it lasts, back to its page, pause and close.
 */
export function MiniPlayer({ item, player }: { item: Playable; player: Player }) {
  useHiddenCaptions(player.video);
  if (item.kind === 'live') return <LiveMini item={item} player={player} />;
  return <TitleMini item={item} player={player} />;
}

/** A picture of this size has no room for captions. The controls show them again. */
function useHiddenCaptions(video: Player['video']): void {
  useEffect(() => {
    for (const track of video.current?.textTracks ?? [])
      if (track.mode === 'showing') track.mode = 'hidden';
  }, [video]);
}

function TitleMini({ item, player }: { item: Watchable; player: Player }) {
  const media = useMediaState(player.video);
  const { next } = item;
  const start = () =>
    next && myPlayer.begin(nextItem(item, next), { pressed: false, shrunk: true });
  const following = useFollowing(item, { isOver: media.ended, isHeld: false, start });
  usePhone(player.video, item);
  return (
    <Mini
      item={item}
      player={player}
      media={media}
      note={followingWords(following, next) ?? noteOf(player.state, media)}
      control={
        following && next ? (
          <MiniControl
            label={
              following.kind === 'still-watching'
                ? say('player.keep_watching')
                : say('player.next_episode')
            }
            onPress={start}
          >
            <ForwardIcon />
          </MiniControl>
        ) : undefined
      }
    />
  );
}

function LiveMini({ item, player }: { item: LiveChannel; player: Player }) {
  const media = useMediaState(player.video);
  const { state, live } = player;
  const view = live?.view;
  usePhone(player.video, item, {
    programme: view?.programme()?.title,
    skip: view && liveStretch(view).skip,
  });
  return (
    <Mini
      item={item}
      player={player}
      media={media}
      note={
        live?.isAwaited
          ? say('live.awaited')
          : (stateWords(state) ?? view?.programme()?.title ?? say('live.heading'))
      }
    />
  );
}

interface MiniProps {
  item: Playable;
  player: Player;
  media: MediaState;
  note: string;
  /** Instead of pause. */
  control?: ReactNode;
}

function Mini({ item, player: { state, live, video }, media, note, control }: MiniProps) {
  const canPause = (state.kind === 'on' || state.kind === 'recovering') && !live?.isAwaited;
  return (
    <MiniBar
      title={item.title}
      address={item.address}
      note={note}
      isShrunk={myPlayer.session()?.shrunk === true}
      onClose={() => myPlayer.close()}
      control={
        control ??
        (canPause ? (
          <MiniControl
            label={media.paused ? say('player.play') : say('player.pause')}
            onPress={() => togglePlay(video.current)}
          >
            {media.paused ? <PlayIcon /> : <PauseIcon />}
          </MiniControl>
        ) : null)
      }
    />
  );
}

/** `Next: S1 E4 in 8`. */
function followingWords(following: Following | undefined, next: Watchable['next']) {
  if (!following || !next) return undefined;
  if (following.kind === 'still-watching') return say('player.still_watching');
  const episode = episodeMark(next);
  return following.left === undefined
    ? say('player.mini.next', { episode })
    : say('player.mini.next_in', { episode, seconds: following.left });
}

/** Why it does not play; undefined: it does. */
function stateWords(state: Player['state']): string | undefined {
  if (state.kind === 'failed') return failureWords(state.failure, state.refusal).title;
  if (state.kind === 'recovering') return say('player.weak_signal');
  return state.kind === 'starting' ? say('player.starting') : undefined;
}

function noteOf(state: Player['state'], { ended, time, duration }: MediaState): string {
  const words = stateWords(state);
  if (words !== undefined) return words;
  return ended ? say('player.the_end') : timeLeftWords(Math.max(0, duration - time));
}
