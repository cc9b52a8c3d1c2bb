import type { PageHandle } from '@bonisa/contract/page-query';
import { Form, Link } from 'react-router';
import { Button } from '../design/button.tsx';
import { pageData } from '../page-context.ts';
import { foundWords } from '../search/search-groups.ts';
import { SearchHelp } from '../search/search-help.tsx';
import { SearchResults } from '../search/search-results.tsx';
import { pageMeta } from '../seo/page-meta.ts';
import type { Route } from './+types/search.route.ts';

export const handle: PageHandle = { query: ['q', 'language'] };

/** The first results of a search, for a browser without a script. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const text = url.searchParams.get('q') ?? '';
  const language = url.searchParams.get('language') ?? undefined;
  return { text, language, found: await pageData(context).search({ text, language }) };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Search',
    description: 'Search shows, videos, people, channels and what is on now.',
    path: '/search',
    noindex: true,
  });

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { text, language, found } = loaderData;
  return (
    <>
      <h1 className="page-title">Search</h1>
      <div className="page-column">
        <Form action="/search" role="search" className="search-page-form">
          <label htmlFor="search-text" className="sr-only">
            Search shows, videos, people and channels
          </label>
          <input
            id="search-text"
            key={text}
            type="search"
            name="q"
            maxLength={100}
            placeholder="Title or person"
            className="field-input"
            defaultValue={text}
          />
          {language ? <input type="hidden" name="language" value={language} /> : null}
          <Button type="submit">Search</Button>
        </Form>
        {text.trim() === '' ? (
          <SearchHelp nothingFound={false} />
        ) : (
          <>
            <p className="search-count">{foundWords({ ...found, text: text.trim() })}</p>
            <LanguageLinks text={text} chosen={language} languages={found.languages} />
            <SearchResults results={found.results} live={found.live} onFollow={() => undefined} />
          </>
        )}
      </div>
    </>
  );
}

interface LanguageLinksProps {
  text: string;
  chosen: string | undefined;
  languages: Route.ComponentProps['loaderData']['found']['languages'];
}

function LanguageLinks({ text, chosen, languages }: LanguageLinksProps) {
  if (languages.length < 2 && chosen === undefined) return null;
  return (
    <nav aria-label="Language">
      <ul className="search-chips">
        {[{ code: undefined, name: 'All languages' }, ...languages].map(({ code, name }) => (
          <li key={code ?? ''}>
            <Link
              to={`/search?${new URLSearchParams({ q: text, ...(code ? { language: code } : {}) })}`}
              className="chip"
              aria-current={code === chosen ? 'page' : undefined}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
