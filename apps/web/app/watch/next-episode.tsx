import type { EpisodeCard } from '@bonisa/contract/page-data';
import { Link } from 'react-router';
import { onIntent } from '../browser/prefetch.ts';
import { Cost } from '../data/cost.tsx';
import { ButtonLink } from '../design/button.tsx';
import { BackIcon, ForwardIcon } from '../design/icons.tsx';
import { episodeAddress, playAddress } from '../titles/addresses.ts';
import { durationWords, episodeMark } from '../titles/title-words.ts';

/** The previous and the next episode, across seasons. */
export function Neighbours({
  previous,
  next,
}: {
  previous: NextEpisode | null;
  next: NextEpisode | null;
}) {
  if (!previous && !next) return null;
  return (
    <nav className="neighbours" aria-label="Episodes beside this one">
      {previous ? (
        <Link to={episodeAddress(previous)} rel="prev" prefetch={onIntent()} className="neighbour">
          <BackIcon />
          <span>
            <span className="neighbour-note">Previous · {episodeMark(previous)}</span>
            <span className="neighbour-title">{previous.title}</span>
          </span>
        </Link>
      ) : null}
      {next ? (
        <Link
          to={episodeAddress(next)}
          rel="next"
          prefetch={onIntent()}
          className="neighbour neighbour-next"
        >
          <span>
            <span className="neighbour-note">Next · {episodeMark(next)}</span>
            <span className="neighbour-title">{next.title}</span>
          </span>
          <ForwardIcon />
        </Link>
      ) : null}
    </nav>
  );
}

/** The data of the previous or next episode. */
export type NextEpisode = Pick<
  EpisodeCard,
  'slug' | 'title' | 'ordinal' | 'season' | 'durationSeconds' | 'costs'
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
      <ButtonLink look="primary" to={playAddress(episodeAddress(next))} className="up-next-go">
        Next episode
        <span className="cost">
          <Cost of={next.costs} />
        </span>
      </ButtonLink>
    </section>
  );
}
