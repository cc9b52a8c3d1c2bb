import { type RefObject, useEffect, useState } from 'react';

type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/**
 * Full screen for the stage with our controls; on an iPhone, which supports it only for a video,
 * with its own.
 */
export function useFullScreen(
  stage: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
) {
  const [active, setActive] = useState(false);
  useEffect(() => {
    const follow = () => setActive(document.fullscreenElement === stage.current);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [stage]);

  const toggle = () => {
    if (document.fullscreenElement) return void document.exitFullscreen();
    const element = stage.current;
    if (!element?.requestFullscreen)
      return (video.current as PhoneVideo | null)?.webkitEnterFullscreen?.();
    element
      .requestFullscreen({ navigationUI: 'hide' })
      .then(turnSideways)
      // If the browser refuses full screen, playback continues in place.
      .catch(() => undefined);
  };
  return { active, toggle };
}

/** Turns a phone to landscape where it allows that. */
async function turnSideways() {
  const orientation = screen.orientation as ScreenOrientation & {
    lock?: (to: string) => Promise<void>;
  };
  await orientation.lock?.('landscape');
}
