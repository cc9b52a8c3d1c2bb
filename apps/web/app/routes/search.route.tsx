import type { PageHandle } from '@bonisa/contract/page-query';
import { useEffect, useState } from 'react';
import { Form, Link, useNavigate } from 'react-router';
import { Button } from '../design/button.tsx';
import { SearchIcon } from '../design/icons.tsx';
import { type PageContextReader, pageData } from '../page-context.ts';
import { foundWords } from '../search/search-groups.ts';
import {
  RecentSearches,
  rememberSearch,
  SearchLinks,
  type SearchPlaces,
  searchStorage,
} from '../search/search-help.tsx';
import { SearchResults } from '../search/search-results.tsx';
import { pageMeta } from '../seo/page-meta.ts';
import { say } from '../words/words.ts';
import type { Route } from './+types/search.route.ts';

export const handle: PageHandle = { query: ['q', 'language'] };

/** The first results of a search, for a browser without a script. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const text = url.searchParams.get('q') ?? '';
  const language = url.searchParams.get('language') ?? undefined;
  const found = await pageData(context).search({ text, language });
  const isEmpty = found.results.length === 0 && found.live.length === 0;
  return { text, language, found, places: isEmpty ? await placesOf(context) : undefined };
}

async function placesOf(context: PageContextReader): Promise<SearchPlaces> {
  const { genres, channels } = await pageData(context).channels();
  return {
    genres: genres.map(({ titleCount: _, ...genre }) => genre),
    channels: channels.map(({ slug, title }) => ({ slug, title })),
  };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: say('search'),
    description: say('search.description'),
    path: '/search',
    noindex: true,
  });

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { text, language, found, places } = loaderData;
  const isEmpty = text.trim() === '';
  return (
    <>
      <h1 className="page-title">{say('search')}</h1>
      <div className="search-page">
        <Form action="/search" role="search" className="search-page-form">
          <label htmlFor="search-text" className="sr-only">
            {say('search.label')}
          </label>
          <div className="search-page-field">
            <SearchIcon />
            <input
              id="search-text"
              key={text}
              type="search"
              name="q"
              maxLength={100}
              placeholder={say('search.placeholder')}
              className="field-input"
              defaultValue={text}
            />
          </div>
          {language ? <input type="hidden" name="language" value={language} /> : null}
          <Button type="submit" look="primary">
            {say('search')}
          </Button>
        </Form>
        {isEmpty ? null : (
          <>
            <p className="search-count">{foundWords({ ...found, text: text.trim() })}</p>
            <LanguageLinks text={text} chosen={language} languages={found.languages} />
            <SearchResults
              results={found.results}
              live={found.live}
              onFollow={() => rememberSearch(searchStorage, text)}
            />
          </>
        )}
        {places ? <SearchLinks nothingFound={!isEmpty} places={places} /> : null}
        {isEmpty ? <DeviceSearches /> : null}
      </div>
    </>
  );
}

/** The searches of this device, below everything else: the server does not know them. */
function DeviceSearches() {
  const navigate = useNavigate();
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  if (!isHydrated) return null;
  const repeat = (text: string) => void navigate(`/search?${new URLSearchParams({ q: text })}`);
  return <RecentSearches storage={searchStorage} onChoose={repeat} />;
}

interface LanguageLinksProps {
  text: string;
  chosen: string | undefined;
  languages: Route.ComponentProps['loaderData']['found']['languages'];
}

function LanguageLinks({ text, chosen, languages }: LanguageLinksProps) {
  if (languages.length < 2 && chosen === undefined) return null;
  return (
    <nav aria-label={say('language')}>
      <ul className="search-chips">
        {[{ code: undefined, name: say('search.all_languages') }, ...languages].map(
          ({ code, name }) => (
            <li key={code ?? ''}>
              <Link
                to={`/search?${new URLSearchParams({ q: text, ...(code ? { language: code } : {}) })}`}
                className="chip"
                aria-current={code === chosen ? 'page' : undefined}
              >
                {name}
              </Link>
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}
