import { formatMegabytes } from '@bonisa/domain/megabytes';
import type { FormEvent } from 'react';
import { Button } from '../design/button.tsx';
import { PlayIcon } from '../design/icons.tsx';
import { useBegun } from '../mine/my-resume.ts';
import { restCost } from '../mine/resume-words.ts';
import type { Player } from '../player/use-player.ts';
import type { Watchable } from './watchable.ts';

interface WatchActionProps {
  item: Watchable;
  player: Player;
  press(): void;
}

/** The main action of a watch page: a form, so that it works before hydration. */
export function WatchAction({ item, player, press }: WatchActionProps) {
  const { kind } = player.state;
  const begun = useBegun(item, item.durationSeconds);
  if (kind !== 'idle' && kind !== 'failed') {
    return (
      <p className="watch-now">
        {kind === 'on' ? 'Playing now · about' : 'About'} {formatMegabytes(item.megabytes)} in all
      </p>
    );
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
          {begun ? restCost(begun, item.megabytes) : formatMegabytes(item.megabytes)}
        </span>
      </Button>
    </form>
  );
}
