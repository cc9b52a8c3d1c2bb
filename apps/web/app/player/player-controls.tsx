import type { PlaySource } from '@bonisa/player/playback';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { BrowsedPage } from '../layouts/browsed-page.ts';
import type { Watchable } from '../watch/watchable.ts';
import {
  ActionButtons,
  MiniPlayerButton,
  PlayButtons,
  TapForSound,
} from './controls/control-buttons.tsx';
import './controls/controls.css';
import { Failed, WeakSignal } from './controls/failed.tsx';
import { KeyList } from './controls/key-list.tsx';
import { PictureControls, useOnPicture } from './controls/on-picture.tsx';
import { type KeyAction, usePlayerKeys } from './controls/player-keys.ts';
import { SeekBar } from './controls/seek-bar.tsx';
import { SettingsSheet } from './controls/settings-sheet.tsx';
import { skipIn } from './controls/skips.tsx';
import { TimeLine } from './controls/time-line.tsx';
import { useCaptions } from './controls/use-captions.ts';
import { useParts } from './controls/use-parts.ts';
import { usePhone } from './controls/use-phone.ts';
import { useMediaState } from './media-state.ts';
import { myPlayer } from './my-player.ts';
import type { Player } from './use-player.ts';
import { useShrink, useSwipeDown } from './use-shrink.ts';

interface ControlsProps {
  stage: RefObject<HTMLDivElement | null>;
  player: Player;
  item: Watchable;
  browsed: BrowsedPage;
}

/** Everything over a playing picture. Loaded after the first picture, or when playback fails. */
export function PlayerControls(props: ControlsProps) {
  const { player, item } = props;
  const { state } = player;
  if (state.kind === 'failed') return <Failed player={player} item={item} state={state} />;
  if (state.kind === 'idle' || state.kind === 'starting') return null;
  return <Controls {...props} />;
}

function Controls({ stage, player, item, browsed }: ControlsProps) {
  const { state, video, source } = player;
  const media = useMediaState(video);
  const [sheet, setSheet] = useState<'settings' | 'keys'>();
  const [scrubbed, setScrubbed] = useState<number>();
  const isBusy = sheet !== undefined || scrubbed !== undefined;
  const on = useOnPicture(stage, video, {
    mayHide: state.kind === 'on' && !media.paused && !isBusy,
    skipBy: (by) => skipIn(video.current, by),
  });
  const { controls, full, skips, toggle } = on;
  const captions = useCaptions(stage, video, source?.captions ?? NO_TRACKS, item.show ?? item.slug);
  const mute = (muted: boolean) => {
    if (video.current) video.current.muted = muted;
  };
  const play = useFocusOnPlay(state.kind === 'on');
  usePhone(video, item);
  const shrink = useShrink(browsed, myPlayer.shrink);
  useSwipeDown(stage, shrink);

  const act = (action: KeyAction) => {
    const { current: element } = video;
    if (!element) return;
    controls.show();
    if (action.kind === 'toggle') toggle();
    else if (action.kind === 'skip') skips.skip(action.by);
    else if (action.kind === 'go-to') element.currentTime = action.by * media.duration;
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
          <p className="controls-title" aria-hidden="true">
            {item.title}
          </p>
        </div>
        <PlayButtons ref={play} media={media} onToggle={toggle} onSkip={skips.skip} />
        <div className="controls-bar">
          <SeekBar
            media={media}
            parts={useParts(source)}
            scrubbed={scrubbed}
            onScrub={setScrubbed}
            onSeek={(to) => {
              if (video.current) video.current.currentTime = to;
            }}
          />
          <div className="controls-row">
            <TimeLine
              media={media}
              at={scrubbed ?? media.time}
              source={source}
              since={player.since}
            />
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

function changeVolume(video: HTMLVideoElement, by: number): void {
  video.muted = false;
  video.volume = Math.max(0, Math.min(1, Math.round((video.volume + by) * 10) / 10));
}
