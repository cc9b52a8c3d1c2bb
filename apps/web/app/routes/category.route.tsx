import type { PageHandle } from '@bonisa/contract/page-query';
import { Link, type MetaDescriptor } from 'react-router';
import { useSite } from '../brand.ts';
import { call } from '../browser/api.ts';
import { PageLinks } from '../listing/page-links.tsx';
import { ShowMore, useMore } from '../listing/show-more.tsx';
import { pageData } from '../page-context.ts';
import { categoryNodes } from '../seo/json-ld.ts';
import { missingMeta, pageMeta, pageName } from '../seo/page-meta.ts';
import { StructuredData } from '../seo/structured-data.tsx';
import { categoryAddress, channelAddress, pageOfList } from '../titles/addresses.ts';
import { GenreFilter } from '../titles/genre-filter.tsx';
import { heroPreloads } from '../titles/hero-preloads.ts';
import { NotFoundOr } from '../titles/not-found-screen.tsx';
import { PageHero } from '../titles/page-hero.tsx';
import { nameOf, posterTile } from '../titles/tile.ts';
import { TitleGrid } from '../titles/title-tile.tsx';
import { titlesWords } from '../titles/title-words.ts';
import { ListButton } from '../viewer/list-button.tsx';
import { proseLanguage } from '../words/find-text.ts';
import { inOwnName, ownName } from '../words/prose.tsx';
import { say } from '../words/words.ts';
import type { Route } from './+types/category.route.ts';

const PAGE_SIZE = 24;

export const handle: PageHandle = { query: ['page', 'genre'] };

/** A category of a channel (row E9): its head, a genre filter, and its titles, 24 a page. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const page = Number(url.searchParams.get('page') ?? 1);
  const genre = url.searchParams.get('genre') ?? undefined;
  const found = await pageData(context).category(params.slug, params.category, { page, genre });
  if (!found || page > found.titles.lastPage) throw new Response(null, { status: 404 });
  const { tagline, channel, titleCount, hero, shareImage, genres, titles } = found;
  return {
    category: {
      kind: 'category' as const,
      ...nameOf(found),
      tagline,
      channel,
      titleCount,
      hero,
      shareImage,
    },
    genres,
    genre: found.genre,
    page,
    lastPage: titles.lastPage,
    total: titles.total,
    titles: titles.items.map(posterTile),
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return missingMeta();
  const { category, genre, page } = loaderData;
  return [
    ...pageMeta(matches, {
      title: `${ownName(category)}${genre ? `: ${ownName(genre)}` : ''} · ${category.channel.title}${pageName(page)}`,
      description: say('listing.category.description', {
        tagline: category.tagline,
        titles: titlesWords(category.titleCount),
        channel: category.channel.title,
      }),
      path: pageOfList(categoryAddress(category), page),
      image: category.shareImage,
      noindex: genre !== null,
    }),
    ...(heroPreloads(category.hero) as MetaDescriptor[]),
  ];
};

export default function Category({ loaderData }: Route.ComponentProps) {
  const { category, genres, genre, page, titles } = loaderData;
  const site = useSite();
  const address = categoryAddress(category);
  return (
    <>
      <PageHero
        hero={category.hero}
        eyebrow={
          <Link to={channelAddress(category.channel)} lang={proseLanguage()}>
            {category.channel.title}
          </Link>
        }
        title={inOwnName(category)}
        size="list"
      >
        <p className="mt-2 max-w-[34rem]" lang={proseLanguage()}>
          {category.tagline}
        </p>
        <div className="hero-actions">
          <ListButton reference={category} title={ownName(category)} />
        </div>
      </PageHero>
      <GenreFilter
        genres={genres}
        chosen={genre}
        total={category.titleCount}
        to={(chosen) => pageOfList(address, 1, chosen)}
      />
      <Titles key={`${address} ${genre?.slug ?? ''} ${page}`} data={loaderData} />
      <StructuredData
        nodes={
          import.meta.env.SSR
            ? categoryNodes(site, category, titles, (page - 1) * PAGE_SIZE + 1)
            : undefined
        }
      />
    </>
  );
}

/**
 * The titles: pages by links, and with a script extended in place; the address names the last page
 * shown.
 */
function Titles({ data }: { data: Route.ComponentProps['loaderData'] }) {
  const { category, genre, page, lastPage, total, titles } = data;
  const to = (shown: number) => pageOfList(categoryAddress(category), shown, genre);
  const more = useMore(
    to(1),
    { items: titles, page, lastPage },
    (wanted) => fetchTitles(category, genre, wanted),
    (shown) => {
      // Bypasses React Router, so that no loader runs.
      history.replaceState(history.state, '', to(shown));
    },
  );
  return (
    <section className="mt-5" aria-labelledby="titles">
      <h2 id="titles" className="list-count">
        {genre ? inOwnName(genre, ': ') : ''}
        {titlesWords(total)}
      </h2>
      <TitleGrid titles={more.items} />
      <ShowMore more={more} label={say('listing.more_titles')} />
      <PageLinks page={more.page} lastPage={more.lastPage} to={to} />
    </section>
  );
}

interface Named {
  readonly slug: string;
}

async function fetchTitles(
  category: Named & { readonly channel: Named },
  genre: Named | null,
  page: number,
) {
  const { videos } = await call('categoryVideos', {
    channel: category.channel.slug,
    category: category.slug,
    page,
    limit: PAGE_SIZE,
    ...(genre ? { genre: genre.slug } : {}),
  });
  return { items: videos.data.map(posterTile), page: videos.page, lastPage: videos.lastPage };
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <NotFoundOr error={error} what={say('missing.category')} />;
}
