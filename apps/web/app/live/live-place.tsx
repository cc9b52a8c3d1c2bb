import type { DataCosts } from '@bonisa/contract/title-facts';
import { type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { lazyPart } from '../browser/load-again.ts';
import { hintsSignedIn } from '../browser/viewer.ts';
import { liveChannelAddress } from '../titles/addresses.ts';

const LiveStage = lazyPart(() => import('./live-stage.tsx'));

interface LivePlaceProps {
  channel: {
    readonly slug: string;
    readonly title: string;
    readonly category: { readonly slug: string };
  };
  hourCosts: DataCosts | null;
  /** What the page shows while the channel does not play. */
  children: ReactNode;
}

/**
 * The head of a live channel's page: the playing channel where the address says so and a viewer is
 * signed in, else `children`. The page is the same for everybody, so the server renders the latter.
 */
export function LivePlace({ channel, hourCosts, children }: LivePlaceProps) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const isBrowser = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  const plays = isBrowser && new URLSearchParams(search).get('play') === '1' && hintsSignedIn();
  if (!plays) return children;
  return (
    <Suspense fallback={<div className="live-stage" data-state="starting" />}>
      <LiveStage
        key={channel.slug}
        channel={channel}
        hourCosts={hourCosts}
        onClose={() => void navigate(liveChannelAddress(channel), { replace: true })}
      />
    </Suspense>
  );
}
