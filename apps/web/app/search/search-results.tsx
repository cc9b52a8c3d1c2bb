import type { LiveChannelCard } from '@bonisa/contract/live-page-data';
import { PageLink } from '../browser/page-link.tsx';
import { liveChannelAddress } from '../titles/addresses.ts';
import { Art } from '../titles/art.tsx';
import { proseLanguage } from '../words/find-text.ts';
import { say } from '../words/words.ts';
import { ResultRow } from './result-row.tsx';
import type { SearchResult } from './search.store.ts';
import { GROUP_WORDS, groupResults } from './search-groups.ts';

interface SearchResultsProps {
  results: readonly SearchResult[];
  live: readonly LiveChannelCard[];
  onFollow(): void;
}

/** The results of a search by group; live channels after the group of the best result. */
export function SearchResults({ results, live, onFollow }: SearchResultsProps) {
  const [best, ...others] = groupResults(results).map(({ name, results: members }) => (
    <section key={name} className="search-group">
      <h2 className="text-heading">{GROUP_WORDS[name]()}</h2>
      <ul className={name === 'genres' || name === 'people' ? 'search-chips' : 'search-rows'}>
        {members.map((result) => (
          <li key={`${result.kind}:${result.slug}`}>
            <ResultRow result={result} onFollow={onFollow} />
          </li>
        ))}
      </ul>
    </section>
  ));
  return (
    <>
      {best}
      {live.length > 0 ? (
        <section className="search-group">
          <h2 className="text-heading">{say('search.live')}</h2>
          <ul className="search-rows">
            {live.map((channel) => (
              <li key={channel.id}>
                <LiveRow channel={channel} onFollow={onFollow} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {others}
    </>
  );
}

function LiveRow({ channel, onFollow }: { channel: LiveChannelCard; onFollow(): void }) {
  const { landscape, title, language, now } = channel;
  return (
    <div className="search-row">
      <PageLink to={liveChannelAddress(channel)} className="search-link" onClick={onFollow}>
        <span className="tile-frame search-picture" style={{ background: landscape.placeholder }}>
          <Art picture={landscape} sizes="128px" className="tile-art" />
        </span>
        <span className="search-words">
          <span className="search-name" lang={proseLanguage()}>
            {title}
          </span>
          <span className="tile-note search-facts">
            <span>{language.name}</span>
            <span>
              {now ? say('search.on_now', { programme: now.title }) : say('search.off_air')}
            </span>
          </span>
        </span>
      </PageLink>
    </div>
  );
}
