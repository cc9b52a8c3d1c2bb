import { pictureAddress } from '@bonisa/domain/catalogue/picture-address';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { useBrand } from '../../brand.ts';
import { episodeAddress, playAddress } from '../../titles/addresses.ts';
import type { Playable, Watchable } from '../../watch/watchable.ts';
import { offerMediaSession } from './media-session.ts';
import { useTurnedPage } from './use-turned-page.ts';
import { keepScreenOn, type WakeLocks } from './wake-lock.ts';

/**
 * What the phone itself does while `item` plays: the screen stays on, the lock screen has controls,
 * and a turn to the side and back leads to the same place of the page. `programme`: what a live
 * channel shows; `skip`: its way on and back by seconds.
 */
export function usePhone(
  video: RefObject<HTMLVideoElement | null>,
  item: Playable,
  live: {
    readonly programme?: string | undefined;
    readonly skip?: ((seconds: number) => void) | undefined;
  } = {},
): void {
  const brand = useBrand();
  const navigate = useNavigate();
  useHeldPhone(video);
  const isLive = item.kind === 'live';
  const { next, previous, showTitle = brand.name } = isLive ? NOTHING_BESIDE : item;
  const { scene } = item;
  const title = live.programme ?? item.title;
  const artist = isLive ? item.title : showTitle;
  const onSkip = useEffectEvent((seconds: number) => live.skip?.(seconds));
  const onNeighbour = useEffectEvent((episode: Watchable['next']) => {
    if (episode) void navigate(playAddress(episodeAddress(episode)));
  });
  const hasNext = Boolean(next);
  const hasPrevious = Boolean(previous);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the neighbours are those of the item
  useEffect(() => {
    const session = (navigator as { mediaSession?: MediaSession }).mediaSession;
    const life = new AbortController();
    const terms = {
      ...{ title, artist, artwork: artworkOf(scene) },
      next: hasNext ? () => onNeighbour(next) : undefined,
      previous: hasPrevious ? () => onNeighbour(previous) : undefined,
      skip: isLive ? (seconds: number) => onSkip(seconds) : undefined,
    };
    if (session && video.current) offerMediaSession(session, video.current, terms, life.signal);
    return () => life.abort();
  }, [video, title, artist, scene, isLive, hasNext, hasPrevious]);
}

/** A live channel has none before or after it. */
const NOTHING_BESIDE: Pick<Watchable, 'next' | 'previous' | 'showTitle'> = {};

/** What concerns the phone and no item: the screen, and the way back from a turn to the side. */
function useHeldPhone(video: RefObject<HTMLVideoElement | null>): void {
  useTurnedPage();
  useEffect(() => {
    // Only over https, and not in every browser.
    const locks = (navigator as { wakeLock?: WakeLocks }).wakeLock;
    const life = new AbortController();
    if (locks && video.current) keepScreenOn(locks, video.current, document, life.signal);
    return () => life.abort();
  }, [video]);
}

function artworkOf({ base, widths, width, height }: Watchable['scene']): MediaImage[] {
  return widths.map((one) => ({
    src: pictureAddress(base, one, 'webp'),
    sizes: `${one}x${Math.round((one * height) / width)}`,
    type: 'image/webp',
  }));
}
