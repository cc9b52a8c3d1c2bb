import type { DataCosts, Picture } from '@bonisa/contract/title-facts';
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
  LeaveFullScreenIcon,
  MutedIcon,
  PauseIcon,
  SettingsIcon,
  SmallPictureIcon,
  SoundIcon,
} from '../player/controls/control-icons.tsx';
import '../player/controls/controls.css';
import { KeyList } from '../player/controls/key-list.tsx';
import { SkipShown, type Skips, useSkips } from '../player/controls/skips.tsx';
import { useControlsShown } from '../player/controls/use-controls-shown.ts';
import { useFullScreen } from '../player/controls/use-full-screen.ts';
import { useOtherScreens } from '../player/controls/use-other-screens.ts';
import { usePictureTaps } from '../player/controls/use-picture-taps.ts';
import { togglePlay } from '../player/media-state.ts';
import { say } from '../words/words.ts';
import type { LivePlayback } from './live-playback.ts';
import { LiveSettings } from './live-settings.tsx';
import { UntilTime } from './live-times.tsx';
import { timeWords } from './on-air.ts';
import type { LiveCaptionChoice } from './use-live-captions.ts';
import { goTo, useLiveKeys } from './use-live-keys.ts';
import { useLivePhone } from './use-live-phone.ts';

interface LiveControlsProps {
  stage: RefObject<HTMLElement | null>;
  video: RefObject<HTMLVideoElement | null>;
  state: PlaybackState;
  playback: LivePlayback | undefined;
  captions: LiveCaptionChoice;
  channel: { readonly title: string; readonly landscape: Picture };
  hourCosts: DataCosts | null;
  onClose(): void;
}

/** The programme, how far it is, and the way back and forth in the last two hours. */
export function LiveControls(props: LiveControlsProps) {
  const { stage, video, state, playback, captions, channel, hourCosts, onClose } = props;
  const first = useRef<HTMLButtonElement>(null);
  const [sheet, setSheet] = useState<'settings' | 'keys'>();
  const element = video.current;
  const view = playback?.view;
  const programme = view?.programme();
  const isLive = view?.isLive() ?? true;
  const full = useFullScreen(stage, video);
  const { smallPicture } = useOtherScreens(video);
  const toggle = () => togglePlay(element);
  useLiveKeys(stage, {
    view,
    video: element,
    togglePlay: toggle,
    toggleFullScreen: full.toggle,
    toggleCaptions: captions.toggle,
    showKeys: () => setSheet('keys'),
  });
  // The control that was pressed goes away with its reason: the focus stays in the player.
  const go = (where: () => void) => {
    where();
    first.current?.focus({ preventScroll: true });
  };
  const plays = state.kind === 'on' && element?.paused === false;
  const controls = useControlsShown(stage, plays && sheet === undefined);
  const skips = useSkips((by) => {
    if (view) goTo(view, view.position() + by * 1000);
  });
  const taps = usePictureTaps(controls, view ? skips : NO_SKIPS, {
    toggle,
    toggleFullScreen: full.toggle,
  });
  const title = programme?.title ?? channel.title;
  useLivePhone(video, {
    ...{ title, channel: channel.title, landscape: channel.landscape },
    skip: view ? skips.skip : NO_SKIPS.skip,
  });
  return (
    <>
      <div
        className="live-controls"
        data-resting={controls.shown ? undefined : true}
        onPointerDownCapture={taps.onPointerDownCapture}
        onClickCapture={taps.onClickCapture}
      >
        <button
          type="button"
          className="controls-ground"
          aria-hidden="true"
          tabIndex={-1}
          onClick={taps.onClick}
          onDoubleClick={taps.onDoubleClick}
        />
        <SkipShown seconds={skips.shown} />
        {state.kind === 'starting' ? <Waiting words={say('live.starting')} /> : null}
        {state.kind === 'recovering' ? <Waiting words={say('live.recovering')} /> : null}
        <div className="live-controls-bar">
          {playback?.view ? <TimeBar view={playback.view} /> : null}
          <div className="live-controls-row">
            <Control
              label={element?.paused ? say('live.play') : say('live.pause')}
              first={first}
              onPress={toggle}
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
            <Control
              label={full.active ? say('player.leave_full_screen') : say('live.full_screen')}
              onPress={full.toggle}
            >
              {full.active ? <LeaveFullScreenIcon /> : <FullScreenIcon />}
            </Control>
          </div>
        </div>
        <div className="live-controls-top">
          <p className="live-controls-head">
            {isLive ? <span className="live-state">{say('live.heading')}</span> : null}
            <span className="live-controls-title">{title}</span>
            {programme ? (
              <span className="live-controls-times">
                {clock(programme.starts_at)} <UntilTime instant={iso(programme.ends_at)} />
              </span>
            ) : null}
          </p>
          {smallPicture ? (
            <Control
              label={say('player.small_picture')}
              pressed={smallPicture.active}
              onPress={smallPicture.toggle}
            >
              <SmallPictureIcon />
            </Control>
          ) : null}
          {captions.available ? (
            <Control
              label={say('title.captions')}
              pressed={captions.shown}
              onPress={captions.toggle}
            >
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
      </div>
      {state.kind === 'on' && state.muted ? (
        <Button look="quiet" className="live-sound" onClick={() => unmute(element)}>
          <MutedIcon />
          {say('live.tap_for_sound')}
        </Button>
      ) : null}
      {sheet === 'keys' ? <KeyList onClose={() => setSheet(undefined)} /> : null}
      {sheet === 'settings' ? (
        <LiveSettings hourCosts={hourCosts} onClose={() => setSheet(undefined)} />
      ) : null}
    </>
  );
}

/** Where the browser plays the channel by itself there is no known way back. */
const NO_SKIPS: Skips = { shown: undefined, skip: () => undefined };

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

function toggleMuted(video: HTMLVideoElement | null) {
  if (video) video.muted = !video.muted;
}

function unmute(video: HTMLVideoElement | null) {
  if (video) video.muted = false;
}
