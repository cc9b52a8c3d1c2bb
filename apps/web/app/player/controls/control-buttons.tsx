import { type ReactNode, type Ref, type RefObject, useEffect, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { PlayIcon } from '../../design/icons.tsx';
import { say } from '../../words/words.ts';
import type { MediaState } from '../media-state.ts';
import {
  CaptionsIcon,
  FullScreenIcon,
  LeaveFullScreenIcon,
  MiniPlayerIcon,
  MutedIcon,
  OtherScreenIcon,
  PauseIcon,
  ReplayIcon,
  SettingsIcon,
  SkipIcon,
  SmallPictureIcon,
  SoundIcon,
} from './control-icons.tsx';
import { SKIP_SECONDS } from './tap-gestures.ts';
import type { Captions } from './use-captions.ts';
import { useOtherScreens } from './use-other-screens.ts';

interface ControlButtonProps {
  label: string;
  className?: string;
  pressed?: boolean;
  ref?: Ref<HTMLButtonElement> | undefined;
  onPress(): void;
  children: ReactNode;
}

export function ControlButton({
  label,
  className,
  pressed,
  ref,
  onPress,
  children,
}: ControlButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      className={className ? `control ${className}` : 'control'}
      aria-label={label}
      aria-pressed={pressed}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

interface PlayButtonsProps {
  media: MediaState;
  ref: Ref<HTMLButtonElement>;
  onToggle(): void;
  /** Undefined where there is no known way back. */
  onSkip: ((by: number) => void) | undefined;
}

/** Large in the middle of the picture; in the bar where a mouse is at hand. */
export function PlayButtons({ media, ref, onToggle, onSkip }: PlayButtonsProps) {
  const { paused, ended } = media;
  const Icon = ended ? ReplayIcon : paused ? PlayIcon : PauseIcon;
  return (
    <div className="controls-middle">
      {onSkip ? (
        <ControlButton
          label={say('player.back_10')}
          className="control-skip"
          onPress={() => onSkip(-SKIP_SECONDS)}
        >
          <SkipIcon />
        </ControlButton>
      ) : null}
      <ControlButton ref={ref} label={playWords(media)} className="control-play" onPress={onToggle}>
        <Icon />
      </ControlButton>
      {onSkip ? (
        <ControlButton
          label={say('player.on_10')}
          className="control-skip"
          onPress={() => onSkip(SKIP_SECONDS)}
        >
          <SkipIcon on />
        </ControlButton>
      ) : null}
    </div>
  );
}

function playWords({ paused, ended }: MediaState): string {
  if (!paused) return say('player.pause');
  return ended ? say('player.play_again') : say('player.play');
}

interface MuteButtonProps {
  media: MediaState;
  onMute(muted: boolean): void;
}

function MuteButton({ media: { muted }, onMute }: MuteButtonProps) {
  return (
    <ControlButton
      label={muted ? say('player.sound_on') : say('player.mute')}
      onPress={() => onMute(!muted)}
    >
      {muted ? <MutedIcon /> : <SoundIcon />}
    </ControlButton>
  );
}

/** After so long the viewer has seen it. */
const NEW_MS = 8000;

/**
 * While the browser allows playback only without sound: at first in sight, later with the controls.
 */
export function TapForSound({ onPress }: { onPress(): void }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setLate, NEW_MS, true);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Button
      look="quiet"
      className="controls-sound"
      data-late={isLate || undefined}
      onClick={onPress}
    >
      <MutedIcon />
      {say('player.tap_for_sound')}
    </Button>
  );
}

/** At the top left, where a phone's players have it. */
export function MiniPlayerButton({ onPress }: { onPress(): void }) {
  return (
    <ControlButton label={say('player.mini')} onPress={onPress}>
      <MiniPlayerIcon />
    </ControlButton>
  );
}

interface ActionButtonsProps extends MuteButtonProps {
  video: RefObject<HTMLVideoElement | null>;
  captions: Captions;
  full: { readonly active: boolean; toggle(): void };
  onSettings(): void;
}

/** Other screens, captions, settings and full screen. */
export function ActionButtons(props: ActionButtonsProps) {
  const { video, media, captions, full, onMute, onSettings } = props;
  const { smallPicture, remote } = useOtherScreens(video);
  return (
    <>
      <div className="controls-top">
        {remote ? (
          <ControlButton
            label={say('player.other_screen')}
            pressed={remote.active}
            onPress={remote.choose}
          >
            <OtherScreenIcon />
          </ControlButton>
        ) : null}
        {smallPicture ? (
          <ControlButton
            label={say('player.small_picture')}
            pressed={smallPicture.active}
            onPress={smallPicture.toggle}
          >
            <SmallPictureIcon />
          </ControlButton>
        ) : null}
        <MuteButton media={media} onMute={onMute} />
        <CaptionsButton captions={captions} />
        <ControlButton label={say('player.settings')} onPress={onSettings}>
          <SettingsIcon />
        </ControlButton>
      </div>
      <ControlButton
        label={full.active ? say('player.leave_full_screen') : say('player.full_screen')}
        onPress={full.toggle}
      >
        {full.active ? <LeaveFullScreenIcon /> : <FullScreenIcon />}
      </ControlButton>
    </>
  );
}

function CaptionsButton({ captions: { tracks, chosen, toggle } }: { captions: Captions }) {
  if (tracks.length === 0) return null;
  const shown = tracks[chosen];
  return (
    <ControlButton
      label={
        shown
          ? say('player.captions.shown', { language: shown.label })
          : say('player.captions.none')
      }
      pressed={shown !== undefined}
      onPress={toggle}
    >
      <CaptionsIcon />
    </ControlButton>
  );
}
