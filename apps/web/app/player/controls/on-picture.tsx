import type { HTMLAttributes, RefObject } from 'react';
import { togglePlay } from '../media-state.ts';
import { SkipShown, type Skips, useSkips } from './skips.tsx';
import { type ControlsShown, useControlsShown } from './use-controls-shown.ts';
import { useFullScreen } from './use-full-screen.ts';
import { usePictureTaps } from './use-picture-taps.ts';

interface PictureTerms {
  /** Whether the controls may go while the viewer does nothing. */
  mayHide: boolean;
  /** Goes on or back by seconds; undefined where there is no known way. */
  skipBy: ((seconds: number) => void) | undefined;
}

/** What fingers, mouse and keys do with a playing picture, of a title and of a live channel. */
export interface OnPicture {
  readonly controls: ControlsShown;
  readonly full: ReturnType<typeof useFullScreen>;
  readonly skips: Skips;
  readonly taps: ReturnType<typeof usePictureTaps>;
  toggle(): void;
}

const NO_SKIPS: Skips = { shown: undefined, skip: () => undefined };

export function useOnPicture(
  stage: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
  { mayHide, skipBy }: PictureTerms,
): OnPicture {
  const controls = useControlsShown(stage, mayHide);
  const full = useFullScreen(stage, video);
  const own = useSkips((by) => skipBy?.(by));
  const skips = skipBy ? own : NO_SKIPS;
  const toggle = () => togglePlay(video.current);
  const taps = usePictureTaps(controls, skips, { toggle, toggleFullScreen: full.toggle });
  return { controls, full, skips, taps, toggle };
}

interface PictureControlsProps extends HTMLAttributes<HTMLDivElement> {
  on: OnPicture;
}

/** The controls over a picture, on a ground that takes taps and clicks. */
export function PictureControls({ on, children, ...rest }: PictureControlsProps) {
  const { controls, skips, taps } = on;
  return (
    <div
      {...rest}
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
      {children}
    </div>
  );
}
