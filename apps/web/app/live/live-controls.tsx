import type { DataCosts } from '@bonisa/contract/title-facts';
import type { PlaybackState } from '@bonisa/player/playback';
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Button } from '../design/button.tsx';
import { CloseIcon, PlayIcon } from '../design/icons.tsx';
import {
  CaptionsIcon,
  FullScreenIcon,
  MutedIcon,
  PauseIcon,
  SettingsIcon,
  SoundIcon,
} from '../player/controls/control-icons.tsx';
import { KeyList } from '../player/controls/key-list.tsx';
import { say } from '../words/words.ts';
import type { LivePlayback } from './live-playback.ts';
import { LiveSettings } from './live-settings.tsx';
import { UntilTime } from './live-times.tsx';
import { timeWords } from './on-air.ts';
import type { LiveCaptionChoice } from './use-live-captions.ts';
import { useLiveKeys } from './use-live-keys.ts';

interface LiveControlsProps {
  stage: RefObject<HTMLElement | null>;
  video: RefObject<HTMLVideoElement | null>;
  state: PlaybackState;
  playback: LivePlayback | undefined;
  captions: LiveCaptionChoice;
  title: string;
  hourCosts: DataCosts | null;
  onClose(): void;
}

/** The programme, how far it is, and the way back and forth in the last two hours. */
export function LiveControls(props: LiveControlsProps) {
  const { stage, video, state, playback, captions, title, hourCosts, onClose } = props;
  const first = useRef<HTMLButtonElement>(null);
  const [sheet, setSheet] = useState<'settings' | 'keys'>();
  const element = video.current;
  const view = playback?.view;
  const programme = view?.programme();
  const isLive = view?.isLive() ?? true;
  useLiveKeys(stage, {
    view,
    video: element,
    togglePlay: () => togglePlay(element),
    toggleFullScreen: () => toggleFullScreen(stage.current),
    toggleCaptions: captions.toggle,
    showKeys: () => setSheet('keys'),
  });
  // The control that was pressed goes away with its reason: the focus stays in the player.
  const go = (where: () => void) => {
    where();
    first.current?.focus({ preventScroll: true });
  };
  const resting = useResting(stage, state.kind === 'on' && element?.paused === false);
  return (
    <div className="live-controls" data-resting={resting || undefined}>
      {state.kind === 'starting' ? <Waiting words={say('live.starting')} /> : null}
      {state.kind === 'recovering' ? <Waiting words={say('live.recovering')} /> : null}
      {state.kind === 'on' && state.muted ? (
        <Button look="quiet" className="live-sound" onClick={() => unmute(element)}>
          <MutedIcon />
          {say('live.tap_for_sound')}
        </Button>
      ) : null}
      <div className="live-controls-bar">
        {playback?.view ? <TimeBar view={playback.view} /> : null}
        <div className="live-controls-row">
          <Control
            label={element?.paused ? say('live.play') : say('live.pause')}
            first={first}
            onPress={() => togglePlay(element)}
          >
            {element?.paused ? <PlayIcon /> : <PauseIcon />}
          </Control>
          <Control
            label={element?.muted ? say('live.sound_on') : say('live.mute')}
            look="live-control-sound"
            onPress={() => toggleMuted(element)}
          >
            {element?.muted ? <MutedIcon /> : <SoundIcon />}
          </Control>
          {programme && view ? (
            <TextControl onPress={() => go(() => view.seek(programme.starts_at))}>
              {say('live.start_over')}
            </TextControl>
          ) : null}
          {isLive ? null : (
            <TextControl onPress={() => go(() => view?.goLive())}>
              {say('live.back_to_live')}
            </TextControl>
          )}
          <Control label={say('live.full_screen')} onPress={() => toggleFullScreen(stage.current)}>
            <FullScreenIcon />
          </Control>
        </div>
      </div>
      <div className="live-controls-top">
        <p className="live-controls-head">
          {isLive ? <span className="live-state">{say('live.heading')}</span> : null}
          <span className="live-controls-title">{programme?.title ?? title}</span>
          {programme ? (
            <span className="live-controls-times">
              {clock(programme.starts_at)} <UntilTime instant={iso(programme.ends_at)} />
            </span>
          ) : null}
        </p>
        {captions.available ? (
          <Control label={say('title.captions')} pressed={captions.shown} onPress={captions.toggle}>
            <CaptionsIcon />
          </Control>
        ) : null}
        <Control label={say('live.settings')} onPress={() => setSheet('settings')}>
          <SettingsIcon />
        </Control>
        <Control label={say('close')} onPress={onClose}>
          <CloseIcon />
        </Control>
      </div>
      {sheet === 'keys' ? <KeyList onClose={() => setSheet(undefined)} /> : null}
      {sheet === 'settings' ? (
        <LiveSettings hourCosts={hourCosts} onClose={() => setSheet(undefined)} />
      ) : null}
    </div>
  );
}

const RESTS_AFTER_MS = 4000;

/** Whether nobody has touched the playing picture for a while: then nothing covers it. */
function useResting(stage: RefObject<HTMLElement | null>, plays: boolean): boolean {
  const [resting, setResting] = useState(false);
  useEffect(() => {
    const element = stage.current;
    if (!element || !plays) return setResting(false);
    const life = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wake = () => {
      clearTimeout(timer);
      setResting(false);
      timer = setTimeout(() => setResting(true), RESTS_AFTER_MS);
    };
    for (const event of ['pointermove', 'pointerdown', 'keydown', 'focusin'])
      element.addEventListener(event, wake, { signal: life.signal });
    wake();
    return () => {
      life.abort();
      clearTimeout(timer);
    };
  }, [stage, plays]);
  return resting;
}

/** The last two hours, with the programme that is seen marked. */
function TimeBar({ view }: { view: NonNullable<LivePlayback['view']> }) {
  const [oldest, newest] = [view.oldest(), view.newest()];
  const at = Math.min(newest, Math.max(oldest, view.position()));
  const share = (instant: number) =>
    `${(Math.min(1, Math.max(0, (instant - oldest) / (newest - oldest))) * 100).toFixed(2)}%`;
  const programme = view.programme();
  return (
    <input
      type="range"
      className="live-bar-input"
      style={
        {
          '--played': share(at),
          '--programme': share(programme?.starts_at ?? oldest),
        } as CSSProperties
      }
      aria-label={say('live.place')}
      aria-valuetext={view.isLive() ? say('live.heading') : clock(at)}
      min={0}
      max={Math.round((newest - oldest) / 1000)}
      step={5}
      value={Math.round((at - oldest) / 1000)}
      onChange={({ currentTarget }) => view.seek(oldest + currentTarget.valueAsNumber * 1000)}
    />
  );
}

interface ControlProps {
  label: string;
  /** The first control: it takes the focus that a pressed Watch live left behind. */
  first?: RefObject<HTMLButtonElement | null>;
  pressed?: boolean;
  look?: 'live-control-sound';
  onPress(): void;
  children: ReactNode;
}

function Control({ label, first, pressed, look, onPress, children }: ControlProps) {
  useEffect(() => {
    // Only where nothing else has it.
    if (document.activeElement === document.body) first?.current?.focus({ preventScroll: true });
  }, [first]);
  return (
    <button
      ref={first}
      type="button"
      className={look ? `live-control ${look}` : 'live-control'}
      aria-label={label}
      aria-pressed={pressed}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

function TextControl({ onPress, children }: { onPress(): void; children: ReactNode }) {
  return (
    <button type="button" className="live-control live-control-words" onClick={onPress}>
      {children}
    </button>
  );
}

function Waiting({ words }: { words: string }) {
  return (
    <p className="live-waiting" role="status">
      {words}
    </p>
  );
}

function clock(instant: number): string {
  return timeWords(iso(instant));
}

function iso(instant: number): string {
  return new Date(instant).toISOString();
}

function togglePlay(video: HTMLVideoElement | null) {
  if (!video) return;
  // If the browser refuses to play, nothing changes: the button still says Play.
  if (video.paused) video.play().catch(() => undefined);
  else video.pause();
}

function toggleMuted(video: HTMLVideoElement | null) {
  if (video) video.muted = !video.muted;
}

function unmute(video: HTMLVideoElement | null) {
  if (video) video.muted = false;
}

function toggleFullScreen(stage: HTMLElement | null) {
  // Where the browser refuses, the picture stays in its place.
  if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
  else stage?.requestFullscreen?.().catch(() => undefined);
}
