import type { DataCosts, Picture } from '@bonisa/contract/title-facts';
import { type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { lazyPart } from '../browser/load-again.ts';
import { hintsSignedIn } from '../browser/viewer.ts';
import { liveChannelAddress } from '../titles/addresses.ts';

const LiveStage = lazyPart(() => import('./live-stage.tsx'));

interface LivePlaceProps {
  channel: {
    readonly slug: string;
    readonly title: string;
    readonly landscape: Picture;
    readonly category: { readonly slug: string };
  };
  hourCosts: DataCosts | null;
  /** Nothing is on the channel now: it does not begin to play, but one that plays goes on. */
  isOffAir: boolean;
  /** What the page shows while the channel does not play. */
  children: ReactNode;
}

/**
 * The head of a live channel's page: the playing channel where the address says so and a viewer is
 * signed in, else `children`. The page is the same for everybody, so the server renders the latter.
 */
export function LivePlace({ channel, hourCosts, isOffAir, children }: LivePlaceProps) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const isBrowser = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  const isAsked = isBrowser && new URLSearchParams(search).get('play') === '1' && hintsSignedIn();
  const [plays, setPlays] = useState(false);
  if (plays !== (isAsked && (plays || !isOffAir))) setPlays(!plays);
  const address = liveChannelAddress(channel);
  const isRefused = isAsked && !plays && isOffAir;
  useEffect(() => {
    // The page says when the channel is back; nothing starts to cost by itself then.
    if (isRefused) void navigate(address, { replace: true, preventScrollReset: true });
  }, [isRefused, address, navigate]);
  if (!plays) return children;
  return (
    <Suspense fallback={<div className="live-stage" data-state="starting" />}>
      <LiveStage
        key={channel.slug}
        channel={channel}
        hourCosts={hourCosts}
        isOffAir={isOffAir}
        onClose={() => void navigate(address, { replace: true })}
      />
    </Suspense>
  );
}
