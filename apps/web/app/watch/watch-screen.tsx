import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { signInAddress } from '../browser/sign-in-address.ts';
import { hintsSignedIn } from '../browser/viewer.ts';
import { leadsToNumber } from '../player/refusal.ts';
import { Stage } from '../player/stage.tsx';
import { usePlayer } from '../player/use-player.ts';
import { playing } from '../titles/addresses.ts';
import { PricePanel } from '../titles/price-panel.tsx';
import { WatchAction } from './watch-action.tsx';
import type { Watchable } from './watchable.ts';

interface WatchScreenProps {
  item: Watchable;
  /** Its name and facts. */
  head: ReactNode;
  /** The actions beside watching. */
  action: ReactNode;
  synopsis: string;
  /** Shown over the last picture after the end. */
  afterEnd?: ReactNode;
  /** Further facts below the stage. */
  children: ReactNode;
}

/**
 * The page of a video or an episode: the stage, and beside it the facts and the data cost. Render
 * it with its slug as `key`. The page is the same for everybody; entitlement is requested at the
 * press.
 */
export function WatchScreen({
  item,
  head,
  action,
  synopsis,
  afterEnd,
  children,
}: WatchScreenProps) {
  const player = usePlayer(item);
  const navigate = useNavigate();
  const subscribe = () => navigate(signInAddress(playing(item.address)));
  const mustSubscribe = player.refusal !== undefined && leadsToNumber(player.refusal);
  const pressed = useRef(false);
  const press = (from?: number) => {
    if (!hintsSignedIn() || mustSubscribe) return void subscribe();
    pressed.current = true;
    player.begin(from);
  };
  const onRefusal = useEffectEvent(() => void subscribe());
  useEffect(() => {
    if (mustSubscribe && pressed.current) onRefusal();
  }, [mustSubscribe]);

  return (
    <div className="watch">
      <Stage
        item={item}
        player={player}
        onPress={() => press()}
        onStartOver={() => press(0)}
        afterEnd={afterEnd}
      />
      <div className="watch-about">
        {head}
        <div className="watch-actions">
          <WatchAction item={item} player={player} press={press} />
          {action}
        </div>
        <p className="mt-5 text-[1.0625rem]">{synopsis}</p>
        <PricePanel />
      </div>
      {children}
    </div>
  );
}
