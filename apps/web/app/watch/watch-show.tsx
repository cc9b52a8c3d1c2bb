import { formatMegabytes } from '@bonisa/domain/megabytes';
import { ButtonLink } from '../design/button.tsx';
import { PlayIcon } from '../design/icons.tsx';
import { episodeAddress, playing } from '../titles/addresses.ts';
import type { EpisodeRowCard } from '../titles/tile.ts';
import { episodeMark } from '../titles/title-words.ts';

interface WatchShowProps {
  show: { readonly slug: string; readonly title: string };
  /** The first episode of the season that is shown. */
  first: EpisodeRowCard;
}

/** A show's Watch button: it plays the first episode of the season that is shown. */
export function WatchShow({ show, first }: WatchShowProps) {
  return (
    <ButtonLink look="primary" to={playing(episodeAddress(first))} viewTransition>
      <PlayIcon width="20" height="20" />
      <span>
        Watch<span className="sr-only"> {show.title},</span> {episodeMark(first)}
      </span>
      <span className="cost">{formatMegabytes(first.megabytes)}</span>
    </ButtonLink>
  );
}
