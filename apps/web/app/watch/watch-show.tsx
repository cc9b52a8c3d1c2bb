import { formatMegabytes } from '@bonisa/domain/megabytes';
import { ButtonLink } from '../design/button.tsx';
import { PlayIcon } from '../design/icons.tsx';
import { episodeAddress, playing } from '../titles/addresses.ts';
import type { EpisodeRowCard } from '../titles/tile.ts';
import { episodeMark } from '../titles/title-words.ts';
import { useContinuedEpisode } from '../viewer/my-resume.ts';
import { restCost } from '../viewer/resume.store.ts';

interface WatchShowProps {
  show: { readonly slug: string; readonly title: string };
  /** The first episode of the selected season. */
  first: EpisodeRowCard;
}

/**
 * A show's Watch button: plays the first episode of the selected season, or resumes the begun one.
 */
export function WatchShow({ show, first }: WatchShowProps) {
  const left = useContinuedEpisode(show.slug);
  const episode = left?.episode ?? first;
  const cost = left
    ? restCost({ time: left.time, duration: left.episode.durationSeconds }, left.episode.megabytes)
    : formatMegabytes(first.megabytes);
  return (
    <ButtonLink look="primary" to={playing(episodeAddress(episode))} viewTransition>
      <PlayIcon width="20" height="20" />
      <span>
        {left ? 'Resume' : 'Watch'}
        <span className="sr-only"> {show.title},</span>{' '}
        <span className="watch-place">{episodeMark(episode)}</span>
      </span>
      <span className="cost">{cost}</span>
    </ButtonLink>
  );
}
