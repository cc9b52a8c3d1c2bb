import type { LiveView } from '@bonisa/player/live-engine';
import type { RefObject } from 'react';
import { type KeyAction, usePlayerKeys } from '../player/controls/player-keys.ts';

type Place = Pick<LiveView, 'position' | 'newest' | 'oldest' | 'seek' | 'goLive'>;

/** What the keys of a live channel act upon. */
export interface LiveKeyTarget {
  readonly view: Place | undefined;
  readonly video: Pick<HTMLVideoElement, 'volume' | 'muted'> | null;
  togglePlay(): void;
  toggleFullScreen(): void;
  toggleCaptions(): void;
  showKeys(): void;
}

/** The keys of a title's player, on a live channel: a share is one of the last two hours. */
export function useLiveKeys(stage: RefObject<HTMLElement | null>, target: LiveKeyTarget): void {
  usePlayerKeys(stage, (action) => actLive(action, target));
}

/** Does what a key says. A way beyond now leads back to live. */
export function actLive(action: KeyAction, target: LiveKeyTarget): void {
  const { view, video } = target;
  switch (action.kind) {
    case 'toggle':
      target.togglePlay();
      break;
    case 'full-screen':
      target.toggleFullScreen();
      break;
    case 'captions':
      target.toggleCaptions();
      break;
    case 'list':
      target.showKeys();
      break;
    case 'mute':
      if (video) video.muted = !video.muted;
      break;
    case 'volume':
      if (video) video.volume = Math.min(1, Math.max(0, video.volume + action.by));
      break;
    case 'skip':
      if (view) goTo(view, view.position() + action.by * 1000);
      break;
    case 'go-to':
      if (view) goTo(view, view.oldest() + action.by * (view.newest() - view.oldest()));
  }
}

/** Goes to an instant of the last two hours; beyond now that is live. */
export function goTo(view: Place, instant: number): void {
  if (instant >= view.newest()) view.goLive();
  else view.seek(Math.max(view.oldest(), instant));
}
