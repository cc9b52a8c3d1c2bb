import type { PlaybackState } from '@bonisa/player/playback';
import { PlayIcon } from '../design/icons.tsx';
import { PauseIcon } from '../player/controls/control-icons.tsx';
import { togglePlay } from '../player/media-state.ts';
import { MiniBar, MiniControl } from '../player/mini-bar.tsx';
import { failureWords } from '../player/refusal-words.ts';
import { liveChannelAddress } from '../titles/addresses.ts';
import { say } from '../words/words.ts';
import type { LivePlayback } from './live-playback.ts';
import type { LiveShown } from './live-shown.ts';
import { myLive } from './my-live.ts';

interface LiveMiniProps {
  channel: LiveShown;
  state: PlaybackState;
  playback: LivePlayback | undefined;
  video: HTMLVideoElement | null;
  onClose(): void;
}

/** The mini-player of a live channel, while another page is on the screen. */
export function LiveMini({ channel, state, playback, video, onClose }: LiveMiniProps) {
  const isPaused = video?.paused !== false;
  const canPause = (state.kind === 'on' || state.kind === 'recovering') && !playback?.isAwaited;
  return (
    <MiniBar
      title={channel.title}
      address={liveChannelAddress(channel)}
      note={noteOf(state, playback, isPaused)}
      isShrunk={myLive.session()?.shrunk === true}
      onClose={onClose}
      control={
        canPause ? (
          <MiniControl
            label={isPaused ? say('live.play') : say('live.pause')}
            onPress={() => togglePlay(video)}
          >
            {isPaused ? <PlayIcon /> : <PauseIcon />}
          </MiniControl>
        ) : null
      }
    />
  );
}

/** `Live · The Seven O’Clock News`; without `Live` where the viewer has gone back. */
function noteOf(state: PlaybackState, playback: LivePlayback | undefined, isPaused: boolean) {
  if (playback?.isAwaited) return say('live.awaited');
  if (state.kind === 'failed') return failureWords(state.failure, state.refusal).title;
  if (state.kind === 'recovering') return say('live.recovering');
  if (state.kind === 'starting') return say('live.starting');
  const { view } = playback ?? {};
  const programme = view?.programme()?.title;
  if (isPaused) return say('player.mini.paused', { left: programme ?? say('live.heading') });
  const isLive = view?.isLive() ?? true;
  return [isLive ? say('live.heading') : undefined, programme].filter(Boolean).join(' · ');
}
