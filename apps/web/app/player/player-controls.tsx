import type { PlaySource } from '@bonisa/player/play-source';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { BrowsedPage } from '../layouts/browsed-page.ts';
import type { Playable } from '../watch/watchable.ts';
import { proseLanguage } from '../words/find-text.ts';
import {
  ActionButtons,
  MiniPlayerButton,
  PlayButtons,
  TapForSound,
} from './controls/control-buttons.tsx';
import './controls/controls.css';
import { Awaited, Failed, WeakSignal } from './controls/failed.tsx';
import { KeyList } from './controls/key-list.tsx';
import { PictureControls, useOnPicture } from './controls/on-picture.tsx';
import { type KeyAction, usePlayerKeys } from './controls/player-keys.ts';
import { SeekBar } from './controls/seek-bar.tsx';
import { SettingsSheet } from './controls/settings-sheet.tsx';
import { TimeLine, TitleTime } from './controls/time-line.tsx';
import { useCaptions } from './controls/use-captions.ts';
import { useLiveCaptions } from './controls/use-live-captions.ts';
import { useParts } from './controls/use-parts.ts';
import { usePhone } from './controls/use-phone.ts';
import { useRaisedCaptions } from './controls/use-raised-captions.ts';
import { BackToLive, OnAir, StartOverButton } from './live-controls.tsx';
import { useMediaState } from './media-state.ts';
import { myPlayer } from './my-player.ts';
import { liveStretch, titleStretch } from './stretch.ts';
import type { Player } from './use-player.ts';
import { useShrink, useSwipeDown } from './use-shrink.ts';

interface ControlsProps {
  stage: RefObject<HTMLDivElement | null>;
  player: Player;
  item: Playable;
  browsed: BrowsedPage;
}

/** Everything over a playing picture. Loaded after the first picture, or when playback fails. */
export function PlayerControls(props: ControlsProps) {
  const { player, item } = props;
  const { state, live } = player;
  if (live?.isAwaited) return <Awaited isOffAir={item.kind === 'live' && item.isOffAir} />;
  if (state.kind === 'failed') return <Failed player={player} item={item} state={state} />;
  if (state.kind === 'idle' || state.kind === 'starting') return null;
  return <Controls {...props} />;
}

function Controls({ stage, player, item, browsed }: ControlsProps) {
  const { state, video, source, live } = player;
  const media = useMediaState(video);
  const isLive = item.kind === 'live';
  const view = live?.view;
  // Where the browser plays a channel by itself there is no known way back.
  const stretch = view
    ? liveStretch(view)
    : isLive
      ? undefined
      : titleStretch(video.current, media.duration);
  const [sheet, setSheet] = useState<'settings' | 'keys'>();
  const [scrubbed, setScrubbed] = useState<number>();
  const isBusy = sheet !== undefined || scrubbed !== undefined;
  const on = useOnPicture(stage, video, {
    mayHide: state.kind === 'on' && !media.paused && !isBusy,
    skipBy: stretch?.skip,
  });
  const { controls, full, skips, toggle } = on;
  const ofChannel = useLiveCaptions(video, view);
  const ofTitle = { tracks: source?.captions ?? NO_TRACKS, sound: source?.audio_language };
  const captions = useCaptions(stage, video, isLive ? ofChannel : ofTitle, memoryOf(item));
  useRaisedCaptions(stage, video, controls, captions);
  const mute = (muted: boolean) => {
    if (video.current) video.current.muted = muted;
  };
  const parts = useParts(source);
  const play = useFocusOnPlay(state.kind === 'on');
  usePhone(video, item, {
    programme: view?.programme()?.title,
    skip: stretch?.skip,
  });
  const shrink = useShrink(browsed, myPlayer.shrink);
  useSwipeDown(stage, shrink);

  const act = (action: KeyAction) => {
    const { current: element } = video;
    if (!element) return;
    controls.show();
    if (action.kind === 'toggle') toggle();
    else if (action.kind === 'skip') skips.skip(action.by);
    else if (action.kind === 'go-to')
      stretch?.go(stretch.start + action.by * (stretch.end - stretch.start));
    else if (action.kind === 'volume') changeVolume(element, action.by);
    else if (action.kind === 'mute') mute(!element.muted);
    else if (action.kind === 'captions') captions.toggle();
    else if (action.kind === 'full-screen') full.toggle();
    else setSheet('keys');
  };
  usePlayerKeys(stage, act);

  return (
    <>
      <PictureControls
        on={on}
        className="controls"
        data-keys={controls.byKeys || undefined}
        data-waiting={(media.waiting && state.kind === 'on') || undefined}
        data-scrubbing={scrubbed === undefined ? undefined : true}
      >
        {state.kind === 'recovering' ? <WeakSignal /> : null}
        <div className="controls-start">
          {full.active ? null : <MiniPlayerButton onPress={shrink} />}
          <p className="controls-title" aria-hidden="true" lang={proseLanguage()}>
            {view?.programme()?.title ?? item.title}
          </p>
        </div>
        {view ? <BackToLive view={view} onPress={() => play.current?.focus()} /> : null}
        <PlayButtons ref={play} media={media} onToggle={toggle} onSkip={stretch && skips.skip} />
        <div className="controls-bar">
          {stretch ? (
            <SeekBar
              media={media}
              stretch={stretch}
              parts={parts}
              scrubbed={scrubbed}
              onScrub={setScrubbed}
            />
          ) : null}
          <div className="controls-row">
            <TimeLine source={source} view={view} since={player.since}>
              {isLive ? (
                <OnAir view={view} at={scrubbed} />
              ) : (
                <TitleTime at={scrubbed ?? media.time} duration={media.duration} />
              )}
            </TimeLine>
            {view ? <StartOverButton view={view} /> : null}
            <ActionButtons
              video={video}
              media={media}
              captions={captions}
              full={full}
              onMute={mute}
              onSettings={() => setSheet('settings')}
            />
          </div>
        </div>
      </PictureControls>
      {state.kind === 'on' && state.muted ? <TapForSound onPress={() => mute(false)} /> : null}
      {sheet === 'settings' ? (
        <SettingsSheet
          video={video}
          media={media}
          item={item}
          source={source}
          captions={captions}
          onChoose={player.choose}
          onClose={() => setSheet(undefined)}
        />
      ) : null}
      {sheet === 'keys' ? <KeyList onClose={() => setSheet(undefined)} /> : null}
    </>
  );
}

/**
 * Moves the focus to Pause when playback has begun: the Watch button, which had it, is gone by
 * then. A focus that is somewhere else stays there.
 */
function useFocusOnPlay(isOn: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    if (isOn && (activeElement === null || activeElement === document.body))
      button.current?.focus({ preventScroll: true });
  }, [isOn]);
  return button;
}

const NO_TRACKS: PlaySource['captions'] = [];

/** What captions are remembered for: a show, a video, or a live channel. */
function memoryOf(item: Playable): string {
  if (item.kind === 'live') return `live ${item.slug}`;
  return item.show ?? item.slug;
}

function changeVolume(video: HTMLVideoElement, by: number): void {
  video.muted = false;
  video.volume = Math.max(0, Math.min(1, Math.round((video.volume + by) * 10) / 10));
}
