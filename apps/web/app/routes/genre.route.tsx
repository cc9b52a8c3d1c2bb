import type { PageHandle } from '@bonisa/contract/page-query';
import { useSite } from '../brand.ts';
import { PageLinks } from '../listing/page-links.tsx';
import { pageData } from '../page-context.ts';
import { genreNodes } from '../seo/json-ld.ts';
import { missingMeta, pageMeta, pageName } from '../seo/page-meta.ts';
import { StructuredData } from '../seo/structured-data.tsx';
import { genreAddress, pageOfList } from '../titles/addresses.ts';
import { NotFoundOr } from '../titles/not-found-screen.tsx';
import { posterTile } from '../titles/tile.ts';
import { TitleGrid } from '../titles/title-tile.tsx';
import { titlesWords } from '../titles/title-words.ts';
import { inOwnName, ownName } from '../words/prose.tsx';
import { say } from '../words/words.ts';
import type { Route } from './+types/genre.route.ts';

const PAGE_SIZE = 24;

export const handle: PageHandle = { query: ['page'] };

/** All titles of a genre, across channels. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const page = Number(url.searchParams.get('page') ?? 1);
  const found = await pageData(context).genre(params.slug, { page });
  if (!found || page > found.titles.lastPage) throw new Response(null, { status: 404 });
  const { titles, ...genre } = found;
  return {
    genre,
    page,
    lastPage: titles.lastPage,
    titles: titles.items.map(posterTile),
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return missingMeta();
  const { genre, page } = loaderData;
  return pageMeta(matches, {
    title: `${ownName(genre)}${pageName(page)}`,
    description: say('listing.genre.description', {
      genre: ownName(genre),
      titles: titlesWords(genre.titleCount),
    }),
    path: pageOfList(genreAddress(genre), page),
  });
};

export default function Genre({
  loaderData: { genre, page, lastPage, titles },
}: Route.ComponentProps) {
  const site = useSite();
  return (
    <>
      <p className="page-eyebrow">{say('title.genre')}</p>
      <h1 className="page-title-below">{inOwnName(genre)}</h1>
      <p className="list-count">
        {say('listing.on_all_channels', { titles: titlesWords(genre.titleCount) })}
      </p>
      <TitleGrid titles={titles} />
      <PageLinks
        page={page}
        lastPage={lastPage}
        to={(shown) => pageOfList(genreAddress(genre), shown)}
      />
      <StructuredData
        nodes={
          import.meta.env.SSR
            ? genreNodes(site, genre, titles, (page - 1) * PAGE_SIZE + 1)
            : undefined
        }
      />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <NotFoundOr error={error} what={say('missing.genre')} />;
}
