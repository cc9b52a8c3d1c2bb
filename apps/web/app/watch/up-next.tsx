import type { EpisodeCard } from '@bonisa/contract/page-data';
import { formatMegabytes } from '@bonisa/domain/megabytes';
import { ButtonLink } from '../design/button.tsx';
import { episodeAddress, playing } from '../titles/addresses.ts';
import { durationWords, episodeMark } from '../titles/title-words.ts';

/** The data of the previous or next episode. */
export type NextEpisode = Pick<
  EpisodeCard,
  'slug' | 'title' | 'ordinal' | 'season' | 'durationSeconds' | 'megabytes'
>;

/**
 * Over the last picture of an episode: a link to the next one. Nothing starts on its own, because
 * playback costs data.
 */
export function UpNext({ next }: { next: NextEpisode }) {
  return (
    <section className="up-next" aria-label="Next episode">
      <p role="status" className="sr-only">
        This episode has ended.
      </p>
      <p className="up-next-title">
        <span className="text-quiet">{episodeMark(next)} · </span>
        {next.title}
      </p>
      <p className="up-next-note">{durationWords(next.durationSeconds)}</p>
      <ButtonLink look="primary" to={playing(episodeAddress(next))} className="up-next-go">
        Next episode
        <span className="cost">{formatMegabytes(next.megabytes)}</span>
      </ButtonLink>
    </section>
  );
}
