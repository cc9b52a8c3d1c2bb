import type { Picture } from '@bonisa/contract/title-facts';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { offerMediaSession } from '../player/controls/media-session.ts';
import { artworkOf, useHeldPhone } from '../player/controls/use-phone.ts';

interface OnAir {
  /** The programme, or the channel where that is not known. */
  readonly title: string;
  readonly channel: string;
  readonly landscape: Picture;
  skip(seconds: number): void;
}

/** What the phone itself does while a live channel plays; for titles `use-phone.ts`. */
export function useLivePhone(
  video: RefObject<HTMLVideoElement | null>,
  { title, channel, landscape, skip }: OnAir,
): void {
  useHeldPhone(video);
  const onSkip = useEffectEvent(skip);
  useEffect(() => {
    const session = (navigator as { mediaSession?: MediaSession }).mediaSession;
    const life = new AbortController();
    const terms = {
      title,
      artist: channel,
      artwork: artworkOf(landscape),
      skip: (seconds: number) => onSkip(seconds),
    };
    if (session && video.current) offerMediaSession(session, video.current, terms, life.signal);
    return () => life.abort();
  }, [video, title, channel, landscape]);
}
