import { type MouseEvent, type PointerEvent, useRef } from 'react';
import type { Skips } from './skips.tsx';
import { decideTap, isInRow, type TapRow } from './tap-gestures.ts';
import type { ControlsShown } from './use-controls-shown.ts';

interface PictureTaps {
  /** For everything over the picture: notes whether a finger touches hidden controls. */
  onPointerDownCapture(event: PointerEvent): void;
  /** For everything over the picture: a tap on a hidden control is one on the picture. */
  onClickCapture(event: MouseEvent<HTMLElement>): void;
  /** For the picture itself. */
  onClick(event: MouseEvent<HTMLElement>): void;
  onDoubleClick(): void;
}

/**
 * Taps and clicks on the picture. A finger shows and hides the controls, and skips by double taps;
 * a mouse plays and pauses, and a double click
 * fills the screen.
 */
export function usePictureTaps(
  { shown, show, hide }: ControlsShown,
  skips: Skips,
  { toggle, toggleFullScreen }: { toggle(): void; toggleFullScreen(): void },
): PictureTaps {
  const row = useRef<TapRow>(undefined);
  const touch = useRef({ isFinger: false, onHidden: false });

  const tap = (event: MouseEvent<HTMLElement>, stage: Element) => {
    const { left, width } = stage.getBoundingClientRect();
    const at = event.timeStamp;
    const decided = decideTap(row.current, { at, x: (event.clientX - left) / width });
    row.current = decided.row;
    if (decided.meaning.kind === 'toggle') return shown ? hide() : show();
    hide();
    skips.skip(decided.meaning.by, decided.meaning.total);
  };

  return {
    onPointerDownCapture({ pointerType }) {
      touch.current = { isFinger: pointerType === 'touch', onHidden: !shown };
    },
    onClickCapture(event) {
      const { isFinger, onHidden } = touch.current;
      // The first tap of a double tap shows the controls, one of which may be under the second.
      const isSecond =
        isInRow(row.current, event.timeStamp) &&
        (event.target as Element).closest('.control-skip') !== null;
      // Keys, and a press by a screen reader, have no pointer.
      if (!isFinger || event.detail === 0 || !(onHidden || isSecond)) return;
      touch.current = { isFinger, onHidden: false };
      event.preventDefault();
      event.stopPropagation();
      tap(event, event.currentTarget);
    },
    onClick(event) {
      if (touch.current.isFinger) tap(event, event.currentTarget);
      else toggle();
    },
    onDoubleClick() {
      if (!touch.current.isFinger) toggleFullScreen();
    },
  };
}
