import { Link } from 'react-router';
import { CloseIcon, PauseIcon, PlayIcon } from '../design/icons.tsx';
import { timeLeftWords } from '../viewer/resume.store.ts';
import type { Watchable } from '../watch/watchable.ts';
import { type MediaState, useMediaState } from './media-state.ts';
import { myPlayer } from './my-player.ts';
import { failureWords } from './refusal-words.ts';
import type { Player } from './use-player.ts';

/**
 * The mini-player around the picture, while another page is on the screen: what plays and how long
 * it lasts, back to its page, pause and close.
 */
export default function MiniPlayer({ item, player }: { item: Watchable; player: Player }) {
  const media = useMediaState(player.video);
  const { state } = player;
  const canPause = state.kind === 'on' || state.kind === 'recovering';
  return (
    <section className="mini" aria-label="Mini-player">
      <Link to={item.address} className="mini-open">
        <span className="sr-only">Back to </span>
        <span className="mini-title">{item.title}</span>
        <span className="mini-note">{noteOf(state, media)}</span>
      </Link>
      {canPause ? (
        <button
          type="button"
          className="mini-control"
          aria-label={media.paused ? 'Play' : 'Pause'}
          onClick={() => toggle(player.video.current)}
        >
          {media.paused ? <PlayIcon /> : <PauseIcon />}
        </button>
      ) : null}
      <button
        type="button"
        className="mini-control"
        aria-label={`Close ${item.title}`}
        onClick={() => myPlayer.close()}
      >
        <CloseIcon />
      </button>
    </section>
  );
}

function noteOf(state: Player['state'], { paused, ended, time, duration }: MediaState): string {
  if (state.kind === 'failed') return failureWords(state.failure, state.refusal).title;
  if (state.kind === 'recovering') return 'The signal is weak';
  if (state.kind === 'starting') return 'Starting';
  if (ended) return 'The end';
  const left = timeLeftWords(Math.max(0, duration - time));
  return paused ? `Paused · ${left}` : left;
}

function toggle(video: HTMLVideoElement | null): void {
  if (!video) return;
  // If the browser refuses to play, nothing changes: the button still says Play.
  if (video.paused) video.play().catch(() => undefined);
  else video.pause();
}
