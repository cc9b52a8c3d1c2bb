import { type RefObject, useEffect, useEffectEvent } from 'react';

interface Actions {
  toggle(): void;
  toggleFullScreen(): void;
  toggleCaptions(): void;
}

const SKIP_SECONDS = 10;

/**
 * The player action of a key; `undefined` for other keys. Keys with a modifier belong to the
 * browser.
 */
export function keyAction(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  onControl: boolean,
) {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  switch (event.key.toLowerCase()) {
    case ' ':
      // On a button the space bar presses that button.
      return onControl ? undefined : 'toggle';
    case 'k':
      return 'toggle';
    case 'arrowleft':
      return 'back';
    case 'arrowright':
      return 'on';
    case 'm':
      return 'mute';
    case 'f':
      return 'full-screen';
    case 'c':
      return 'captions';
    default:
      return undefined;
  }
}

/** The usual keys of a player, while the focus is on the stage or on no control. */
export function usePlayerKeys(
  stage: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
  actions: Actions,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const element = video.current;
    if (!element || (target !== document.body && !stage.current?.contains(target))) return;
    const action = keyAction(event, target instanceof HTMLButtonElement);
    if (!action) return;
    event.preventDefault();
    if (action === 'toggle') actions.toggle();
    else if (action === 'full-screen') actions.toggleFullScreen();
    else if (action === 'captions') actions.toggleCaptions();
    else if (action === 'mute') element.muted = !element.muted;
    else element.currentTime += action === 'on' ? SKIP_SECONDS : -SKIP_SECONDS;
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
