import { PageLink } from '../browser/page-link.tsx';
import { Cost } from '../data/cost.tsx';
import { episodeAddress } from '../titles/addresses.ts';
import { Art, namePictureTransition } from '../titles/art.tsx';
import type { EpisodeRowCard } from '../titles/tile.ts';
import { durationWords } from '../titles/title-words.ts';
import { ProgressBar } from '../viewer/progress-bar.tsx';
import { proseLanguage } from '../words/find-text.ts';
import { say } from '../words/words.ts';

/** An episode in a list: picture, synopsis, duration and data cost. */
export function EpisodeRow({
  episode,
  current = false,
}: {
  episode: EpisodeRowCard;
  current?: boolean;
}) {
  return (
    <PageLink
      to={episodeAddress(episode)}
      viewTransition
      className="episode"
      aria-current={current ? 'page' : undefined}
      onClick={namePictureTransition}
    >
      <span
        className="episode-art tile-frame"
        style={{ background: episode.landscape.placeholder }}
      >
        <Art
          picture={episode.landscape}
          sizes="(min-width: 70rem) 224px, (min-width: 48rem) 208px, 136px"
          className="tile-art"
        />
        <ProgressBar reference={episode} />
      </span>
      <span className="episode-words">
        <span className="episode-title" lang={proseLanguage()}>
          {episode.ordinal}. {episode.title}
        </span>
        <span className="episode-note">
          {durationWords(episode.durationSeconds)} · <Cost of={episode.costs} />
          {current ? ` · ${say('episode.on_this_page')}` : ''}
        </span>
      </span>
      <span className="episode-synopsis" lang={proseLanguage()}>
        {episode.synopsis}
      </span>
    </PageLink>
  );
}
