import type { SeasonCard } from '@bonisa/contract/page-data';
import type { ReactNode } from 'react';
import { call } from '../browser/api.ts';
import { ShowMore, useMore } from '../listing/show-more.tsx';
import { type EpisodeRowCard, episodeRow } from '../titles/tile.ts';
import { episodesWords } from '../titles/title-words.ts';
import { say } from '../words/words.ts';
import { EpisodeRow } from './episode-row.tsx';

const PAGE_SIZE = 24;

interface EpisodeListProps {
  title: ReactNode;
  season: SeasonCard;
  /** The first episodes. */
  episodes: readonly EpisodeRowCard[];
  /** The id of the episode whose page this is. */
  current?: number;
  more?: ReactNode;
}

/**
 * The episodes of a season: the first 24 come with the page, the rest on demand. Render it with the
 * season as `key`.
 */
export function EpisodeList({ title, season, episodes, current, more: link }: EpisodeListProps) {
  const lastPage = Math.max(1, Math.ceil(season.episodeCount / PAGE_SIZE));
  const more = useMore(`season ${season.id}`, { items: episodes, page: 1, lastPage }, (page) =>
    fetchEpisodes(season.id, page),
  );
  return (
    <section className="episodes" aria-labelledby="episodes">
      <div className="episodes-head">
        <h2 id="episodes" className="text-heading">
          {title} <span className="episodes-count">{episodesWords(season.episodeCount)}</span>
        </h2>
        {link}
      </div>
      <ol className="episode-list">
        {more.items.map((episode) => (
          <li key={episode.id}>
            <EpisodeRow episode={episode} current={episode.id === current} />
          </li>
        ))}
      </ol>
      <ShowMore more={more} label={say('episode.more')} />
    </section>
  );
}

async function fetchEpisodes(season: number, page: number) {
  const { episodes } = await call('seasonEpisodes', { season_id: season, page, limit: PAGE_SIZE });
  return { items: episodes.data.map(episodeRow), page: episodes.page, lastPage: episodes.lastPage };
}
