import { type RefObject, useEffect, useState } from 'react';

/** A way to show the picture elsewhere; undefined where the browser does not offer it now. */
export interface OtherScreens {
  /** A small window over other programs. */
  readonly smallPicture: { readonly active: boolean; toggle(): void } | undefined;
  /** A television or another device near by. */
  readonly remote: { readonly active: boolean; choose(): void } | undefined;
}

/** Picture in picture and remote playback of `video`. */
export function useOtherScreens(video: RefObject<HTMLVideoElement | null>): OtherScreens {
  return { smallPicture: useSmallPicture(video), remote: useRemote(video) };
}

function useSmallPicture(video: RefObject<HTMLVideoElement | null>): OtherScreens['smallPicture'] {
  const [active, setActive] = useState(false);
  const isOffered =
    typeof document !== 'undefined' &&
    document.pictureInPictureEnabled &&
    video.current?.disablePictureInPicture === false;
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const { signal, abort } = startListening();
    element.addEventListener('enterpictureinpicture', () => setActive(true), { signal });
    element.addEventListener('leavepictureinpicture', () => setActive(false), { signal });
    return abort;
  }, [video]);
  if (!isOffered) return undefined;
  const toggle = () => {
    const done = document.pictureInPictureElement
      ? document.exitPictureInPicture()
      : video.current?.requestPictureInPicture();
    // If the browser refuses, the picture stays where it is.
    done?.catch(() => undefined);
  };
  return { active, toggle };
}

function useRemote(video: RefObject<HTMLVideoElement | null>): OtherScreens['remote'] {
  const [isAvailable, setAvailable] = useState(false);
  const [active, setActive] = useState(false);
  useEffect(() => {
    const remote = video.current?.remote;
    if (!remote) return;
    const { signal, abort } = startListening();
    const follow = () => setActive(remote.state !== 'disconnected');
    for (const event of ['connecting', 'connect', 'disconnect'])
      remote.addEventListener(event, follow, { signal });
    const watching = remote.watchAvailability(setAvailable);
    // A browser that cannot look for devices all the time offers none here.
    watching.catch(() => undefined);
    return () => {
      abort();
      watching.then((id) => remote.cancelWatchAvailability(id)).catch(() => undefined);
    };
  }, [video]);
  if (!isAvailable && !active) return undefined;
  // The viewer may close the browser's list without a choice.
  return { active, choose: () => void video.current?.remote.prompt().catch(() => undefined) };
}

function startListening(): { readonly signal: AbortSignal; abort(): void } {
  const life = new AbortController();
  return { signal: life.signal, abort: () => life.abort() };
}
