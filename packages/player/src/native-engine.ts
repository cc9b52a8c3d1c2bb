import type { Engine, EngineOptions } from './engine.ts';
import { faultOfMediaError } from './faults.ts';

/** The browser's own HLS (iPhone). It selects renditions itself among those of the playlist. */
export function createNativeEngine({ video, playlist, position, onFault }: EngineOptions): Engine {
  const listening = new AbortController();
  const { signal } = listening;
  const load = (from: number) => {
    video.src = playlist;
    video.addEventListener('loadedmetadata', () => seek(video, from), { once: true, signal });
    video.load();
  };
  video.addEventListener(
    'error',
    () => onFault(faultOfMediaError(video.error?.code, video.currentTime > 0)),
    { signal },
  );
  load(position);
  return {
    reload: () => load(video.currentTime),
    repair: load,
    destroy() {
      listening.abort();
      video.removeAttribute('src');
      video.load();
    },
  };
}

function seek(video: HTMLVideoElement, position: number): void {
  if (position > 0) video.currentTime = position;
}
