import { MinuteCost } from '../data/cost.tsx';
import { WatchLiveWords } from '../live/watch-live.tsx';
import { usePlayer } from '../player/use-player.ts';
import { usePress } from '../player/use-press.ts';
import { isUnderWay, WatchForm } from './watch-screen.tsx';
import type { LiveChannel } from './watchable.ts';

/** The main action of a live channel's page while it is on air. */
export function WatchChannel({ item }: { item: LiveChannel }) {
  const { state } = usePlayer(item);
  const press = usePress(item);
  if (isUnderWay(state))
    return (
      <p className="watch-now">
        <MinuteCost of={item.costs} />
      </p>
    );
  return (
    <WatchForm item={item} onPress={press}>
      <WatchLiveWords channel={item.title} costs={item.costs} />
    </WatchForm>
  );
}
