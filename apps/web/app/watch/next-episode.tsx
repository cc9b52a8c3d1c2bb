import { PageLink } from '../browser/page-link.tsx';
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
        <PageLink to={episodeAddress(previous)} rel="prev" className="neighbour">
          <BackIcon />
          <span>
            <span className="neighbour-note">
              {say('watch.previous', { episode: episodeMark(previous) })}
            </span>
            <span className="neighbour-title" lang={proseLanguage()}>
              {previous.title}
            </span>
          </span>
        </PageLink>
      ) : null}
      {next ? (
        <PageLink to={episodeAddress(next)} rel="next" className="neighbour neighbour-next">
          <span>
            <span className="neighbour-note">
              {say('watch.next', { episode: episodeMark(next) })}
            </span>
            <span className="neighbour-title" lang={proseLanguage()}>
              {next.title}
            </span>
          </span>
          <ForwardIcon />
        </PageLink>
      ) : null}
    </nav>
  );
}
