import { type RefObject, useEffect, useEffectEvent } from 'react';

/** What a key of the player does. */
export type KeyAction =
  | { readonly kind: 'toggle' | 'mute' | 'full-screen' | 'captions' | 'list' }
  /** Skips seconds, or goes to a share of the whole (0 to 1). */
  | { readonly kind: 'skip' | 'go-to' | 'volume'; readonly by: number };

/** Where a key was pressed: it decides who a key belongs to. */
export type KeyPlace =
  /** In a text field, a list or a dialog: its own keys. */
  | 'field'
  /** On a button or a link of the player. */
  | 'control'
  | 'slider'
  | 'player'
  /** On nothing in particular, where up and down scroll the page. */
  | 'nowhere'
  /** On something else of the page. */
  | 'page';

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const SKIP_SECONDS = 10;
const VOLUME_STEP = 0.1;

/**
 * The player's action of a key; `undefined` for a key that belongs to the browser or to what has
 * the focus.
 */
export function keyAction(event: Key, place: KeyPlace): KeyAction | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || place === 'field') return undefined;
  const { key } = event;
  const near = nearAction(key, place);
  if (near !== undefined || place === 'page') return near ?? letterAction(key);
  return letterAction(key) ?? arrowAction(key, place);
}

/** The space bar presses the button that has the focus, and scrolls the page. */
function nearAction(key: string, place: KeyPlace): KeyAction | undefined {
  const isOurs = place !== 'control' && place !== 'page';
  return key === ' ' && isOurs ? { kind: 'toggle' } : undefined;
}

function letterAction(key: string): KeyAction | undefined {
  if (/^[0-9]$/.test(key)) return { kind: 'go-to', by: Number(key) / 10 };
  switch (key.toLowerCase()) {
    case 'k':
      return { kind: 'toggle' };
    case 'j':
      return { kind: 'skip', by: -SKIP_SECONDS };
    case 'l':
      return { kind: 'skip', by: SKIP_SECONDS };
    case 'm':
      return { kind: 'mute' };
    case 'f':
      return { kind: 'full-screen' };
    case 'c':
      return { kind: 'captions' };
    case '?':
      return { kind: 'list' };
    default:
      return undefined;
  }
}

/** Up and down on a slider move it, as on every slider. */
function arrowAction(key: string, place: KeyPlace): KeyAction | undefined {
  const vertical = place === 'slider' ? 'skip' : 'volume';
  const step = place === 'slider' ? SKIP_SECONDS : VOLUME_STEP;
  switch (key) {
    case 'ArrowLeft':
      return { kind: 'skip', by: -SKIP_SECONDS };
    case 'ArrowRight':
      return { kind: 'skip', by: SKIP_SECONDS };
    case 'ArrowUp':
      return place === 'nowhere' ? undefined : { kind: vertical, by: step };
    case 'ArrowDown':
      return place === 'nowhere' ? undefined : { kind: vertical, by: -step };
    default:
      return undefined;
  }
}

/** Calls `act` for the player's keys, wherever on the page they are pressed. */
export function usePlayerKeys(
  stage: RefObject<HTMLElement | null>,
  act: (action: KeyAction) => void,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLElement)) return;
    const action = keyAction(event, placeOf(event.target, stage.current));
    if (!action) return;
    event.preventDefault();
    act(action);
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

const FIELDS = 'input:not([type="range"]), textarea, select, [contenteditable], dialog';

function placeOf(target: HTMLElement, stage: HTMLElement | null): KeyPlace {
  if (target.closest(FIELDS)) return 'field';
  // What fills the screen has no page around it.
  if (target === document.body) return document.fullscreenElement ? 'player' : 'nowhere';
  if (!stage?.contains(target)) return 'page';
  if (target instanceof HTMLInputElement) return 'slider';
  return target.closest('button, a') ? 'control' : 'player';
}
