import { Cost } from '../data/cost.tsx';
import { ButtonLink } from '../design/button.tsx';
import { PlayIcon } from '../design/icons.tsx';
import { episodeAddress, playAddress } from '../titles/addresses.ts';
import type { EpisodeRowCard } from '../titles/tile.ts';
import { episodeMark } from '../titles/title-words.ts';
import { useUnfinishedEpisode } from '../viewer/my-resume.ts';
import { restWords, timeLeftWords } from '../viewer/resume.store.ts';
import { WatchCost } from '../viewer/watch-cost.tsx';
import { proseLanguage } from '../words/find-text.ts';
import { say } from '../words/words.ts';

interface WatchShowProps {
  show: { readonly slug: string; readonly title: string };
  /** The first episode of the selected season. */
  first: EpisodeRowCard;
}

/**
 * A show's Watch button: plays the first episode of the selected season, or resumes the begun one.
 */
export function WatchShow({ show, first }: WatchShowProps) {
  const left = useUnfinishedEpisode(show.slug);
  const episode = left?.episode ?? first;
  /** Not the episode after a finished one. */
  const begun = left && left.time > 0 ? left : undefined;
  const place = left && { time: left.time, duration: left.episode.durationSeconds };
  return (
    <ButtonLink look="primary" to={playAddress(episodeAddress(episode))} viewTransition>
      <PlayIcon width="20" height="20" />
      <span>
        {begun ? say('watch.resume') : say('watch.watch')}
        <span className="sr-only" lang={proseLanguage()}>
          {' '}
          {show.title},
        </span>{' '}
        {/* A phone has room for it where it is not just the first one. */}
        <span className={left ? undefined : 'watch-place'}>
          {episodeMark(episode)}
          {begun ? ` · ${timeLeftWords(begun.episode.durationSeconds - begun.time)}` : ''}
        </span>
      </span>
      <WatchCost>
        <Cost of={episode.costs} words={restWords(place)} />
      </WatchCost>
    </ButtonLink>
  );
}
