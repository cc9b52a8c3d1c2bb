import { ForwardIcon, PlayIcon } from '../design/icons.tsx';
import { episodeMark } from '../titles/title-words.ts';
import { timeLeftWords } from '../viewer/resume.store.ts';
import { nextItem } from '../watch/episode-item.ts';
import type { Watchable } from '../watch/watchable.ts';
import { say } from '../words/words.ts';
import { PauseIcon } from './controls/control-icons.tsx';
import { usePhone } from './controls/use-phone.ts';
import { type MediaState, togglePlay, useMediaState } from './media-state.ts';
import { MiniBar, MiniControl } from './mini-bar.tsx';
import { myPlayer } from './my-player.ts';
import { failureWords } from './refusal-words.ts';
import { type Following, useFollowing } from './use-following.ts';
import type { Player } from './use-player.ts';

/**
 * The mini-player around the picture, while another page is on the screen: what plays and how long
 * it lasts, back to its page, pause and close.
 */
export function MiniPlayer({ item, player }: { item: Watchable; player: Player }) {
  const media = useMediaState(player.video);
  const { next } = item;
  const start = () =>
    next && myPlayer.begin(nextItem(item, next), { pressed: false, shrunk: true });
  const following = useFollowing(item, { isOver: media.ended, isHeld: false, start });
  const { state } = player;
  usePhone(player.video, item);
  const canPause = state.kind === 'on' || state.kind === 'recovering';
  return (
    <MiniBar
      title={item.title}
      address={item.address}
      note={followingWords(following, next) ?? noteOf(state, media)}
      isShrunk={myPlayer.session()?.shrunk === true}
      onClose={() => myPlayer.close()}
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
        ) : canPause ? (
          <MiniControl
            label={media.paused ? say('player.play') : say('player.pause')}
            onPress={() => togglePlay(player.video.current)}
          >
            {media.paused ? <PlayIcon /> : <PauseIcon />}
          </MiniControl>
        ) : null
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

function noteOf(state: Player['state'], { paused, ended, time, duration }: MediaState): string {
  if (state.kind === 'failed') return failureWords(state.failure, state.refusal).title;
  if (state.kind === 'recovering') return say('player.weak_signal');
  if (state.kind === 'starting') return say('player.starting');
  if (ended) return say('player.the_end');
  const left = timeLeftWords(Math.max(0, duration - time));
  return paused ? say('player.mini.paused', { left }) : left;
}
