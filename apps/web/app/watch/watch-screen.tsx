import { formatMegabytes } from '@bonisa/domain/megabytes';
import type { FormEvent } from 'react';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { hintsSignedIn } from '../browser/viewer.ts';
import { useCap } from '../data/cost.tsx';
import { costAt } from '../data/data-choice.ts';
import { Button } from '../design/button.tsx';
import { PlayIcon } from '../design/icons.tsx';
import { leadsToNumberEntry } from '../player/play-refusal.ts';
import { Stage } from '../player/stage.tsx';
import { type Player, usePlayer } from '../player/use-player.ts';
import { playAddress, signInAddress } from '../titles/addresses.ts';
import { PricePanel } from '../titles/price-panel.tsx';
import { useResumePoint } from '../viewer/my-resume.ts';
import { remainingCost } from '../viewer/resume.store.ts';
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
  const subscribe = () => navigate(signInAddress(playAddress(item.address)));
  const mustSubscribe = player.refusal !== undefined && leadsToNumberEntry(player.refusal.reason);
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

interface WatchActionProps {
  item: Watchable;
  player: Player;
  press(): void;
}

/** The main action of a watch page: a form, so that it works before hydration. */
export function WatchAction({ item, player, press }: WatchActionProps) {
  const { kind } = player.state;
  const megabytes = costAt(item.costs, useCap());
  const begun = useResumePoint(item, item.durationSeconds);
  if (kind !== 'idle' && kind !== 'failed') {
    return <p className="watch-now">About {formatMegabytes(megabytes)} in all</p>;
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    press();
  };
  return (
    <form method="get" action={item.address} onSubmit={onSubmit} className="watch-form">
      <input type="hidden" name="play" value="1" />
      <Button type="submit" look="primary" wide>
        <PlayIcon width="20" height="20" />
        {begun ? 'Resume' : 'Watch'}
        <span className="cost">
          {begun ? remainingCost(begun, megabytes) : formatMegabytes(megabytes)}
        </span>
      </Button>
    </form>
  );
}
