import { type ReactNode, useLayoutEffect } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { hintsSignedIn } from '../browser/viewer.ts';
import { somethingPlays } from '../player/only-player.ts';
import { liveChannelAddress } from '../titles/addresses.ts';
import { startsPlaying } from '../watch/starts-playing.ts';
import type { LiveShown } from './live-shown.ts';
import { myLive, useLiveSession } from './my-live.ts';

interface LivePlaceProps {
  channel: LiveShown;
  /** Nothing is on the channel now: it does not begin to play, but one that plays goes on. */
  isOffAir: boolean;
  /** What the page shows while the channel does not play. */
  children: ReactNode;
}

/**
 * The head of a live channel's page, where it does not play: else the player is there
 * (`live-host.tsx`). It begins where the address says so and a viewer is signed in, but never
 * instead of what plays when the viewer only goes back. The page is the same for everybody, so the
 * server renders `children`.
 */
export function LivePlace({ channel, isOffAir, children }: LivePlaceProps) {
  const { slug } = channel;
  const { key } = useLocation();
  const navigate = useNavigate();
  const goesBack = useNavigationType() === 'POP';
  const isPlaying = useLiveSession()?.channel.slug === slug;
  useLayoutEffect(() => {
    myLive.arrive(slug);
    return () => myLive.leave(slug);
  }, [slug]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each way to this page
  useLayoutEffect(() => {
    if (!startsPlaying(location) || !hintsSignedIn() || myLive.session()?.channel.slug === slug)
      return;
    // The page says when the channel is back; nothing starts to cost by itself then.
    if (isOffAir)
      void navigate(liveChannelAddress(channel), { replace: true, preventScrollReset: true });
    else if (!goesBack || !somethingPlays()) myLive.begin(channel);
  }, [key, slug]);
  return isPlaying ? null : children;
}
