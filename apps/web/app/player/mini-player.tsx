import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { CloseIcon, ForwardIcon, PlayIcon } from '../design/icons.tsx';
import { episodeMark } from '../titles/title-words.ts';
import { timeLeftWords } from '../viewer/resume.store.ts';
import { nextItem } from '../watch/episode-item.ts';
import type { Watchable } from '../watch/watchable.ts';
import { say, sayWith } from '../words/words.ts';
import { PauseIcon } from './controls/control-icons.tsx';
import { usePhone } from './controls/use-phone.ts';
import { type MediaState, useMediaState } from './media-state.ts';
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
  const back = useRef<HTMLAnchorElement>(null);
  // The button that shrank the player is gone with its page.
  useEffect(() => {
    if (myPlayer.session()?.shrunk && document.activeElement === document.body)
      back.current?.focus({ preventScroll: true });
  }, []);
  usePhone(player.video, item);
  const canPause = state.kind === 'on' || state.kind === 'recovering';
  return (
    <section className="mini" aria-label={say('player.mini')}>
      <Link ref={back} to={item.address} className="mini-open">
        {sayWith(
          'player.mini.back',
          {
            title: (words) => <span className="mini-title">{words}</span>,
            more: (words) => <span className="sr-only">{words}</span>,
          },
          { title: item.title },
        )}
        <span className="mini-note">{followingWords(following, next) ?? noteOf(state, media)}</span>
      </Link>
      {following && next ? (
        <button
          type="button"
          className="mini-control"
          aria-label={
            following.kind === 'still-watching'
              ? say('player.keep_watching')
              : say('player.next_episode')
          }
          onClick={start}
        >
          <ForwardIcon />
        </button>
      ) : canPause ? (
        <button
          type="button"
          className="mini-control"
          aria-label={media.paused ? say('player.play') : say('player.pause')}
          onClick={() => toggle(player.video.current)}
        >
          {media.paused ? <PlayIcon /> : <PauseIcon />}
        </button>
      ) : null}
      <button
        type="button"
        className="mini-control"
        aria-label={say('player.mini.close', { title: item.title })}
        onClick={() => myPlayer.close()}
      >
        <CloseIcon />
      </button>
    </section>
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

function toggle(video: HTMLVideoElement | null): void {
  if (!video) return;
  // If the browser refuses to play, nothing changes: the button still says Play.
  if (video.paused) video.play().catch(() => undefined);
  else video.pause();
}
