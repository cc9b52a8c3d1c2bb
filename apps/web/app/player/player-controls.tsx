import type { PlaybackState, PlaySource } from '@bonisa/player/playback';
import {
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useState,
} from 'react';
import { Button } from '../design/button.tsx';
import {
  CaptionsIcon,
  FullScreenIcon,
  LeaveFullScreenIcon,
  MiniPlayerIcon,
  MutedIcon,
  PauseIcon,
  PlayIcon,
  SettingsIcon,
  SoundIcon,
} from '../design/icons.tsx';
import type { BrowsedPage } from '../layouts/browsed-page.ts';
import { clockWords } from '../titles/title-words.ts';
import { type MediaState, useMediaState } from './media-state.ts';
import { usePlayerKeys } from './player-keys.ts';
import { type CaptionChoice, type CaptionTrack, PlayerSettings } from './player-settings.tsx';
import { failureWords, TAKE_OVER } from './refusal-words.ts';
import { useControlsHidden } from './use-controls-hidden.ts';
import { useFullScreen } from './use-full-screen.ts';
import type { Player } from './use-player.ts';
import { useShrink, useSwipeDown } from './use-shrink.ts';

interface ControlsProps {
  stage: RefObject<HTMLDivElement | null>;
  player: Player;
  /** What the title costs at each choice (`DataCosts`). */
  costs: readonly number[];
  browsed: BrowsedPage;
}

/**
 * Everything over a playing video: its state and the controls. Large enough for a thumb, complete
 * by keyboard.
 */
export default function PlayerControls({ stage, player, costs, browsed }: ControlsProps) {
  const { state, video } = player;
  const media = useMediaState(video);
  const resting = useControlsHidden(stage, state.kind === 'on' && !media.paused);
  const full = useFullScreen(stage, video);
  const captions = useCaptions(video, player.source);
  const [settings, setSettings] = useState(false);
  const shrink = useShrink(browsed);
  useSwipeDown(stage, shrink);
  const toggle = () => togglePlay(video.current);
  usePlayerKeys(stage, video, {
    toggle,
    toggleFullScreen: full.toggle,
    toggleCaptions: captions.toggle,
  });

  if (state.kind === 'failed') return <Failed player={player} state={state} />;
  if (state.kind === 'idle') return null;
  if (state.kind === 'starting') return <Waiting words="Starting" />;
  return (
    <div className="controls" data-resting={resting || undefined}>
      {state.kind === 'recovering' ? <Waiting words="The signal is weak. Trying again" /> : null}
      <button
        type="button"
        className="controls-ground"
        aria-hidden="true"
        tabIndex={-1}
        onClick={(event) => onGround(event, resting, toggle)}
      />
      {state.kind === 'on' && state.muted ? (
        <Button look="quiet" className="controls-sound" onClick={() => unmute(video.current)}>
          <MutedIcon />
          Tap for sound
        </Button>
      ) : null}
      <div className="controls-bar">
        <SeekBar media={media} onSeek={(to) => seekTo(video.current, to)} />
        <div className="controls-row">
          <ControlButton
            label={media.paused ? (media.ended ? 'Play again' : 'Play') : 'Pause'}
            onPress={toggle}
          >
            {media.paused ? <PlayIcon /> : <PauseIcon />}
          </ControlButton>
          <ControlButton
            label={media.muted ? 'Sound on' : 'Mute'}
            onPress={() => toggleMuted(video.current)}
          >
            {media.muted ? <MutedIcon /> : <SoundIcon />}
          </ControlButton>
          <span className="controls-time">
            {clockWords(media.time)}{' '}
            <span className="text-quiet">/ {clockWords(media.duration)}</span>
          </span>
          {captions.available ? (
            <ControlButton
              label={`Captions: ${captions.shown?.label ?? 'off'}`}
              pressed={captions.shown !== undefined}
              onPress={captions.toggle}
            >
              <CaptionsIcon />
              {captions.shown ? <span className="control-note">{captions.shown.label}</span> : null}
            </ControlButton>
          ) : null}
          <ControlButton label="Settings" onPress={() => setSettings(true)}>
            <SettingsIcon />
          </ControlButton>
          {full.active ? null : (
            <ControlButton label="Mini-player" onPress={shrink}>
              <MiniPlayerIcon />
            </ControlButton>
          )}
          <ControlButton
            label={full.active ? 'Leave full screen' : 'Full screen'}
            onPress={full.toggle}
          >
            {full.active ? <LeaveFullScreenIcon /> : <FullScreenIcon />}
          </ControlButton>
        </div>
      </div>
      {settings ? (
        <PlayerSettings
          player={player}
          media={media}
          costs={costs}
          captions={captions}
          onClose={() => setSettings(false)}
        />
      ) : null}
    </div>
  );
}

interface ControlButtonProps {
  label: string;
  pressed?: boolean;
  onPress(): void;
  children: ReactNode;
}

function ControlButton({ label, pressed, onPress, children }: ControlButtonProps) {
  return (
    <button
      type="button"
      className="control"
      aria-label={label}
      aria-pressed={pressed}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

function SeekBar({ media, onSeek }: { media: MediaState; onSeek(to: number): void }) {
  const share = (seconds: number) =>
    `${media.duration > 0 ? Math.min(100, (seconds / media.duration) * 100) : 0}%`;
  return (
    <div
      className="seek"
      style={{ '--played': share(media.time), '--loaded': share(media.loadedTo) } as CSSProperties}
    >
      <input
        type="range"
        aria-label="Place in the video"
        aria-valuetext={`${clockWords(media.time)} of ${clockWords(media.duration)}`}
        min={0}
        max={Math.max(1, Math.round(media.duration))}
        step={1}
        value={Math.round(media.time)}
        onChange={(event) => onSeek(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}

function Waiting({ words }: { words: string }) {
  return (
    <div className="controls-waiting" role="status">
      <span className="button-beat" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {words}
    </div>
  );
}

interface FailedProps {
  player: Player;
  state: Extract<PlaybackState, { kind: 'failed' }>;
}

function Failed({ player, state: { failure, refusal } }: FailedProps) {
  const { title, advice } = failureWords(failure, refusal);
  const isElsewhere = refusal?.reason === 'other_device';
  return (
    <div className="controls-failed" role="alert">
      <p className="text-heading font-semibold">{title}</p>
      <p className="mt-1 text-quiet">{advice}</p>
      {failure === 'unsupported' ? null : (
        <Button look="quiet" className="mt-4" onClick={() => player.begin(undefined, isElsewhere)}>
          {isElsewhere ? TAKE_OVER : 'Try again'}
        </Button>
      )}
    </div>
  );
}

/**
 * On a phone the first tap shows the controls; a click, or a tap while they are visible, plays or
 * pauses.
 */
function onGround(event: MouseEvent, resting: boolean, toggle: () => void) {
  const byFinger = (event.nativeEvent as PointerEvent).pointerType === 'touch';
  if (!(byFinger && resting)) toggle();
}

function togglePlay(video: HTMLVideoElement | null) {
  if (!video) return;
  // If the browser refuses to play, nothing changes: the button still says Play.
  if (video.paused) video.play().catch(() => undefined);
  else video.pause();
}

function unmute(video: HTMLVideoElement | null) {
  if (video) video.muted = false;
}

function toggleMuted(video: HTMLVideoElement | null) {
  if (video) video.muted = !video.muted;
}

function seekTo(video: HTMLVideoElement | null, to: number) {
  if (video) video.currentTime = to;
}

/**
 * Captions off, then each language in turn. Off at first; no captions are fetched before they are
 * selected.
 */
function useCaptions(
  video: RefObject<HTMLVideoElement | null>,
  source: PlaySource | undefined,
): CaptionChoice & { available: boolean; shown: CaptionTrack | undefined; toggle(): void } {
  const [chosen, setChosen] = useState(-1);
  const captions = source?.captions ?? [];
  const count = captions.length;
  useEffect(() => {
    for (const [index, track] of [...(video.current?.textTracks ?? [])].entries())
      track.mode = index === chosen ? 'showing' : 'disabled';
  }, [video, chosen]);
  return {
    available: count > 0,
    tracks: captions,
    chosen,
    choose: setChosen,
    shown: captions[chosen],
    toggle: () => setChosen((was) => (was + 1 >= count ? -1 : was + 1)),
  };
}
