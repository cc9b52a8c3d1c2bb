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
import type { BrowsedPage } from '../layouts/browsed-page.ts';
import {
  CaptionsIcon,
  FullScreenIcon,
  LeaveFullScreenIcon,
  MiniPlayerIcon,
  MutedIcon,
  PauseIcon,
  SettingsIcon,
  SmallPictureIcon,
  SoundIcon,
} from '../player/controls/control-icons.tsx';
import '../player/controls/controls.css';
import { KeyList } from '../player/controls/key-list.tsx';
import { PictureControls, useOnPicture } from '../player/controls/on-picture.tsx';
import { useOtherScreens } from '../player/controls/use-other-screens.ts';
import { useShrink, useSwipeDown } from '../player/use-shrink.ts';
import { proseLanguage } from '../words/find-text.ts';
import { say } from '../words/words.ts';
import type { LivePlayback } from './live-playback.ts';
import { LiveSettings } from './live-settings.tsx';
import type { LiveShown } from './live-shown.ts';
import { UntilTime } from './live-times.tsx';
import { myLive } from './my-live.ts';
import { timeWords } from './on-air.ts';
import type { LiveCaptionChoice } from './use-live-captions.ts';
import { goTo, useLiveKeys } from './use-live-keys.ts';

interface LiveControlsProps {
  stage: RefObject<HTMLElement | null>;
  video: RefObject<HTMLVideoElement | null>;
  state: PlaybackState;
  playback: LivePlayback | undefined;
  captions: LiveCaptionChoice;
  channel: LiveShown;
  browsed: BrowsedPage;
  onClose(): void;
}

/** The programme, how far it is, and the way back and forth in the last two hours. */
export function LiveControls(props: LiveControlsProps) {
  const { stage, video, state, playback, captions, channel, browsed, onClose } = props;
  const first = useRef<HTMLButtonElement>(null);
  const [sheet, setSheet] = useState<'settings' | 'keys'>();
  const element = video.current;
  const view = playback?.view;
  const programme = view?.programme();
  const isLive = view?.isLive() ?? true;
  const { smallPicture } = useOtherScreens(video);
  const plays = state.kind === 'on' && element?.paused === false;
  const on = useOnPicture(stage, video, {
    mayHide: plays && sheet === undefined,
    // Where the browser plays the channel by itself there is no known way back.
    skipBy: view && ((by) => goTo(view, view.position() + by * 1000)),
  });
  const { full, toggle } = on;
  const shrink = useShrink(browsed, myLive.shrink);
  useSwipeDown(stage, shrink);
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
  const title = programme?.title ?? channel.title;
  return (
    <>
      <PictureControls on={on} className="live-controls">
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
          {full.active ? null : (
            <Control label={say('player.mini')} onPress={shrink}>
              <MiniPlayerIcon />
            </Control>
          )}
          <p className="live-controls-head">
            {isLive ? <span className="live-state">{say('live.heading')}</span> : null}
            <span className="live-controls-title" lang={proseLanguage()}>
              {title}
            </span>
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
      </PictureControls>
      {state.kind === 'on' && state.muted ? (
        <Button look="quiet" className="live-sound" onClick={() => unmute(element)}>
          <MutedIcon />
          {say('live.tap_for_sound')}
        </Button>
      ) : null}
      {sheet === 'keys' ? <KeyList onClose={() => setSheet(undefined)} /> : null}
      {sheet === 'settings' ? (
        <LiveSettings hourCosts={channel.hourCosts} onClose={() => setSheet(undefined)} />
      ) : null}
    </>
  );
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

function toggleMuted(video: HTMLVideoElement | null) {
  if (video) video.muted = !video.muted;
}

function unmute(video: HTMLVideoElement | null) {
  if (video) video.muted = false;
}
