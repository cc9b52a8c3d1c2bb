import { type RefObject, useEffect, useState } from 'react';

type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/**
 * Full screen for the stage with our controls; on an iPhone, which only knows it for a video, with
 * its own.
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
      // A browser that refuses full screen goes on playing where it is.
      .catch(() => undefined);
  };
  return { active, toggle };
}

/** A film is wide: a phone that lets us turns with it. */
async function turnSideways() {
  const orientation = screen.orientation as ScreenOrientation & {
    lock?: (to: string) => Promise<void>;
  };
  await orientation.lock?.('landscape');
}
