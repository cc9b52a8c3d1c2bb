import { Link } from 'react-router';
import { onIntent } from '../browser/prefetch.ts';
import { BackIcon, ForwardIcon } from '../design/icons.tsx';
import { episodeAddress } from '../titles/addresses.ts';
import { episodeMark } from '../titles/title-words.ts';
import { proseLanguage } from '../words/find-text.ts';
import { say } from '../words/words.ts';
import type { NextEpisode } from './watchable.ts';

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
    <nav className="neighbours" aria-label={say('watch.neighbours')}>
      {previous ? (
        <Link to={episodeAddress(previous)} rel="prev" prefetch={onIntent()} className="neighbour">
          <BackIcon />
          <span>
            <span className="neighbour-note">
              {say('watch.previous', { episode: episodeMark(previous) })}
            </span>
            <span className="neighbour-title" lang={proseLanguage()}>
              {previous.title}
            </span>
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
            <span className="neighbour-note">
              {say('watch.next', { episode: episodeMark(next) })}
            </span>
            <span className="neighbour-title" lang={proseLanguage()}>
              {next.title}
            </span>
          </span>
          <ForwardIcon />
        </Link>
      ) : null}
    </nav>
  );
}
