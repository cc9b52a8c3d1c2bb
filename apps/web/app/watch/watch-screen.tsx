import { formatMegabytes } from '@bonisa/domain/playback/megabytes';
import type { FormEvent, ReactNode } from 'react';
import { useCost } from '../data/cost.tsx';
import { Button } from '../design/button.tsx';
import { PlayIcon } from '../design/icons.tsx';
import { usePlayer } from '../player/use-player.ts';
import { usePress } from '../player/use-press.ts';
import { playAddress } from '../titles/addresses.ts';
import { PricePanel } from '../titles/price-panel.tsx';
import { useResumePoint } from '../viewer/my-resume.ts';
import { type ResumePoint, remainingCost, timeLeftWords } from '../viewer/resume.store.ts';
import { WatchCost } from '../viewer/watch-cost.tsx';
import { proseLanguage } from '../words/find-text.ts';
import { say } from '../words/words.ts';
import type { Watchable } from './watchable.ts';

interface WatchScreenProps {
  item: Watchable;
  /** Its name and facts. */
  head: ReactNode;
  /** The actions beside watching. */
  action: ReactNode;
  synopsis: string;
  /** Further facts below the stage. */
  children: ReactNode;
}

/**
 * The page of a video or an episode: room for the stage, which the layout has (`PlayerHost`), and
 * beside it the facts and the data cost. The page is the same for everybody; entitlement is
 * requested at the press.
 */
export function WatchScreen({ item, head, action, synopsis, children }: WatchScreenProps) {
  return (
    <div className="watch">
      <div className="watch-stage" />
      <div className="watch-about">
        {head}
        <div className="watch-actions">
          <WatchAction item={item} />
          {action}
        </div>
        <p className="watch-synopsis mt-5 text-[1.0625rem]" lang={proseLanguage()}>
          {synopsis}
        </p>
        <PricePanel />
      </div>
      {children}
    </div>
  );
}

/**
 * The main action of a watch page: a form, so that a press before hydration is not lost. Without a
 * script it leads to the number screen, which says what watching needs.
 */
export function WatchAction({ item }: { item: Watchable }) {
  const { kind } = usePlayer(item).state;
  const press = usePress(item);
  const megabytes = useCost(item.costs, item.audioCosts);
  const begun = useResumePoint(item, item.durationSeconds);
  if (kind !== 'idle' && kind !== 'failed') {
    const data = formatMegabytes(megabytes);
    return <p className="watch-now">{say('watch.about_in_all', { data })}</p>;
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    press();
  };
  return (
    <form
      method="get"
      action="/enter-number"
      onSubmit={onSubmit}
      className={begun && item.mark ? 'watch-form watch-form-long' : 'watch-form'}
      data-plays=""
    >
      <input type="hidden" name="return" value={playAddress(item.address)} />
      <Button type="submit" look="primary" wide>
        <PlayIcon width="20" height="20" />
        {begun ? resumeWords(item, begun) : say('watch.watch')}
        <WatchCost>
          {begun ? remainingCost(begun, megabytes) : formatMegabytes(megabytes)}
        </WatchCost>
      </Button>
    </form>
  );
}

/** `Resume`, or of an episode `Resume S1 E3 · 4 min left`. */
function resumeWords({ mark }: Watchable, { time, duration }: ResumePoint): string {
  return mark
    ? say('watch.resume_episode', { episode: mark, left: timeLeftWords(duration - time) })
    : say('watch.resume');
}
