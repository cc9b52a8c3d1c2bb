import { Suspense, useLayoutEffect } from 'react';
import { useNavigate } from 'react-router';
import { lazyPart } from '../browser/load-again.ts';
import type { PlayerProps } from '../layouts/player-place.tsx';
import { liveChannelAddress } from '../titles/addresses.ts';
import { useTime } from './guide-time.ts';
import type { LiveShown } from './live-shown.ts';
import { myLive, useLiveSession } from './my-live.ts';
import { type Listed, offAirNow } from './off-air.ts';

const LiveStage = lazyPart(() => import('./live-stage.tsx'));

/** The live channel of a page, and when the page was made. */
export type LiveHere = LiveShown & Listed & { readonly at: string };

/**
 * The live player's place in the layout, above the pages, as `PlayerHost` is that of titles: on
 * the page of its channel the picture, elsewhere the mini-player.
 */
export function LiveHost({ here, browsed }: PlayerProps<LiveHere>) {
  const channel = useLiveSession()?.channel;
  const at = useTime(here?.at ?? '');
  const navigate = useNavigate();
  // The layout without pages to watch has no room for the player.
  useLayoutEffect(() => () => myLive.close(), []);
  if (!channel) return null;
  const isHere = channel.slug === here?.slug;
  const onClose = () => {
    myLive.close();
    if (isHere)
      void navigate(liveChannelAddress(channel), { replace: true, preventScrollReset: true });
  };
  return (
    <Suspense fallback={isHere ? <div className="live-stage" data-place="page" /> : null}>
      <LiveStage
        key={channel.slug}
        channel={channel}
        isOffAir={isHere && offAirNow(here, at) !== undefined}
        place={isHere ? 'page' : 'mini'}
        browsed={browsed}
        onClose={onClose}
      />
    </Suspense>
  );
}
