import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

const SHOWN_MS = 3_000;

export interface ControlsShown {
  readonly shown: boolean;
  /** The viewer works with keys: what has the focus stays visible. */
  readonly byKeys: boolean;
  show(): void;
  hide(): void;
}

/**
 * Whether the controls show. Not at first: what begins to play may begin with its own words in the
 * picture. While `mayHide` they go three seconds after the viewer last moved a
 * mouse, typed or used them; a tap on the picture decides otherwise (`use-picture-taps.ts`).
 */
export function useControlsShown(
  stage: RefObject<HTMLElement | null>,
  mayHide: boolean,
): ControlsShown {
  const [shown, setShown] = useState(false);
  /** The viewer has seen them, or has paused: they no longer cover the first pictures. */
  const wasHeld = useRef(false);
  const [byKeys, setByKeys] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hide = useCallback(() => {
    clearTimeout(timer.current);
    setShown(false);
  }, []);
  const show = useCallback(() => {
    clearTimeout(timer.current);
    setShown(true);
    timer.current = setTimeout(setShown, SHOWN_MS, false);
  }, []);
  useEffect(() => {
    if (!mayHide) wasHeld.current = true;
    else if (wasHeld.current) show();
    return () => clearTimeout(timer.current);
  }, [show, mayHide]);
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const life = new AbortController();
    const { signal } = life;
    const onPointer = ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'touch') show();
    };
    element.addEventListener('pointermove', onPointer, { signal });
    // A finger moves the focus before its click, which alone decides what the tap means.
    let isTapping = false;
    let usesKeys = false;
    const turnKeys = (does: boolean) => {
      usesKeys = does;
      setByKeys(does);
    };
    const endTap = () => {
      isTapping = false;
    };
    const onDown = ({ pointerType }: PointerEvent) => {
      isTapping = pointerType === 'touch';
      turnKeys(false);
    };
    element.addEventListener('pointerdown', onDown, { signal });
    for (const end of ['click', 'pointercancel'])
      element.addEventListener(end, endTap, { signal, capture: true });
    element.addEventListener('keydown', show, { signal });
    // The focus may come from outside.
    document.addEventListener('keydown', () => turnKeys(true), { signal });
    // Script moves the focus, too, when playback begins: for those who use keys.
    element.addEventListener('focusin', () => usesKeys && !isTapping && show(), { signal });
    return () => life.abort();
  }, [stage, show]);
  return { shown: shown || !mayHide, byKeys, show, hide };
}
