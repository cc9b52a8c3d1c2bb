import type { DataCosts } from '@bonisa/contract/title-facts';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { hintsSignedIn } from '../browser/viewer.ts';
import { MinuteCost } from '../data/cost.tsx';
import { Button } from '../design/button.tsx';
import { PlayIcon } from '../design/icons.tsx';
import { liveChannelAddress, playAddress, signInAddress } from '../titles/addresses.ts';
import { WatchCost } from '../viewer/watch-cost.tsx';
import { PRESSED } from '../watch/starts-playing.ts';
import { sayWith } from '../words/words.ts';

interface WatchLiveProps {
  channel: {
    readonly slug: string;
    readonly title: string;
    readonly category: { readonly slug: string };
  };
  /** What an hour costs at each choice; null: not known yet. */
  hourCosts: DataCosts | null;
  look?: 'primary' | 'quiet';
}

/**
 * Plays a live channel on its own page; a visitor is led to subscribe and comes back to the playing
 * channel. A form, so that a press before hydration is not lost. Without a script it leads to the
 * number screen, which says what watching needs.
 */
export function WatchLive({ channel, hourCosts, look = 'primary' }: WatchLiveProps) {
  const navigate = useNavigate();
  const to = playAddress(liveChannelAddress(channel));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void navigate(hintsSignedIn() ? to : signInAddress(to), { state: PRESSED });
  };
  return (
    <form method="get" action="/enter-number" onSubmit={onSubmit} className="watch-live">
      <input type="hidden" name="return" value={to} />
      <Button type="submit" look={look}>
        <PlayIcon width="20" height="20" />
        <WatchLiveWords channel={channel.title} costs={hourCosts ?? []} />
      </Button>
    </form>
  );
}

/** What a button says that plays a live channel. `costs`: of an hour; empty: not known. */
export function WatchLiveWords({ channel, costs }: { channel: string; costs: readonly number[] }) {
  return (
    <>
      <span>
        {sayWith(
          'live.watch',
          { channel: (words) => <span className="sr-only">{words}</span> },
          { channel },
        )}
      </span>
      <WatchCost>{costs.length > 0 ? <MinuteCost of={costs} /> : null}</WatchCost>
    </>
  );
}
