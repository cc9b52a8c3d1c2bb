import { formatMegabytes } from '@bonisa/domain/playback/megabytes';
import type { FormEvent, ReactNode } from 'react';
import { Cost } from '../data/cost.tsx';
import { Button } from '../design/button.tsx';
import { PlayIcon } from '../design/icons.tsx';
import { playAgain, useEnded } from '../player/ended.ts';
import { type Player, usePlayer } from '../player/use-player.ts';
import { usePress } from '../player/use-press.ts';
import { playAddress } from '../titles/addresses.ts';
import { PricePanel } from '../titles/price-panel.tsx';
import { useResumePoint } from '../viewer/my-resume.ts';
import { type ResumePoint, restWords, timeLeftWords } from '../viewer/resume.store.ts';
import { WatchCost } from '../viewer/watch-cost.tsx';
import { proseLanguage } from '../words/find-text.ts';
import { say } from '../words/words.ts';
import type { Playable, Watchable } from './watchable.ts';

interface WatchScreenProps {
  /** The main action. */
  watch: ReactNode;
  /** Its name and facts. */
  head: ReactNode;
  /** The actions beside watching. */
  action?: ReactNode;
  synopsis: string;
  /** Further facts below the stage. */
  children?: ReactNode;
}

/**
 * The page of what plays: room for the stage, which the layout has (`PlayerHost`), and
 * beside it the facts and the data cost. The page is the same for everybody; entitlement is
 * requested at the press.
 */
export function WatchScreen({ watch, head, action, synopsis, children }: WatchScreenProps) {
  return (
    <div className="watch">
      <div className="watch-stage" />
      <div className="watch-about">
        {head}
        <div className="watch-actions">
          {watch}
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

/** The main action of a watch page. */
export function WatchAction({ item }: { item: Watchable }) {
  const { video, state } = usePlayer(item);
  const press = usePress(item);
  const isOver = useEnded(video) && state.kind === 'on';
  const begun = useResumePoint(item, item.durationSeconds);
  const cost = (words: (megabytes: number) => string) => (
    <Cost of={item.costs} audioCosts={item.audioCosts} words={words} />
  );
  if (isUnderWay(state) && !isOver) {
    const inAll = (megabytes: number) =>
      say('watch.about_in_all', { data: formatMegabytes(megabytes) });
    return <p className="watch-now">{cost(inAll)}</p>;
  }
  return (
    <WatchForm item={item} onPress={() => (isOver ? playAgain(video.current) : press())}>
      {isOver ? say('watch.again') : begun ? resumeWords(item, begun) : say('watch.watch')}
      <WatchCost>{cost(restWords(isOver ? undefined : begun))}</WatchCost>
    </WatchForm>
  );
}

/** Whether the item plays, or is about to. */
export function isUnderWay({ kind }: Player['state']): boolean {
  return kind !== 'idle' && kind !== 'failed';
}

interface WatchFormProps {
  item: Playable;
  onPress(): void;
  children: ReactNode;
}

/**
 * Plays an item: a form, so that a press before hydration is not lost. Without a script it leads to
 * the number screen, which says what watching needs.
 */
export function WatchForm({ item, onPress, children }: WatchFormProps) {
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    onPress();
  };
  return (
    <form
      method="get"
      action="/enter-number"
      onSubmit={onSubmit}
      className="watch-form"
      data-plays=""
    >
      <input type="hidden" name="return" value={playAddress(item.address)} />
      <Button type="submit" look="primary" wide>
        <PlayIcon width="20" height="20" />
        {children}
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
