import { pictureAddress } from '@bonisa/domain/catalogue/picture-address';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { useBrand } from '../../brand.ts';
import { episodeAddress, playAddress } from '../../titles/addresses.ts';
import type { Watchable } from '../../watch/watchable.ts';
import { offerMediaSession } from './media-session.ts';
import { useTurnedPage } from './use-turned-page.ts';
import { keepScreenOn, type WakeLocks } from './wake-lock.ts';

/**
 * What the phone itself does while `item` plays: the screen stays on, the lock screen has controls,
 * and a turn to the side and back leads to the same place of the page.
 */
export function usePhone(video: RefObject<HTMLVideoElement | null>, item: Watchable): void {
  const brand = useBrand();
  const navigate = useNavigate();
  useHeldPhone(video);
  const { title, showTitle = brand.name, scene, next, previous } = item;
  const onNeighbour = useEffectEvent((neighbour: 'next' | 'previous') => {
    const episode = item[neighbour];
    if (episode) void navigate(playAddress(episodeAddress(episode)));
  });
  const hasNext = Boolean(next);
  const hasPrevious = Boolean(previous);
  useEffect(() => {
    const session = (navigator as { mediaSession?: MediaSession }).mediaSession;
    const life = new AbortController();
    const terms = {
      title,
      artist: showTitle,
      artwork: artworkOf(scene),
      next: hasNext ? () => onNeighbour('next') : undefined,
      previous: hasPrevious ? () => onNeighbour('previous') : undefined,
    };
    if (session && video.current) offerMediaSession(session, video.current, terms, life.signal);
    return () => life.abort();
  }, [video, title, showTitle, scene, hasNext, hasPrevious]);
}

/** What concerns the phone and no item: the screen, and the way back from a turn to the side. */
export function useHeldPhone(video: RefObject<HTMLVideoElement | null>): void {
  useTurnedPage();
  useEffect(() => {
    // Only over https, and not in every browser.
    const locks = (navigator as { wakeLock?: WakeLocks }).wakeLock;
    const life = new AbortController();
    if (locks && video.current) keepScreenOn(locks, video.current, document, life.signal);
    return () => life.abort();
  }, [video]);
}

export function artworkOf({ base, widths, width, height }: Watchable['scene']): MediaImage[] {
  return widths.map((one) => ({
    src: pictureAddress(base, one, 'webp'),
    sizes: `${one}x${Math.round((one * height) / width)}`,
    type: 'image/webp',
  }));
}
